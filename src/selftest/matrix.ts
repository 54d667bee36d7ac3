// The kill matrix, and what is wrong with it.

import type { Control } from './messages.ts';
import { mutantFamilies } from './mutants/index.ts';
import { oracles } from './oracle.ts';
import type { Trial } from './trial.ts';

/** What was tried and what came of it, as data. */
export interface Matrix {
  readonly trials: readonly Trial[];
  readonly controls: readonly Control[];
  /** Mutants for which there was no time. */
  readonly untried: readonly string[];
}

/** An oracle that sees one planted bug may do so by chance. */
const LEAST_KILLS = 2;

export function killsOf({ trials }: Pick<Matrix, 'trials'>, oracle: string): Trial[] {
  return trials.filter(({ kills }) => kills[oracle] !== undefined);
}

export function survivorsIn({ trials }: Pick<Matrix, 'trials'>): Trial[] {
  return trials.filter(({ kills }) => Object.keys(kills).length === 0);
}

/** What there was no time for, in words; null if all was tried. */
export function outOfTime({ trials, untried }: Pick<Matrix, 'trials' | 'untried'>): string | null {
  if (untried.length === 0) return null;
  return `there was no time for ${untried.length} of ${trials.length + untried.length} planted bugs`;
}

/** What is wrong, one line each. `expected` are the oracles that must see planted bugs. */
export function complaintsAbout(matrix: Matrix, expected: readonly string[] = oracles): string[] {
  const complaints: string[] = [];
  for (const { mutant } of survivorsIn(matrix)) complaints.push(`no oracle sees the planted bug ${mutant}`);
  // What was not tried may be what an oracle would have seen.
  for (const oracle of matrix.untried.length === 0 ? expected : []) {
    const { length } = killsOf(matrix, oracle);
    if (length < LEAST_KILLS)
      complaints.push(`${oracle} ${length === 0 ? 'sees no planted bug' : 'sees only one planted bug'}`);
  }
  for (const { mutant, shrunk } of matrix.trials) {
    if (shrunk !== null && !shrunk.showsIt)
      complaints.push(`the smallest plan for ${mutant} does not show it`);
  }
  for (const { workload, engine, findings } of matrix.controls) {
    // Turso has bugs of its own: plans in which they show are left out.
    if (engine !== 'sqlite') continue;
    for (const finding of findings)
      complaints.push(`something fires though nothing is planted (${workload}): ${finding}`);
  }
  return complaints;
}

/** The same matrix if this oracle did not exist. */
export function withoutOracle(matrix: Matrix, oracle: string): Matrix {
  const trials = matrix.trials.map((trial) => {
    const { [oracle]: gone, ...kills } = trial.kills;
    return { ...trial, kills };
  });
  return { ...matrix, trials };
}

export function familyOf(mutant: string): string {
  const found = Object.entries(mutantFamilies).find(([, all]) => all.some(({ name }) => name === mutant));
  return found?.[0] ?? '';
}
