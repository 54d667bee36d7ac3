// Oracles about transactions: all or nothing, and no other connection sees a part of one.

import { contains, insert, property, sameBag, select } from '../index.ts';

export const committedInsertIsFound = property(
  'committed-insert-is-found',
  { claims: 'A row that a committed transaction inserted is found afterwards.', load: 'write' },
  ({ db, pick, gen, run, stored, assert, meanwhile, transaction }) => {
    const t = pick(db.tables);
    const row = transaction('commit', () => {
      const inserted = stored(run(insert(t, gen.row(t))), t);
      meanwhile({ keep: [contains(t, inserted)] });
      return inserted;
    });
    const found = run(
      select('*')
        .from(t)
        .where(gen.predicate(t, { trueFor: row })),
    );
    assert(found.contains(row));
  },
);

export const rollbackLeavesNoTrace = property(
  'rollback-leaves-no-trace',
  { claims: 'A transaction that is rolled back leaves no trace.', load: 'write' },
  ({ db, pick, gen, run, assert, meanwhile, transaction }) => {
    const t = pick(db.tables);
    const before = run(select('*').from(t));
    transaction('rollback', () => {
      run(insert(t, gen.row(t)));
      meanwhile();
    });
    const after = run(select('*').from(t));
    assert(sameBag(before, after));
  },
);

export const savepointRollback = property(
  'savepoint-rollback',
  { claims: 'ROLLBACK TO a savepoint undoes what came after it, and only that.', load: 'write' },
  ({ db, pick, gen, run, tableOf, assert, meanwhile, transaction, savepoint }) => {
    const t = pick(db.tables);
    transaction(pick(['commit', 'rollback']), () => {
      run(insert(t, gen.row(t)));
      const before = run(select('*').from(t));
      savepoint('rollback', () => {
        run(insert(t, gen.row(t)));
        meanwhile();
      });
      const after = run(select('*').from(t));
      assert(sameBag(before, after));
      assert(sameBag(after, tableOf(t)));
    });
  },
);

export const readerKeepsItsSnapshot = property(
  'reader-keeps-its-snapshot',
  {
    claims: 'A reader keeps its snapshot: what others commit shows only in its next transaction.',
    load: 'write',
    connections: 2,
  },
  ({ db, pick, gen, run, tableOf, assert, on }) => {
    const t = pick(db.tables);
    const reader = on(1);
    reader.transaction('commit', () => {
      const first = reader.run(select('*').from(t));
      run(insert(t, gen.row(t)));
      const again = reader.run(select('*').from(t));
      assert(sameBag(first, again));
    });
    const afterwards = reader.run(select('*').from(t));
    assert(sameBag(afterwards, tableOf(t)));
  },
);

export const uncommittedRowsAreInvisible = property(
  'uncommitted-rows-are-invisible',
  { claims: 'No other connection sees what is not committed.', load: 'write', connections: 2 },
  ({ db, pick, gen, run, assert, meanwhile, transaction, on }) => {
    const t = pick(db.tables);
    const before = on(1).run(select('*').from(t));
    transaction(pick(['commit', 'rollback']), () => {
      run(insert(t, gen.row(t)));
      meanwhile();
      const seen = on(1).run(select('*').from(t));
      assert(sameBag(before, seen));
    });
  },
);

export const oneWriterAtATime = property(
  'one-writer-at-a-time',
  {
    claims: 'There is one writer at a time: another is refused until the first one ends, and then works.',
    load: 'write',
    connections: 2,
  },
  ({ db, pick, gen, run, stored, assert, transaction, on }) => {
    const t = pick(db.tables);
    const [mine, yours] = [gen.row(t), gen.row(t)];
    transaction('commit', () => {
      run(insert(t, mine));
      on(1).expectRefusal('busy', insert(t, yours));
    });
    const row = stored(on(1).run(insert(t, yours)), t);
    const rows = run(select('*').from(t));
    assert(rows.contains(row));
  },
);
