import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BugBase } from '../../src/find/bug-base.ts';
import { freshBase, put } from '../report/github/bugs-on-disk.ts';
import { GithubServer, REPOSITORY, TOKEN } from '../report/github/github-server.ts';
import { startDirt } from './dirt.ts';

let server: GithubServer;
let base: BugBase;

beforeEach(async () => {
  server = await GithubServer.start();
  base = freshBase();
});

afterEach(() => server.stop());

const start = (env: Record<string, string> = {}, ...more: string[]) =>
  startDirt(['--debug', 'report', 'github', '--bugs', base.folder, ...more], {
    env: {
      GITHUB_TOKEN: TOKEN,
      DIRT_GITHUB_TOKEN: '',
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_API_URL: server.api,
      ...env,
    },
  });

describe('dirt report github', () => {
  it('files the bugs of the bug base, once', async () => {
    put(base, 'a-1');
    put(base, 'a-2');
    const first = await start({}, '--label', 'fuzz', '--max-open', '1').ended;
    expect(first).toMatchObject({ status: 0, error: '' });
    expect(first.out).toContain('opened #1: a-1\n1 more bug waits');
    const second = await start({}, '--label', 'fuzz').ended;
    expect(second.out).toBe('opened #2: a-2\n');
    expect(server.issues.map(({ labels }) => labels)).toEqual([['fuzz'], ['fuzz']]);
  });

  it('killed right after an issue was created, does not create it again', async () => {
    put(base, 'a-1');
    put(base, 'a-2');
    let started = start();
    server.trouble = ({ method }) => {
      if (method === 'POST') started.child.kill('SIGKILL');
      return null;
    };
    expect((await started.ended).status).toBe(null);
    expect(server.issues).toHaveLength(1);
    server.trouble = () => null;
    started = start();
    expect((await started.ended).out).toBe('opened #2: a-2\n');
    expect(server.issues).toHaveLength(2);
  });

  it('without a token says what it would do, and asks nobody', async () => {
    put(base, 'a-1');
    const { status, out, error } = await start({ GITHUB_TOKEN: '', GITHUB_REPOSITORY: '' }).ended;
    expect(status).toBe(0);
    expect(out).toBe('would open an issue: a-1\n');
    expect(error).toContain('dry run');
    expect(server.requests).toEqual([]);
  });

  it('with --dry-run reads, but writes nothing', async () => {
    put(base, 'a-1');
    expect((await start({}, '--dry-run').ended).out).toBe('would open an issue: a-1\n');
    expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it.each([
    ['a wrong token', { GITHUB_TOKEN: `${TOKEN}-wrong` }, [], /refuses \(401, .*GITHUB_TOKEN/],
    [
      'a token with a line end in it',
      { GITHUB_TOKEN: `${TOKEN}\nX-Evil: 1` },
      [],
      /characters that no token has/,
    ],
    ['no repository', { GITHUB_REPOSITORY: '' }, [], /--repo owner\/name/],
    ['a strange repository', {}, ['--repo', '../../user'], /is no repository/],
    ['another repository', {}, ['--repo', 'someone/else'], /there is no someone\/else/],
    ['an API in the clear', {}, ['--api', 'http://example.org'], /no https address/],
    ['an API that is none', {}, ['--api', 'nonsense'], /no https address/],
  ])('%s exits with 2, without the token in sight, even with --debug', async (_, env, more, says) => {
    put(base, 'a-1');
    const { status, out, error } = await start(env, ...more).ended;
    expect(status).toBe(2);
    expect(error).toMatch(says);
    expect(out + error).not.toContain(TOKEN);
  });
});
