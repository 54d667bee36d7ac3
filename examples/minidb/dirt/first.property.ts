// A property is a claim that must hold whatever else is in the database. It is tested because this file exports it; a
// report prints what it claims, and `npx dirt properties` lists it.
//
// - `pick` and `gen` draw: a table, a predicate, a row.
// - `run` puts a statement into the plan, and gives a handle on the rows that it will return. There are no rows yet.
// - `assert` takes a check over such handles: sameBag, equal, contains, isEmpty …
//
// Ask when the claim is false on a correct engine before you trust it. If it is false on DIRT's model, you are told so.

import { equal, property, select } from 'dirt';

export const orderKeepsTheRows = property(
  'order-keeps-the-rows',
  { claims: 'ORDER BY changes the order of the rows, never how many there are.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.tables);
    const p = gen.predicate(t);
    const plain = run(select('*').from(t).where(p));
    const ordered = run(select('*').from(t).where(p).orderBy(pick(t.columns)));
    assert(equal(plain.length, ordered.length));
  },
);
