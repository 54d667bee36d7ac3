// What the model says about statements that it knows of but does not follow, and what it follows across databases.

import { describe, expect, it } from 'vitest';
import { afterRestart } from '../../../../src/dialect/sqlite/model/connection-end.ts';
import {
  type Database,
  emptyDatabase,
  type Prediction,
  predict,
  viewOf,
} from '../../../../src/dialect/sqlite/model/predict.ts';
import { sqlite } from '../../../../src/engines/sqlite/sqlite.ts';
import { Session } from '../../../../src/run/session.ts';
import type { CreateTrigger, Insert, Select, Statement } from '../../../../src/sql/ast.ts';
import { column, integer } from '../../../../src/sql/build.ts';
import { DEFAULT_WORLD } from '../../../../src/world/world-spec.ts';

const table = (name: string, schema?: string): Statement => ({
  kind: 'createTable',
  name,
  columns: [{ name: `${name}_a` }],
  ...(schema === undefined ? {} : { schema }),
});

const insert = (name: string, value: number): Insert => ({
  kind: 'insert',
  table: name,
  source: { kind: 'values', rows: [[integer(value)]] },
});

const all = (name: string): Select => ({
  kind: 'select',
  body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name } },
});

const logged: CreateTrigger = {
  kind: 'createTrigger',
  name: 'g0',
  timing: 'AFTER',
  event: 'INSERT',
  table: 't0',
  body: [{ kind: 'insert', table: 't1', source: { kind: 'values', rows: [[column('t0_a', 'new')]] } }],
};

function run(...statements: readonly Statement[]): { database: Database; predictions: Prediction[] } {
  let database = emptyDatabase();
  const predictions = statements.map((statement) => {
    const predicted = predict(database, 0, statement);
    database = predicted.database;
    return predicted.prediction;
  });
  return { database, predictions };
}

function knowledge(database: Database): Record<string, string> {
  return Object.fromEntries(viewOf(database, 0).tables.map((view) => [view.name, view.knowledge]));
}

describe('the model', () => {
  it('gives up what a trigger may change, and nothing else', () => {
    const { database } = run(table('t0'), table('t1'), table('t2'), logged, insert('t2', 1), insert('t0', 1));
    expect(knowledge(database)).toEqual({ t0: 'schemaOnly', t1: 'schemaOnly', t2: 'exact' });
  });

  it('knows again what is written once the trigger is dropped', () => {
    const dropped: Statement = { kind: 'drop', what: 'TRIGGER', name: 'g0' };
    const { database } = run(table('t0'), table('t1'), logged, dropped, insert('t0', 1));
    expect(knowledge(database)).toEqual({ t0: 'exact', t1: 'exact' });
  });

  it('holds nobody to the order of two triggers of the same moment', () => {
    const { predictions } = run(table('t0'), table('t1'), logged, { ...logged, name: 'g1' }, insert('t0', 1));
    expect(predictions.at(-1)?.kind).toBe('undetermined');
  });

  it('gives up the children of a row when foreign keys are on', () => {
    const child: Statement = {
      kind: 'createTable',
      name: 't1',
      columns: [{ name: 'b' }],
      constraints: [
        { kind: 'foreignKey', columns: ['b'], table: 't0', references: ['t0_a'], onDelete: 'CASCADE' },
      ],
    };
    const on: Statement = { kind: 'pragma', name: 'foreign_keys', form: '=', value: 'ON' };
    const { database } = run(table('t0'), child, table('t2'), on, { kind: 'delete', table: 't0' });
    expect(knowledge(database)).toEqual({ t0: 'schemaOnly', t1: 'schemaOnly', t2: 'exact' });
  });

  it('holds nobody to what becomes of a file that may be there: VACUUM INTO is refused, and ATTACH shows what it holds', () => {
    const into = (file: string): Statement => ({ kind: 'vacuum', into: file });
    const attach = (file: string, name: string): Statement => ({ kind: 'attach', file, name });
    const kinds = (...statements: readonly Statement[]) =>
      run(table('t0'), ...statements)
        .predictions.slice(1)
        .map(({ kind }) => kind);
    expect(kinds(into('a0.db'), into('a1.db'))).toEqual(['rows', 'rows']);
    expect(kinds(into('a0.db'), into('a0.db'))).toEqual(['rows', 'unknown']);
    expect(kinds(attach('a0.db', 'x'), into('a0.db'))).toEqual(['rows', 'unknown']);
    expect(kinds(into('test.db'), into('../a0.db'))).toEqual(['unknown', 'unknown']);
    expect(kinds(into('a0.db'), attach('a0.db', 'x'), all('t0'))).toEqual(['rows', 'unknown', 'unknown']);
    const named = afterRestart(run(table('t0'), into('a0.db')).database);
    expect(predict(named, 0, into('a0.db')).prediction.kind).toBe('unknown');
  });

  it('does not say which rowids VACUUM leaves', () => {
    const rowid: Select = {
      kind: 'select',
      body: {
        kind: 'core',
        columns: [{ kind: 'expression', expression: column('rowid') }],
        from: { kind: 'table', name: 't0' },
      },
    };
    const { predictions } = run(table('t0'), insert('t0', 7), { kind: 'vacuum' }, rowid, all('t0'));
    expect(predictions.map(({ kind }) => kind)).toEqual(['rows', 'rows', 'rows', 'undetermined', 'rows']);
  });
});

describe('SQLite agrees with the model', () => {
  const attach: Statement = { kind: 'attach', file: 'a0.db', name: 'a0' };
  const detach: Statement = { kind: 'detach', name: 'a0' };
  const cases: Readonly<Record<string, readonly Statement[]>> = {
    'that a detached file keeps its tables': [
      attach,
      table('t9', 'a0'),
      insert('t9', 5),
      detach,
      attach,
      all('t9'),
    ],
    'that a detached table is gone': [attach, table('t9', 'a0'), detach, all('t9')],
    'that one transaction can change two databases': [
      attach,
      table('t9', 'a0'),
      table('t0'),
      { kind: 'begin' },
      insert('t9', 1),
      insert('t0', 2),
      { kind: 'rollback' },
      all('t9'),
      all('t0'),
    ],
    'that VACUUM is refused in a transaction': [{ kind: 'begin' }, { kind: 'vacuum' }],
    'that VACUUM keeps what is stored': [table('t0'), insert('t0', 3), { kind: 'vacuum' }, all('t0')],
    'that an unknown database takes no table': [table('t0', 'a7')],
    'that a database is attached once': [attach, attach],
    'that a trigger needs its table': [logged],
    'that there is one trigger of a name': [table('t0'), table('t1'), logged, logged],
  };
  it.each(Object.entries(cases))('%s', async (_, statements) => {
    const session = new Session(sqlite, DEFAULT_WORLD);
    await session.start();
    const { predictions } = run(...statements);
    for (const [i, statement] of statements.entries()) {
      const outcome = await session.run(0, statement, 1_000_000);
      const prediction = predictions[i];
      expect(prediction.kind).toBe(outcome.kind);
      if (prediction.kind === 'rows' && outcome.kind === 'rows')
        expect(outcome.rows).toEqual(prediction.rows);
      if (prediction.kind === 'refused' && outcome.kind === 'refused')
        expect(outcome.class).toBe(prediction.class);
    }
    await session.close();
  });
});
