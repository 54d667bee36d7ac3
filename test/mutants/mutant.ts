// A planted bug in two lines: another text is run, or another outcome is told. The rest is as in `dirt selftest`.

import type { Engine } from '../../src/engines/engine.ts';
import { mutantOf as mutant } from '../../src/selftest/mutant.ts';
import type { Outcome } from '../../src/sql/outcome.ts';

export interface PlantedBug {
  readonly name: string;
  /** What the engine runs instead. */
  readonly rewrite?: (sql: string) => string;
  /** What the engine says instead. */
  readonly lie?: (outcome: Outcome, sql: string) => Outcome;
}

export function mutantOf(
  engine: Engine,
  { name, rewrite = (sql) => sql, lie = (outcome) => outcome }: PlantedBug,
): Engine {
  return mutant(engine, {
    name,
    plant: () => ({ run: async ({ text, go }) => lie(await go(rewrite(text)), text) }),
  });
}
