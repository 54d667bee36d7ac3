// What the compiler must stop. The test is that this file compiles: every line after @ts-expect-error must be an error.

import { describe, expect, expectTypeOf, it } from 'vitest';
import { equal, type RowsHandle, sameBag } from '../../src/property/check.ts';
import type { GenerationTools, InteractionTools, Tools } from '../../src/property/property.ts';
import { select } from '../../src/property/query.ts';
import { insert } from '../../src/property/statements.ts';
import type { TableHandle } from '../../src/property/table-handle.ts';
import type { Row } from '../../src/sql/value.ts';

/** A generator of a user: it receives generation tools and nothing else. */
function twoPredicates({ gen }: GenerationTools, t: TableHandle) {
  return [gen.predicate(t), gen.predicate(t)] as const;
}

describe('the types of the language', () => {
  it('hand a generator nothing that interacts', () => {
    type Interacting = keyof GenerationTools & keyof InteractionTools;
    expectTypeOf<Interacting>().toEqualTypeOf<never>();
    expectTypeOf<Tools>().toExtend<GenerationTools>();
    expectTypeOf(twoPredicates).parameter(0).toEqualTypeOf<GenerationTools>();
    const misuse = (tools: GenerationTools, t: TableHandle) => {
      // @ts-expect-error: a generator cannot run a statement
      tools.run(select('*').from(t));
      // @ts-expect-error: nor check anything
      tools.assert(equal(1, 1));
      // @ts-expect-error: nor cut the power
      tools.fault.powerCut();
    };
    expect(misuse).toBeTypeOf('function');
  });

  it('keep a check from using rows that do not exist yet', () => {
    expectTypeOf<RowsHandle['rows']>().not.toExtend<readonly Row[]>();
    const misuse = ({ db, pick, gen, run, assert }: Tools) => {
      const t = pick(db.tables);
      const rows = run(select('*').from(t));
      // @ts-expect-error: there are no rows to look at while planning
      rows[0];
      // @ts-expect-error: and nothing to iterate over
      Array.from(rows);
      // @ts-expect-error: the number of rows is a term, not a number
      Math.abs(rows.length);
      // @ts-expect-error: a check is made of handles, not of queries that nobody ran
      assert(sameBag(rows, select('*').from(t)));
      // @ts-expect-error: a boolean is decided now, a check when the plan runs
      assert(true);
      // @ts-expect-error: a row that is stored is no row to insert
      run(insert(t, gen.storedRow(t)));
    };
    expect(misuse).toBeTypeOf('function');
  });
});
