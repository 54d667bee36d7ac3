// What came of the mutants, for a person.

import { counted } from '../../src/words.ts';
import type { ChangeKind } from './changes.ts';
import type { Result } from './trial.ts';

type Fate = 'killed' | 'killedByWitness' | 'unnoticed' | 'open' | 'same' | 'notReached';

export interface Report {
  readonly results: readonly Result[];
  readonly nameOf: (definition: number) => string;
}

/** What became of a mutant. */
export function fateOf({ kill, witnesses, differing, open, met }: Result): Fate {
  if (kill !== null) return 'killed';
  if (witnesses.some(({ status }) => status === 'broken')) return 'killedByWitness';
  if (differing > 0 || witnesses.length > 0) return 'unnoticed';
  if (open > 0) return 'open';
  return Object.keys(met).length > 0 ? 'same' : 'notReached';
}

export function summaryOf(results: readonly Result[]): string[] {
  const count = (...fates: Fate[]) => results.filter((result) => fates.includes(fateOf(result))).length;
  const killed = count('killed', 'killedByWitness');
  const differing = killed + count('unnoticed');
  const percent = (part: number, whole: number) =>
    whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
  const kinds: ChangeKind[] = ['comparison', 'arithmetic', 'constant', 'branch'];
  const early = results.filter(({ kill }) => kill !== null && kill.after <= EARLY).length;
  return [
    `${counted(results.length, 'mutant')}: ${results.length - count('notReached')} reached by plans, ${differing} answer differently, ` +
      `${killed} killed (${percent(killed, differing)}), ${count('killedByWitness')} of them by a witness only`,
    `  not killed: ${count('unnoticed')} differ, ${count('open')} differ in what SQL leaves open, ${count('same')} answer the same, ` +
      `${count('notReached')} reached by witnesses only`,
    `  killed within ${EARLY} statements: ${early}`,
    ...kinds.map((kind) => {
      const those = results.filter(({ mutant }) => mutant.kind === kind);
      const gone = those.filter((each) => fateOf(each).startsWith('killed'));
      return `  ${kind}: ${those.length}, killed ${gone.length}`;
    }),
  ];
}

const EARLY = 6000;

const TITLES: Readonly<Record<Exclude<Fate, 'killed'>, string>> = {
  unnoticed: 'Answer differently, and nobody notices',
  killedByWitness: 'Noticed by a witness, and by no plan',
  notReached: 'Reached by witnesses only',
  open: 'Differ only in what SQL leaves open',
  same: 'Executed, and every answer is the same',
};

/** Those that live, by what became of them and by function. */
export function survivorsOf({ results, nameOf }: Report): string[] {
  return Object.entries(TITLES).flatMap(([fate, title]) => {
    const those = results
      .filter((result) => fateOf(result) === fate)
      .sort((a, b) => a.mutant.definition - b.mutant.definition || a.mutant.at - b.mutant.at);
    if (those.length === 0) return [];
    const lines: string[] = ['', `## ${title} (${those.length})`];
    let latest = -1;
    for (const result of those) {
      const { mutant } = result;
      if (mutant.definition !== latest) lines.push('', nameOf(mutant.definition));
      latest = mutant.definition;
      lines.push(...detailsOf(result));
    }
    return lines;
  });
}

function detailsOf({ mutant, met, example, differing, open, differences, witnesses }: Result): string[] {
  const lines = [`  #${mutant.number} at ${mutant.at}: ${mutant.about}`];
  const kinds = Object.entries(met).sort(([, a], [, b]) => b - a);
  if (kinds.length > 0) {
    lines.push(`    met by ${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ')}`);
    lines.push(`    such as ${example.slice(0, 240)}`);
  }
  for (const { feature, status, reason } of witnesses)
    lines.push(`    witness of ${feature}, ${status}: ${reason}`);
  if (differing + open > 0) lines.push(`    differing: ${differing}, open: ${open}`);
  for (const { asked, sound, mutant: wrong, isOpen } of differences) {
    lines.push(`    ${asked.slice(0, 400)}`);
    lines.push(
      `      sound ${sound.slice(0, 120)}; mutant ${wrong.slice(0, 120)}${isOpen === null ? '' : ` (${isOpen})`}`,
    );
  }
  return lines;
}
