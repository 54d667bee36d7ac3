// A bug base in PostgreSQL, from two machines: each has a cache folder of its own.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BugBase } from '../../src/find/bug-base.ts';
import { dirt } from '../e2e/dirt.ts';
import { BROKEN, forgetfulProject } from '../e2e/forgetful.ts';
import { lacks } from '../lacks.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Server, startPostgres } from './servers.ts';

const cwd = forgetfulProject();

describe.skipIf(lacks('postgres', 'bugs in PostgreSQL'))('a bug base in PostgreSQL', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const machine = () => {
    const cache = temporaryFolder();
    const env = () => ({ ...BROKEN, DIRT_BUGS: server.url, DIRT_CACHE: cache });
    const folder = () => {
      const [name] = readdirSync(join(cache, 'shared'));
      return join(cache, 'shared', name, 'bugs');
    };
    return {
      dirt: (...args: string[]) => dirt(args, { cwd, env: env() }),
      base: () => new BugBase(folder()),
      bugs: () => new BugBase(folder()).load().bugs.map(({ bug }) => bug),
    };
  };
  const RUN = ['run', '--seed', '2', '--plans', '6', '--steps', '60', '--bisect-budget', '0'];

  it('has what one machine found on every other one, and what either changes counts once', () => {
    const [one, other] = [machine(), machine()];
    expect(one.dirt(...RUN).status).toBe(1);
    const found = one.bugs();
    expect(found.length).toBeGreaterThan(0);
    const [{ id, timesSeen }] = found;
    expect(other.dirt('bugs').out).toContain(id);
    expect(other.bugs()).toEqual(found);
    expect(other.dirt('history').out).toContain('forgetful');
    // Both change what both have: one has seen it twice more when the other, which has seen it once more, has muted it.
    const seen = (by: typeof one, times: number) => {
      const bug = by.bugs().find((each) => each.id === id)!;
      by.base().update({ ...bug, timesSeen: bug.timesSeen + times });
    };
    seen(other, 1);
    expect(other.dirt('bugs', 'mute', id, '--reason', 'known here').status).toBe(0);
    seen(one, 2);
    expect(one.dirt('bugs').status).toBe(0);
    expect(other.dirt('bugs').status).toBe(0);
    expect(one.bugs()).toEqual(other.bugs());
    expect(one.bugs().find((bug) => bug.id === id)).toMatchObject({
      status: 'muted',
      timesSeen: timesSeen + 3,
    });
    expect(one.dirt('bugs', 'merge', id, 'nobody').status).toBe(2);
  });

  it('keeps nobody from mending what is damaged here', () => {
    const one = machine();
    expect(one.dirt('bugs').status).toBe(0);
    const [id] = one.base().ids();
    const file = join(one.base().pathOf(id), 'bug.json');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20));
    expect(one.dirt('bugs').error).toContain('is not JSON');
    writeFileSync(file, '{}');
    const { status, out, error } = one.dirt('bugs', 'doctor');
    expect([status, error]).toEqual([
      expect.any(Number),
      expect.not.stringMatching(/ {4}at |does not answer/),
    ]);
    expect(out).toMatch(new RegExp(`${id}: `));
  });

  it('in which somebody has put what is no bug leads nowhere else, and says which it is', async () => {
    // It has no types of its own.
    const driver: string = 'pg';
    const { default: pg } = await import(driver);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const forged = { 'bug.json': '{}', 'plan.json': '{}' };
    const rows: [string, object][] = [
      ['../../../outside', forged],
      ['__proto__', forged],
      ['.', forged],
      ['wrong-1', { ...forged, '../../../outside': 'x' }],
      ['wrong-2', { ...forged, 'bug.json': 7 }],
      ['wrong-3', []],
    ];
    for (const [id, files] of rows) {
      const one = machine();
      await client.query('INSERT INTO dirt_bugs VALUES ($1, $2, $3)', [
        id,
        'x',
        gzipSync(JSON.stringify(files)),
      ]);
      const { status, error } = one.dirt('bugs');
      expect([id, status]).toEqual([id, 2]);
      expect(error).toMatch(/^dirt: what is stored as ".*" is no bug of DIRT: .* \[DIRT_SHARED_BUGS\]\n$/);
      expect(readdirSync(join(one.base().folder, '..'))).toEqual(['bugs']);
      expect(one.base().ids()).toEqual([]);
      await client.query('DELETE FROM dirt_bugs WHERE id = $1', [id]);
    }
    await client.end();
  });

  it('that is not there, or is named where others could read it, is told in one line and nothing is lost', () => {
    const told = (args: string[], env: Record<string, string>) => {
      const { status, out, error } = dirt(args, { cwd, env: { DIRT_CACHE: temporaryFolder(), ...env } });
      expect(status).toBe(2);
      expect(`${out}${error}`).not.toContain('a-secret');
      expect(error.trim().split('\n')).toHaveLength(1);
      return error;
    };
    const nowhere = 'postgres://dirt:a-secret@127.0.0.1:1/dirt';
    expect(told(['bugs'], { DIRT_BUGS: nowhere })).toContain('postgres://127.0.0.1:1/dirt does not answer');
    expect(told(['bugs', '--bugs', nowhere], {})).toContain('set DIRT_BUGS to it');
    expect(told(['bugs'], { DIRT_BUGS: 'redis://127.0.0.1/1' })).toContain('DIRT_BUGS is about redis:');
  });
});
