// Suites as they are read: statements, and what their authors expect of them.

import { describe, expect, it } from 'vitest';
import { readSuiteFile } from '../../src/imports/read-file.ts';
import { sqlOf } from '../../src/plan/index.ts';
import type { Row } from '../../src/sql/index.ts';

function read(file: string, text: string) {
  const { scripts, leftOut } = readSuiteFile(file, text);
  return {
    leftOut,
    scripts: scripts.map(({ name, plan, expectations }) => ({
      name,
      sql: sqlOf(plan),
      expects: expectations.map(({ line, from, to, expects }) => [
        line,
        `${from}-${to}`,
        expects.kind === 'rows' ? expects.texts : expects.kind,
      ]),
    })),
  };
}

/** What the first expectation about rows makes of these. */
function textsOf(file: string, text: string, rows: readonly Row[]) {
  const [{ expectations }] = readSuiteFile(file, text).scripts;
  const found = expectations.find(({ expects }) => expects.kind === 'rows')?.expects;
  return found?.kind === 'rows' ? { wanted: found.texts, given: found.textsOf(rows) } : null;
}

describe('sqllogictest', () => {
  const FILE = `# two tables
statement ok
CREATE TABLE t(a INTEGER,
  b TEXT)

statement error
INSERT INTO nowhere VALUES (1)

onlyif mysql
statement ok
SET x = 1

query IT rowsort label-7
SELECT a, b
FROM t
----
2
two words
1
NULL
`;

  it('is read as one script with its expectations, without the records of other databases', () => {
    expect(read('a.slt', FILE)).toEqual({
      leftOut: ['a.slt:10: for other databases'],
      scripts: [
        {
          name: 'a.slt',
          sql: [
            'CREATE TABLE t(a INTEGER,\n  b TEXT)',
            'INSERT INTO nowhere VALUES (1)',
            'SELECT a, b\nFROM t',
          ],
          expects: [
            [2, '0-1', 'works'],
            [6, '1-2', 'refused'],
            [13, '2-3', ['1', '2', 'NULL', 'two', 'words']],
          ],
        },
      ],
    });
  });

  it('compares rows in any order, values per line or rows per line, and hashes', () => {
    const rows = [
      [1n, null],
      [2n, 'two words'],
    ];
    const { wanted, given } = textsOf('a.slt', FILE, rows)!;
    expect(given).toEqual(wanted);
    const perRow = FILE.replace('2\ntwo words\n1\nNULL', '1 NULL\n2 two words');
    expect(textsOf('a.slt', perRow, rows)!.wanted).toEqual(given);
    const hashed = 'query I nosort\nSELECT 1\n----\n1 values hashing to b026324c6904b2a9cb4b88d6d61c81d1\n';
    const hash = textsOf('a.test', hashed, [[1n]])!;
    expect(hash.given).toEqual(hash.wanted);
    expect(textsOf('a.test', hashed, [[2n]])!.given).not.toEqual(hash.wanted);
  });
});

describe('.sqltest', () => {
  const FILE = `@database :memory:

setup people {
    CREATE TABLE p(name, data);
    INSERT INTO p VALUES ('Ann', '{"a": {"b": 1}}');
}

@setup people
test one-row {
    SELECT * FROM p;
}
expect {
    Ann|{"a": {"b": 1}}
}
expect @js {
    other
}

# a comment { with a brace
@skip "not yet"
test later { SELECT 1; } expect { 1 }

@setup people
test refused { SELECT nothing FROM p; } expect error { no such column }

test any-order { VALUES (2), (1); } expect unordered {
    1
    2
}
`;

  it('is read as a script per test, after the setups that it names', () => {
    const { scripts, leftOut } = read('b.sqltest', FILE);
    expect(leftOut).toEqual(['b.sqltest:21: @skip "not yet"']);
    expect(scripts.map(({ name, sql }) => [name, sql.length])).toEqual([
      ['b.sqltest:one-row', 3],
      ['b.sqltest:refused', 3],
      ['b.sqltest:any-order', 1],
    ]);
    expect(scripts.map(({ expects }) => expects[0]?.slice(1))).toEqual([
      ['2-3', ['Ann|{"a": {"b": 1}}']],
      ['2-3', 'refused'],
      ['0-1', ['1', '2']],
    ]);
  });

  it('is left out if it needs a database file of somebody', () => {
    const needy = FILE.replace(':memory:', 'data/people.db readonly');
    expect(read('b.sqltest', needy)).toMatchObject({
      scripts: [],
      leftOut: [expect.stringContaining('data/people.db')],
    });
  });
});

describe('Tcl', () => {
  it('is read where it is plain text, with lists as values, and a script per fresh database', () => {
    const { scripts } = read(
      'c.test',
      `set testdir [file dirname $argv0]
source $testdir/tester.tcl
# CREATE TABLE in a comment {
do_execsql_test c-1.0 {
  CREATE TABLE t1(a, b); -- with ; in it
  INSERT INTO t1 VALUES (1, 'a b'), (2, NULL);
  SELECT * FROM t1 ORDER BY a;
} {1 {a b} 2 {}}
do_test c-1.1 {
  set v [catch {execsql {SELECT * FROM t2}} msg]
  lappend v $msg
} {1 {no such table: t2}}
do_catchsql_test c-1.2 { SELECT b FROM t1 WHERE a = 1 } {0 {{a b}}}
ifcapable !view { execsql { DROP TABLE t1 } } else { execsql { CREATE VIEW v1 AS SELECT 1 } }
reset_db
do_test c-2.0 { execsql "CREATE TABLE t3(x)"; db eval {SELECT 7} } {7}
finish_test
`,
    );
    expect(scripts).toEqual([
      {
        name: 'c.test',
        sql: [
          'CREATE TABLE t1(a, b)',
          "INSERT INTO t1 VALUES (1, 'a b'), (2, NULL)",
          'SELECT * FROM t1 ORDER BY a',
          'SELECT * FROM t2',
          'SELECT b FROM t1 WHERE a = 1',
          'CREATE VIEW v1 AS SELECT 1',
        ],
        expects: [
          [4, '0-3', ['1', 'a b', '2', '']],
          [10, '3-4', 'refused'],
          [13, '4-5', ['a b']],
        ],
      },
      { name: 'c.test#2', sql: ['CREATE TABLE t3(x)', 'SELECT 7'], expects: [[16, '1-2', ['7']]] },
    ]);
  });

  it('expects nothing any more after what Tcl would have to put together, until the database is made anew', () => {
    const { scripts, leftOut } = read(
      'd.test',
      `do_execsql_test d-1 { CREATE TABLE t(a); SELECT 1 } {1}
foreach x {1 2} { execsql "INSERT INTO t VALUES ($x)" }
do_execsql_test d-2 { SELECT count(*) FROM t } {2}
foreach x {1 2} { execsql "SELECT $x" }
reset_db
do_execsql_test d-3 { SELECT 3 } {3}
`,
    );
    expect(scripts.map(({ expects }) => expects.map(([line]) => line))).toEqual([[1], [6]]);
    expect(leftOut).toEqual(['d.test:2: foreach', 'd.test:4: foreach']);
  });
});

describe('a file of a suite', () => {
  it('may be a script with directives of DIRT', () => {
    const { scripts } = readSuiteFile(
      'e.sql',
      '-- dirt: page size 1024\nCREATE TABLE t(a);\n-- dirt: reopen\nSELECT 1;',
    );
    expect(scripts[0].plan.world.pageSize).toBe(1024);
    expect(scripts[0].plan.groups[0].steps.map((step) => step.do)).toEqual(['run', 'reopen', 'run']);
  });

  it('is refused by name if nobody knows how to read it', () => {
    expect(() => readSuiteFile('f.py', '')).toThrow(/f\.py is in none of the formats/);
  });
});
