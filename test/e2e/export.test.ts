// `dirt bugs export`: a bug as a test of each suite, which its reader runs: green on SQLite, red where the bug is.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lacks } from '../lacks.ts';
import { projectFolder } from '../project/project-folder.ts';
import { dirt } from './dirt.ts';

/** `blind` finds no NULL, and `restless` gets an end of line wrong; with braces, quotes and several rows on the way. */
const PROJECT = {
  'dirt.config.ts': `import { sqlite, wrapEngine } from 'dirt';
const wrong = (name, pattern, instead) => ({
  ...wrapEngine(sqlite, () => ({ run: ({ text, go }) => go(pattern.test(text) ? instead : undefined) })),
  name,
});
export default { engines: {
  blind: wrong('blind', /IS NULL/i, 'SELECT 7, 7 WHERE FALSE'),
  restless: wrong('restless', /char\\(10\\)/i, 'SELECT 0'),
} };`,
  'blind.sql': `CREATE TABLE t(a, b); INSERT INTO t VALUES ('{"x": "it''s"}', NULL), ('two words', NULL), (0.5, NULL), (x'00ff', 1);
SELECT a, b FROM t WHERE b IS NULL;`,
  'restless.sql': 'CREATE TABLE t(a); INSERT INTO t VALUES (1); SELECT char(10) FROM t;',
};

const FORMATS = ['sqltest', 'sqllogictest', 'vitest', 'rust', 'tcl', 'sql'];

describe('`dirt bugs export`', () => {
  const cwd = projectFolder(PROJECT);
  const idOf = (engine: string) => {
    const { out } = dirt(['shrink', `${engine}.sql`, '--engine', engine, '--bugs', `bugs-${engine}`], {
      cwd,
    });
    return /^-- new bug (\S+): /m.exec(out)?.[1] ?? out;
  };
  let id: string;

  beforeAll(() => {
    id = idOf('blind');
    for (const format of FORMATS) {
      const { status, error } = dirt(
        ['bugs', '--bugs', 'bugs-blind', 'export', '--as', format, '-o', `out/${format}`],
        { cwd },
      );
      expect(status, error).toBe(0);
    }
  });

  it.each(['sqltest', 'sqllogictest', 'tcl'])(
    'writes %s that the import reads: SQLite does what it expects, the engine does not',
    (format) => {
      const compared = (engine: string) =>
        dirt(
          [
            'import',
            `out/${format}`,
            '--engine',
            engine,
            '--corpus',
            `corpus-${format}`,
            '--reference',
            'none',
          ],
          { cwd },
        ).out;
      expect(compared('sqlite')).toMatch(/[1-9]\d* expectations? compared:\n {2}nobody says otherwise/);
      expect(compared('blind')).toMatch(/times otherwise: blind/);
    },
  );

  it.skipIf(lacks('tclSqlite', 'what is exported as Tcl'))(
    'writes Tcl that tclsh runs with its package sqlite3 alone',
    () => {
      const run = (file: string) =>
        spawnSync('tclsh', [file], { cwd: join(cwd, 'out/tcl'), encoding: 'utf8' });
      expect(run(`${id}.test`)).toMatchObject({ status: 0, stdout: '' });
    },
  );

  it('writes a script that `dirt check` follows, with what must come', () => {
    expect(dirt(['check', `out/sql/${id}.sql`, '--engine', 'sqlite'], { cwd }).status).toBe(0);
    expect(dirt(['check', `out/sql/${id}.sql`, '--engine', 'blind'], { cwd }).status).toBe(1);
    expect(readFileSync(join(cwd, `out/sql/${id}.sql`), 'utf8')).toMatch(/IS NULL;\n-- {3}\S/);
  });

  it('writes Rust and vitest that name what they run', () => {
    expect(readFileSync(join(cwd, `out/rust/${id}.rs`), 'utf8')).toMatch(/assert_eq!\(.*IS NULL"\)/);
    expect(readFileSync(join(cwd, `out/vitest/${id}.test.ts`), 'utf8')).toContain(
      `new URL('./${id}.plan.json', import.meta.url)`,
    );
    expect(dirt(['replay', `out/vitest/${id}.plan.json`, '--engine', 'blind'], { cwd }).status).toBe(1);
  });

  it('leaves out what a format cannot say, with the reason, and exits with 2 if nothing is left', () => {
    const other = idOf('restless');
    const as = (format: string) =>
      dirt(['bugs', '--bugs', 'bugs-restless', 'export', '--as', format, '-o', 'out/more'], { cwd });
    expect(as('sqltest')).toMatchObject({
      status: 2,
      error: expect.stringContaining(`${other} is left out: a value has several lines`),
    });
    expect(as('sqllogictest').status).toBe(0);
    expect(readFileSync(join(cwd, `out/more/${other}.slt`), 'utf8')).toContain('char(10)');
  });
});
