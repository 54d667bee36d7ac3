// A plan that starts from an imported script: its statements come first, one group after the other, as they are, with changes, or with more
// faults between them. The model has its veto of each: what it cannot follow, and what the engine does not have, is left out.

import { type Plan, type RunStep, stepsOf } from '../plan/index.ts';
import type { Random } from '../random.ts';
import type { Literal, Statement } from '../sql/ast.ts';
import type { SqlValue } from '../sql/index.ts';
import { rewrite } from '../sql/index.ts';
import { followed } from './acceptance.ts';
import type { Attempt } from './attempt.ts';
import { Discard } from './discard.ts';
import type { Rates } from './profile.ts';

/** The name of its groups. */
export const IMPORTED = 'imported';

/** What a plan starts from. */
export interface Start {
  readonly plan: Plan;
  /** It may be changed, or run among faults; if not, all of it comes first, as it is. */
  readonly varies: boolean;
}

const WAYS = [
  [4, 'as it is'],
  [4, 'changed'],
  [2, 'among faults'],
] as const;

/** A transaction that its script does not end is ended after so many statements. */
const LONGEST_TRANSACTION = 40;

export class Imported {
  readonly #steps: RunStep[];
  readonly #random: Random;
  readonly #way: (typeof WAYS)[number][1];
  readonly #connections: number;
  #at = 0;

  constructor({ plan, varies }: Start, random: Random, connections: number) {
    this.#random = random;
    this.#connections = connections;
    this.#way = varies ? random.weighted(WAYS) : 'as it is';
    const steps = stepsOf(plan).flatMap(({ step }) => (step.do === 'run' ? [step] : []));
    this.#steps = this.#way === 'changed' ? changed(steps, random) : steps;
  }

  get isOver(): boolean {
    return this.#at >= this.#steps.length;
  }

  /** How often faults come between its groups. */
  rates(usual: Rates): Rates {
    if (this.#way !== 'among faults') return usual;
    const more = Object.entries(usual).map(([name, rate]) => [name, Math.min(500, rate * MORE_FAULTS)]);
    return Object.fromEntries(more) as Rates;
  }

  /** Something random comes in between, or goes before the next of its groups. */
  get isInterrupted(): boolean {
    return this.#way === 'changed' && this.#random.chance(INTERRUPTED);
  }

  /** The next statement, or a whole transaction. */
  next(attempt: Attempt): void {
    const { rehearsal } = attempt.planning;
    const used = new Set<number>();
    for (let left = LONGEST_TRANSACTION; !this.isOver && left > 0; left--) {
      const step = this.#steps[this.#at++];
      const on = Math.min(step.on, this.#connections - 1);
      used.add(on);
      const undo = attempt.mark();
      try {
        attempt.run(on, step.statement, { accept: followed });
      } catch (error) {
        if (!(error instanceof Discard)) throw error;
        undo();
      }
      if ([...used].every((each) => !rehearsal.view(each).inTransaction)) return;
    }
    for (const on of used) if (rehearsal.view(on).inTransaction) attempt.endTransaction(on);
  }
}

const MORE_FAULTS = 10;
/** In a hundred. */
const INTERRUPTED = 20;

/** Some statements are gone, there twice, in another order, or with other values. */
function changed(steps: readonly RunStep[], random: Random): RunStep[] {
  const values = [...USUAL, ...steps.flatMap(({ statement }) => literalsIn(statement))];
  const result: RunStep[] = [];
  for (const step of steps) {
    const dice = random.below(100);
    if (dice < 12) continue;
    const other = dice < 40 ? { ...step, statement: withOtherValues(step.statement, values, random) } : step;
    result.push(other);
    if (dice >= 40 && dice < 50) result.push(step);
    if (dice >= 50 && dice < 58 && result.length > 1) result.splice(-2, 2, other, result[result.length - 2]);
  }
  return result;
}

const USUAL: readonly SqlValue[] = [
  null,
  0n,
  1n,
  -1n,
  2n,
  '',
  'a',
  0.5,
  9223372036854775807n,
  new Uint8Array([0]),
];

function literalsIn(statement: Statement): SqlValue[] {
  const found: SqlValue[] = [];
  rewrite(statement, (node) => {
    if (node.kind === 'literal') found.push((node as Literal).value);
    return node;
  });
  return found;
}

/** One in three of its values is another. */
function withOtherValues(statement: Statement, values: readonly SqlValue[], random: Random): Statement {
  return rewrite(statement, (node) =>
    node.kind === 'literal' && random.oneIn(3) ? { kind: 'literal', value: random.pick(values) } : node,
  );
}
