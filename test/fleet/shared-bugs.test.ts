// A bug base in PostgreSQL, from two machines: each has a cache folder of its own.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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
