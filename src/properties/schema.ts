// Oracles about the schema: what exists cannot be created, what was dropped cannot be read.

import { dropTable, insert, property, sameBag, select } from '../index.ts';

export const doubleCreateFails = property(
  'double-create-fails',
  { claims: 'Creating a table twice fails, and the first one stays as it is.', load: 'create' },
  ({ db, pick, gen, run, tableOf, assert, expectRefusal }) => {
    const t = pick(db.tables);
    const { ifNotExists, ...create } = gen.table();
    expectRefusal('other', { ...create, name: t.name });
    const rows = run(select('*').from(t));
    assert(sameBag(rows, tableOf(t)));
  },
);

export const dropThenSelectFails = property(
  'drop-then-select-fails',
  { claims: 'A dropped table is gone: neither a query nor an INSERT finds it.', load: 'create' },
  ({ db, gen, run, meanwhile, expectRefusal }) => {
    const create = gen.table();
    run(create);
    const t = db.table(create.name);
    const row = gen.row(t);
    run(insert(t, row));
    run(dropTable(t.name));
    meanwhile();
    expectRefusal('noSuchTable', select('*').from(t));
    expectRefusal('noSuchTable', insert(t, row));
  },
);
