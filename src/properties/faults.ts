// Oracles about faults: what was committed survives them, and nothing else does.

import { deleteFrom, dropTable, insert, property, sameBag, select } from '../index.ts';

export const headerSurvivesReopen = property(
  'header-survives-reopen',
  {
    claims:
      'The header survives a reopen: after rows came and pages went, the database opens with size, free list and schema in order.',
    load: 'create',
    faults: ['reopen'],
  },
  ({ db, gen, run, tableOf, assert, fault, inspect }) => {
    const create = gen.table();
    run(create);
    const t = db.table(create.name);
    for (let rows = gen.integer(3, 6); rows > 0; rows--) run(insert(t, gen.row(t)));
    run(deleteFrom(t, gen.predicate(db.table(t.name))));
    fault.reopen();
    const after = run(select('*').from(t));
    assert(sameBag(after, tableOf(t)));
    inspect('integrity');
    run(dropTable(t.name));
  },
);

export const commitsSurvivePowerCut = property(
  'commits-survive-a-power-cut',
  { claims: 'Commits survive a power cut.', load: 'write', faults: ['powerCut', 'kill'] },
  ({ db, pick, gen, run, tableOf, assert, meanwhile, transaction, fault }) => {
    const t = pick(db.tables);
    run(insert(t, gen.row(t)));
    transaction('commit', () => {
      run(deleteFrom(t, gen.predicate(t)));
      meanwhile();
    });
    fault.powerCut();
    const after = run(select('*').from(t));
    assert(sameBag(after, tableOf(t)));
  },
);

export const uncommittedWorkIsLost = property(
  'uncommitted-work-is-lost',
  { claims: 'Uncommitted work does not survive a power cut.', load: 'write', faults: ['powerCut', 'kill'] },
  ({ db, pick, gen, run, assert, meanwhile, fault }) => {
    const t = pick(db.tables);
    const before = run(select('*').from(t));
    run({ kind: 'begin' });
    run(insert(t, gen.row(t)));
    meanwhile();
    fault.powerCut();
    const after = run(select('*').from(t));
    assert(sameBag(before, after));
  },
);

export const powerCutIsAllOrNothing = property(
  'power-cut-is-all-or-nothing',
  {
    claims: 'A power cut during a statement leaves all of it or nothing.',
    load: 'write',
    faults: ['powerCut', 'kill'],
  },
  ({ db, pick, gen, run, fault, inspect }) => {
    const t = pick(db.tables);
    if (gen.integer(0, 1) === 0) {
      run({ kind: 'begin' });
      run(insert(t, gen.row(t)));
      run(deleteFrom(t, gen.predicate(t)));
      fault.powerCutDuring({ kind: 'commit' });
    } else {
      fault.powerCutDuring(pick([insert(t, gen.row(t)), deleteFrom(t, gen.predicate(t))]));
    }
    inspect('contents');
  },
);

export const faultyQueryIsAllOrNothing = property(
  'faulty-query-is-all-or-nothing',
  {
    claims:
      'A faulty query changes all or nothing: an I/O error during a write leaves the database as before it, or as after it.',
    load: 'write',
    faults: ['ioError', 'reopen'],
  },
  ({ db, pick, gen, fault, inspect }) => {
    const t = pick(db.tables);
    fault.ioErrorDuring(pick([insert(t, gen.row(t)), deleteFrom(t, gen.predicate(t))]));
    fault.reopen();
    inspect('contents');
    inspect('integrity');
  },
);

export const faultyReadDoesNoHarm = property(
  'faulty-read-does-no-harm',
  {
    claims: 'A query under an I/O error answers right or not at all, and the next one answers right.',
    faults: ['ioError', 'reopen'],
  },
  ({ db, pick, gen, run, assert, fault }) => {
    const t = pick(db.tables);
    const q = select('*').from(t).where(gen.predicate(t));
    // What is in the cache needs no I/O.
    fault.reopen();
    const during = fault.ioErrorDuring(q);
    const after = run(q);
    assert(sameBag(during, after));
  },
);
