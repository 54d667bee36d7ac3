// The kill matrix for people: what each oracle sees, what became of each planted bug, and what is wrong.

import { wrap } from '../find/index.ts';
import { familyOf, killsOf, type Matrix, oracles, outOfTime, type Trial } from '../selftest/index.ts';

const NAME_WIDTH = 34;
const NUMBER_WIDTH = 7;

export function selftestLines(matrix: Matrix, complaints: readonly string[], columns: number): string[] {
  return [
    ...matrixLines(matrix, columns),
    '',
    ...oracleLines(matrix, columns),
    '',
    ...controlLines(matrix),
    '',
    complaints.length === 0 && matrix.untried.length > 0
      ? `${outOfTime(matrix)}; nothing is wrong with what was tried.`
      : complaints.length === 0
        ? `All is well: ${matrix.trials.length} planted bugs are seen, and each of ${oracles.length} oracles sees some.`
        : 'DIRT cannot be trusted like this:',
    ...complaints.map((complaint) => `  ${complaint}`),
  ];
}

/** The matrix without its empty places: a planted bug, and the statements to the first kill by each oracle. */
function matrixLines({ trials }: Matrix, columns: number): string[] {
  const lines = [head('planted bug', 'shrunk', 'statements to the first kill, by oracle')];
  let family = '';
  for (const trial of trials) {
    if (familyOf(trial.mutant) !== family) {
      family = familyOf(trial.mutant);
      lines.push(family);
    }
    lines.push(...row(`  ${trial.mutant}`, sizeOf(trial), killsIn(trial), columns));
  }
  return lines;
}

function killsIn({ kills }: Trial): string {
  const bySpeed = Object.entries(kills).sort(([, a], [, b]) => a - b);
  return bySpeed.length === 0
    ? 'SURVIVES'
    : bySpeed.map(([oracle, after]) => `${oracle} ${after}`).join(', ');
}

function sizeOf({ shrunk }: Trial): string {
  return shrunk === null ? '' : `${shrunk.sql.length}${shrunk.showsIt ? '' : '!'}`;
}

function oracleLines(matrix: Matrix, columns: number): string[] {
  return [
    head('oracle', 'sees', 'planted bugs, by family'),
    ...oracles.flatMap((oracle) => {
      const seen = killsOf(matrix, oracle);
      return row(oracle, `${seen.length}`, seen.length === 0 ? 'NOTHING' : familiesOf(seen), columns);
    }),
  ];
}

/** `paper 3, nulls 1`. */
export function familiesOf(trials: readonly Trial[]): string {
  const counts = new Map<string, number>();
  for (const { mutant } of trials) counts.set(familyOf(mutant), (counts.get(familyOf(mutant)) ?? 0) + 1);
  return [...counts].map(([family, count]) => `${family} ${count}`).join(', ');
}

function controlLines({ controls }: Matrix): string[] {
  return [
    'control, without a planted bug',
    ...controls.map(({ workload, engine, plans, statements, findings }) => {
      const silence = engine === 'sqlite' ? 'silent' : 'silent once plans with its own bugs are left out';
      const said = findings.length === 0 || engine !== 'sqlite' ? silence : `${findings.length} findings`;
      return `  ${workload} on ${engine}: ${plans.length} plans, ${statements} statements, ${said}`;
    }),
  ];
}

function head(name: string, number: string, text: string): string {
  return `${name.padEnd(NAME_WIDTH)}${number.padStart(NUMBER_WIDTH)}  ${text}`;
}

function row(name: string, number: string, text: string, columns: number): string[] {
  const indent = NAME_WIDTH + NUMBER_WIDTH + 2;
  const [first = '', ...rest] = wrap(text, Math.max(36, columns - indent));
  return [head(name, number, first), ...rest.map((line) => `${' '.repeat(indent)}${line.trim()}`)];
}
