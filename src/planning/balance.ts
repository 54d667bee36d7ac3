// Keeps the statements of a plan at the shares that the workload asks for.

import type { Random } from '../random.ts';
import type { Statement } from '../sql/ast.ts';
import { classOf, type StatementClass } from '../sql/index.ts';
import type { WorkloadShares } from './profile.ts';

export type Load = keyof WorkloadShares;

const LOADS: readonly Load[] = ['read', 'write', 'create'];

export class Balance {
  readonly #shares: Readonly<Record<Load, number>>;
  readonly #counts: Record<Load, number> = { read: 0, write: 0, create: 0 };
  #total = 0;

  constructor(workload: WorkloadShares) {
    const all = workload.read + workload.write + workload.create;
    this.#shares = { read: workload.read / all, write: workload.write / all, create: workload.create / all };
  }

  count(statement: Statement): void {
    const load = loadOf(statement);
    if (load === null) return;
    this.#counts[load]++;
    this.#total++;
  }

  /** What the plan needs next: mostly what it is furthest behind with, sometimes anything. */
  next(random: Random): Load {
    if (random.oneIn(4))
      return random.weighted(LOADS.map((load) => [Math.round(1000 * this.#shares[load]), load]));
    let furthest: Load = 'read';
    for (const load of LOADS) if (this.#behind(load) > this.#behind(furthest)) furthest = load;
    return furthest;
  }

  /** Whether the shares are so far off that only single statements can put them right. */
  get isOff(): boolean {
    const tolerance = TOLERANCE_LEAST + TOLERANCE_SHARE * this.#total;
    return LOADS.some((load) => -this.#behind(load) > tolerance);
  }

  #behind(load: Load): number {
    return this.#shares[load] * (this.#total + 1) - this.#counts[load];
  }
}

const TOLERANCE_LEAST = 4;
const TOLERANCE_SHARE = 0.03;

/** What a statement does; null for what is neither, such as BEGIN. */
export function loadOf(statement: Statement): Load | null {
  return LOADS_OF[classOf(statement)] ?? null;
}

const LOADS_OF: Readonly<Partial<Record<StatementClass, Load>>> = {
  query: 'read',
  write: 'write',
  schema: 'create',
};
