// What is learned of an imported script by running it: what can be used, and who says otherwise than its author.

import { describe, expect, it } from 'vitest';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { wrapEngine } from '../../src/engines/wrap-engine.ts';
import { learned } from '../../src/imports/learn.ts';
import { readSuiteFile } from '../../src/imports/read-file.ts';
import { sqlOf } from '../../src/plan/index.ts';

function scriptIn(file: string, text: string) {
  return readSuiteFile(file, text).scripts[0];
}

const SUITE = `statement ok
CREATE TABLE t(a INTEGER PRIMARY KEY, b)

statement ok
INSERT INTO t VALUES (1, 'x'), (2, NULL)

query T
SELECT b FROM t WHERE b IS NULL
----
NULL

query I
SELECT count(*) FROM t
----
3
`;

describe('an imported script', () => {
  it('tells where its author expects something else than the engine, the reference and the model', async () => {
    const { disagreements, checked, usable, statements, pieces } = await learned(
      scriptIn('a.slt', SUITE),
      sqlite,
      sqlite,
    );
    expect(disagreements).toEqual([
      {
        line: 12,
        sql: 'SELECT count(*) FROM t',
        wanted: '"3"',
        given: { engine: '"2"', reference: '"2"', model: '"2"' },
      },
    ]);
    expect([checked, usable, statements]).toEqual([4, 4, 4]);
    expect(pieces.map(sqlOf)).toHaveLength(1);
  });

  it('tells where the engine alone says otherwise', async () => {
    const blind = wrapEngine(sqlite, () => ({
      run: ({ text, go }) => go(/IS NULL/.test(text) ? 'SELECT 7 WHERE FALSE' : undefined),
    }));
    const { disagreements } = await learned(
      scriptIn('a.slt', SUITE.replace('\n3\n', '\n2\n')),
      blind,
      sqlite,
    );
    expect(disagreements).toMatchObject([{ line: 7, given: { engine: 'no rows' } }]);
    expect(Object.keys(disagreements[0].given)).toEqual(['engine']);
  });

  it('leaves out what the engine does not have, what is no SQL, and what may do anything', async () => {
    const young = wrapEngine(sqlite, () => ({
      run: ({ text, go }) => go(/^CREATE VIEW/.test(text) ? 'CREATE NOTHING' : undefined),
    }));
    const script = scriptIn(
      'b.sql',
      'CREATE TABLE t(a); CREATE VIEW v AS SELECT 1; PRAGMA writable_schema = ON; SELECT FROM; SELECT a FROM t;',
    );
    const { pieces, usable } = await learned(script, young, sqlite);
    expect(pieces.map(sqlOf)).toEqual([['CREATE TABLE t (a)', 'SELECT a FROM t']]);
    expect(usable).toBe(2);
  });

  it('is cut into pieces that begin with the schema, if it is long', async () => {
    const inserts = Array.from({ length: 130 }, (_, i) => `INSERT INTO t VALUES (${i});`).join('\n');
    const { pieces } = await learned(scriptIn('c.sql', `CREATE TABLE t(a);\n${inserts}`), sqlite, sqlite);
    expect(pieces.map((piece) => sqlOf(piece).length)).toEqual([60, 61, 12]);
    for (const piece of pieces) expect(sqlOf(piece)[0]).toBe('CREATE TABLE t (a)');
  });

  it('names the statement that ends the engine', async () => {
    const dying = wrapEngine(sqlite, () => ({
      run: ({ text, go }) =>
        /DELETE/.test(text)
          ? Promise.resolve({ kind: 'panic', message: 'cursor lost', location: 'btree.rs:1' } as const)
          : go(),
    }));
    const { fatal } = await learned(
      scriptIn('d.sql', 'CREATE TABLE t(a); DELETE FROM t; SELECT 1;'),
      dying,
      sqlite,
    );
    expect(fatal).toEqual({ sql: 'DELETE FROM t', how: 'panic at btree.rs:1: cursor lost' });
  });
});
