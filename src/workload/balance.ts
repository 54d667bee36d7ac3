// Keeps the statements of a plan near the shares that the workload asks for.

import type { Random } from '../random.ts';
import type { Statement } from '../sql/ast.ts';
import type { Workload } from './profile.ts';

export type Load = keyof Workload;

const LOADS: readonly Load[] = ['read', 'write', 'create'];

export class Balance {
  readonly #workload: Workload;
  readonly #counts: Record<Load, number> = { read: 0, write: 0, create: 0 };

  constructor(workload: Workload) {
    this.#workload = workload;
  }

  count(statement: Statement): void {
    const load = loadOf(statement);
    if (load !== null) this.#counts[load]++;
  }

  /** What the plan needs next: mostly what it is furthest behind with, sometimes anything. */
  next(random: Random): Load {
    const total = this.#counts.read + this.#counts.write + this.#counts.create;
    const shares = this.#workload.read + this.#workload.write + this.#workload.create;
    const missing = LOADS.map((load) => ({
      load,
      behind: (this.#workload[load] / shares) * (total + 1) - this.#counts[load],
    })).sort((a, b) => b.behind - a.behind);
    if (!random.oneIn(4)) return missing[0].load;
    return random.weighted(LOADS.map((load) => [this.#workload[load], load] as const));
  }
}

/** What a statement does; null for what is neither, such as BEGIN. */
export function loadOf(statement: Statement): Load | null {
  switch (statement.kind) {
    case 'select':
      return 'read';
    case 'insert':
    case 'update':
    case 'delete':
      return 'write';
    case 'createTable':
    case 'createTableAs':
    case 'createIndex':
    case 'createView':
    case 'drop':
    case 'alterTable':
      return 'create';
    default:
      return null;
  }
}
