// docs/oracles.md from the recorded kill matrix: what each oracle is good for, and what it costs.

import { readFileSync } from 'node:fs';
import { builtInProperties } from '../../src/properties/index.ts';
import { familiesOf } from '../../src/report/selftest.ts';
import { complaintsAbout, familyOf, killsOf, type Matrix } from '../../src/selftest/matrix.ts';
import { mutantFamilies, mutants } from '../../src/selftest/mutants/index.ts';
import { JUDGE_CLAIMS, judgeOracles, oracles } from '../../src/selftest/oracle.ts';
import type { Trial } from '../../src/selftest/trial.ts';

export interface Recorded extends Matrix {
  /** Milliseconds for 1,000 statements, by oracle. */
  readonly costs: Readonly<Record<string, number>>;
}

export function recorded(): Recorded {
  return JSON.parse(readFileSync(new URL('../../docs/oracles.json', import.meta.url), 'utf8'));
}

/** Mutants that no other judge sees (for a judge), or no other property (for a property). */
function onlyBy(matrix: Matrix, oracle: string): Trial[] {
  const rivals = judgeOracles.includes(oracle)
    ? oracles
    : oracles.filter((name) => !judgeOracles.includes(name));
  return killsOf(matrix, oracle).filter(({ kills }) =>
    Object.keys(kills).every((name) => name === oracle || !rivals.includes(name)),
  );
}

function soonest(trials: readonly Trial[], oracle: string): string {
  const first = trials.map(({ kills }) => kills[oracle]).sort((a, b) => a - b);
  return first.length === 0 ? '' : `${first[first.length >> 1]}`;
}

export function oraclesDocument(matrix: Recorded): string {
  const claims = new Map(builtInProperties.map(({ name, claims }) => [name, claims]));
  const row = (oracle: string) => {
    const seen = killsOf(matrix, oracle);
    const only = onlyBy(matrix, oracle).map(({ mutant }) => mutant);
    const cells = [
      `\`${oracle}\``,
      JUDGE_CLAIMS[oracle] ?? claims.get(oracle) ?? '',
      `${seen.length}`,
      familiesOf(seen),
      only.join(', '),
      soonest(seen, oracle),
      `${matrix.costs[oracle] ?? ''}`,
    ];
    return `| ${cells.join(' | ')} |`;
  };
  const head = [
    '| oracle | what it claims | sees | planted bugs, by family | only it sees | statements | ms |',
    '|---|---|---|---|---|---|---|',
  ];
  const properties = oracles.filter((name) => !judgeOracles.includes(name));
  const complaints = complaintsAbout(matrix);
  return `${[
    '# Oracles',
    '',
    'What each oracle is good for, made from a recorded `dirt selftest` by `npm run docs:oracles`. A planted bug is an engine with',
    'one thing wrong in it; every oracle looks at every one of its plans to the end, so none hides behind a faster one.',
    '',
    `${matrix.trials.length} planted bugs in ${Object.keys(mutantFamilies).length} families, ${oracles.length} oracles: ` +
      `${complaints.length === 0 ? 'each planted bug is seen, each oracle sees at least two, and the control is silent.' : complaints.join('; ')}`,
    '',
    '**statements** is the median of the statements to the first kill. **ms** is what it costs for 1,000 statements: of a judge, its',
    'own share of a run (the judges of single steps are measured together; `reference` and `determinism` are a second run); of a',
    'property, planning and running plans in which no other is drawn.',
    '',
    '## Judges',
    '',
    '**only it sees**: no other oracle does.',
    '',
    ...head,
    ...judgeOracles.map(row),
    '',
    '## Properties',
    '',
    '**only it sees**: no other property does. Most planted bugs are seen by a judge too, where the model knows the answer; a property',
    'also speaks where it does not.',
    '',
    ...head,
    ...properties.map(row),
    '',
    '## Planted bugs',
    '',
    ...Object.keys(mutantFamilies).flatMap((family) => familySection(matrix, family)),
  ].join('\n')}\n`;
}

function familySection({ trials }: Matrix, family: string): string[] {
  return [
    `### ${family}`,
    '',
    '| planted bug | what is wrong | seen by, after this many statements | shrunk to |',
    '|---|---|---|---|',
    ...trials
      .filter(({ mutant }) => familyOf(mutant) === family)
      .map(({ mutant, kills, shrunk }) => {
        const { plants } = mutants.find(({ name }) => name === mutant)!;
        const by = Object.entries(kills).sort(([, a], [, b]) => a - b);
        return `| ${mutant} | ${plants} | ${by.map(([name, after]) => `${name} ${after}`).join(', ')} | ${shrunk?.sql.length} |`;
      }),
    '',
  ];
}
