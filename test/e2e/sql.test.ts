import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt } from './dirt.ts';

const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe.each(['sqlite', 'turso'])('dirt sql --engine %s', (engine) => {
  it('prints each statement with its outcome', () => {
    const { status, out } = dirt([
      'sql',
      '--engine',
      engine,
      '-e',
      "CREATE TABLE t(a); INSERT INTO t VALUES (1),('x'); SELECT a FROM t; SELECT * FROM u",
    ]);
    expect(status).toBe(0);
    expect(out).toContain("SELECT a FROM t;\n  1\n  'x'\n");
    expect(out).toMatch(/SELECT \* FROM u;\n {2}refused \(noSuchTable\)/);
  });

  it('keeps every bit of a value in --json', () => {
    const sql = "SELECT 9007199254740993, 1, 1.0, -0.0, 9e999, 'a'||char(0)||'b', x'00ff', NULL";
    const [line] = jsonLines(dirt(['sql', '--engine', engine, '--json', '-e', sql]).out);
    expect(line).toMatchObject({ sql, outcome: 'rows' });
    expect(line.rows).toEqual([
      [
        ['i', '9007199254740993'],
        ['i', '1'],
        ['r', '1.0'],
        ['r', '-0.0'],
        ['r', 'Infinity'],
        ['t', 'a\0b'],
        ['b', '00ff'],
        null,
      ],
    ]);
  });

  it('obeys directives: connections, reopening and power cuts', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'script.sql');
    const script = `-- dirt: start checkpointed
CREATE TABLE t(a);
INSERT INTO t VALUES (1);
-- dirt: reopen
INSERT INTO t VALUES (2);
BEGIN;
INSERT INTO t VALUES (3);
-- dirt: connection 2
SELECT count(*) FROM t;
-- dirt: connection 1
-- dirt: power cut keep
SELECT count(*) FROM t;`;
    writeFileSync(file, script);
    const { status, out } = dirt(['sql', file, '--engine', engine, '--json']);
    expect(status).toBe(0);
    const counts = jsonLines(out).filter(({ sql }) => sql.startsWith('SELECT'));
    expect(counts.map(({ rows }) => rows)).toEqual([[[['i', '2']]], [[['i', '2']]]]);
  });

  it('lets SQLite answer from the files, where nothing uncommitted is', () => {
    const script = `CREATE TABLE t(a); INSERT INTO t VALUES (1); BEGIN; INSERT INTO t VALUES (2);
-- dirt: ask sqlite
SELECT count(*) FROM t;
SELECT count(*) FROM t;`;
    const answers = jsonLines(dirt(['sql', '--engine', engine, '--json', '-e', script]).out).slice(-2);
    expect(answers.map(({ rows }) => rows)).toEqual([[[['i', '1']]], [[['i', '2']]]]);
  });

  it('stops an endless statement', () => {
    const sql = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT count(*) FROM r';
    const { status, out } = dirt(['sql', '--engine', engine, '--fuel', '2000000', '-e', sql]);
    expect(status).toBe(0);
    // An engine without recursive queries refuses it; no engine may hang.
    expect(out).toMatch(/out of fuel|refused/);
  });
});

describe('dirt sql with bad input says in one line what to do and exits with 2', () => {
  const cases: readonly (readonly [what: string, args: readonly string[], says: RegExp])[] = [
    ['an unknown engine', ['sql', '-e', 'SELECT 1', '--engine', 'oracle'], /no engine "oracle".*use turso/],
    ['an unreadable file', ['sql', 'no-such-file.sql'], /cannot read no-such-file\.sql/],
    ['an unknown directive', ['sql', '-e', '-- dirt: fly\nSELECT 1'], /line 1: unknown directive "fly"/],
    [
      'a fault that the engine does not carry',
      ['sql', '-e', '-- dirt: write error 1\nSELECT 1'],
      /does not carry the fault writeError/,
    ],
    [
      'a local build that is not there',
      ['sql', '-e', 'SELECT 1', '--engine', 'file:nothing.wasm'],
      /nothing\.wasm/,
    ],
    ['fuel that is no number', ['sql', '-e', 'SELECT 1', '--fuel', 'much'], /--fuel much/],
  ];
  it.each(cases)('%s', (_, args, says) => {
    const { status, out, error } = dirt(args);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(error.trim().split('\n')).toHaveLength(1);
    expect(error).toMatch(says);
  });

  it.each([
    ['an unknown option', ['sql', '--enigne', 'turso']],
    ['an unknown command', ['rnu']],
    ['a count that is none', ['run', '--plans', '-3']],
    ['a word that would do something where it is shown', ['\u001b]0;x\u0007\n::error::x']],
    ['an option that would', ['sql', '--\u001b[2J\n::error::x']],
    ['a value that would', ['run', '--plans', '\u202e\n##[error]x']],
    ['a word without end', ['x'.repeat(10_000)]],
  ])('%s', (_, args) => {
    const { status, error } = dirt(args);
    expect(status).toBe(2);
    expect(error).toMatch(/^error: .{1,300}\n(?:\(Did you mean .*\)\n)?\(add --help for the options\)\n$/);
    expect(error).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|^::|##\[/m);
  });
});

describe('a script of SQL text', () => {
  const script = `CREATE TABLE Item(id INTEGER PRIMARY KEY);
CREATE TABLE unrelated(z);
SAVEPOINT s;
INSERT INTO item VALUES (NULL), (NULL);
UPDATE item SET id = 0;
SELECT * FROM item;
`;

  it('is understood by the model, which says what SQL defines', () => {
    const { status, out } = dirt(['sql', '--engine', 'model'], { input: script });
    expect(status).toBe(0);
    expect(out).toContain('UPDATE item SET id = 0;\n  refused (constraint');
    expect(out).toContain('SELECT * FROM item;\n  1\n  2\n');
  });

  it('is a test that can be replayed and shrunk, from a file or from standard input', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'a.sql'), script);
    const replayed = dirt(['replay', 'a.sql', '--engine', 'turso'], { cwd });
    expect(replayed).toMatchObject({ status: 1, out: expect.stringContaining('fails 1 of 1 times') });
    expect(dirt(['replay', '-', '--engine', 'sqlite'], { input: script }).status).toBe(0);
    const { status, out } = dirt(['shrink', '-', '--engine', 'turso'], { input: script });
    expect(status).toBe(1);
    expect(out).not.toContain('unrelated');
    expect(out).toContain('6 statements shrunk to 5');
  });

  it('becomes a property of the project, which a run tests and finds the bug with', () => {
    const cwd = temporaryFolder();
    const alone = dirt(['properties', 'new', 'first'], { cwd, input: 'SELECT 1;' });
    expect(alone.out).toContain('wrote dirt/first.property.ts\nit is tested once');
    writeFileSync(join(cwd, 'dirt.config.ts'), "export default { properties: 'dirt/*.property.ts' };\n");
    const made = dirt(['properties', 'new', 'refused-changes-nothing'], { cwd, input: script });
    expect(made.out).toContain('`npx dirt run --properties refused-changes-nothing` runs it alone');
    const args = ['run', '--properties', 'refused-changes-nothing', '--profile', 'general'];
    const ran = dirt([...args, '--plans', '1', '--workers', '1', '--seed', '1', '--bisect-budget', '0s'], {
      cwd,
    });
    expect(ran.out).toContain('difference in turso@0.7.2 (WebAssembly), property refused-changes-nothing');
  });
});
