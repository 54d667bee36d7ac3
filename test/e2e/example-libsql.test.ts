// examples/engine-libsql as its reader runs it: libSQL's package from the registry, the adapter beside it, and DIRT.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt } from './dirt.ts';

const REPOSITORY = new URL('../../', import.meta.url).pathname;
const [, VERSION] = /`libsql` for Node, (\d+\.\d+\.\d+)/.exec(
  readFileSync(join(REPOSITORY, 'docs/trophies.md'), 'utf8'),
)!;

describe('examples/engine-libsql', () => {
  const cwd = temporaryFolder();

  beforeAll(() => {
    cpSync(join(REPOSITORY, 'examples/engine-libsql'), cwd, { recursive: true });
    writeFileSync(join(cwd, 'package.json'), '{"private": true}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `libsql@${VERSION}`], { cwd, stdio: 'pipe' });
    mkdirSync(join(cwd, 'node_modules'), { recursive: true });
    symlinkSync(REPOSITORY, join(cwd, 'node_modules/dirt'));
  });

  it('returns exact values, counts changes, and keeps what was committed when it is opened again', () => {
    const sql = `SELECT 9007199254740993, 1.0, -0.0, x'00ff', NULL;
CREATE TABLE t(a UNIQUE);
INSERT INTO t VALUES (7), (8);
-- dirt: reopen
SELECT a FROM t;
INSERT INTO t VALUES (7)`;
    const { out, error } = dirt(['sql', '--json', '-e', sql], { cwd });
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]?.rows, error).toEqual([
      [['i', '9007199254740993'], ['r', '1.0'], ['r', '-0.0'], ['b', '00ff'], null],
    ]);
    expect(lines[2].changes).toBe(2);
    expect(lines.at(-2).rows).toEqual([[['i', '7']], [['i', '8']]]);
    expect(lines.at(-1)).toMatchObject({ outcome: 'refused', class: 'constraint' });
  });

  it('has one fault in the eyes of `dirt engines check`, which is the package: text ends at a NUL', () => {
    const { out, status } = dirt(['engines', 'check'], { cwd });
    expect(out.match(/^ {2}WRONG .*\n.*$/gm)).toEqual([
      "  WRONG   returns values exactly\n            'a' || char(0) || 'b' is 'a'",
    ]);
    expect(status).toBe(1);
  });

  it('is tested by `dirt run` in its folder', () => {
    const { out, error } = dirt(
      ['run', '--plans', '1', '--steps', '50', '--seed', '5', '--no-shrink', '--json'],
      {
        cwd,
      },
    );
    const last = out.trim().split('\n').at(-1) ?? '';
    expect(last, error).toContain('"event":"summary"');
    expect(JSON.parse(last)).toMatchObject({ plans: 1, dirtIsWrong: 0, untested: null });
  });
});
