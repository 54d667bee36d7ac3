// Oracles about whole tables: they hold what the model says they hold.

import { property, sameBag, select } from '../index.ts';

export const tableHasExpectedContent = property(
  'table-has-expected-content',
  { claims: 'A table has the expected content: the rows that all statements so far have left in it.' },
  ({ db, pick, run, tableOf, assert }) => {
    const t = pick(db.tables);
    const rows = run(select('*').from(t));
    assert(sameBag(rows, tableOf(t)));
  },
);

export const allTablesHaveExpectedContent = property(
  'all-tables-have-expected-content',
  { claims: 'All tables have the expected content.' },
  ({ db, run, tableOf, assert, assume }) => {
    assume(db.tables.length > 0);
    for (const t of db.tables) {
      const rows = run(select('*').from(t));
      assert(sameBag(rows, tableOf(t)));
    }
  },
);
