import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BugBase } from '../../../src/find/bug-base.ts';
import { failedIn, passedIn } from '../../../src/find/sightings.ts';
import { type FilingOptions, fileIssues } from '../../../src/report/github/file-issues.ts';
import { Github } from '../../../src/report/github/github.ts';
import { freshBase, put } from './bugs-on-disk.ts';
import { GithubServer, REPOSITORY, TOKEN, type Trouble } from './github-server.ts';

let server: GithubServer;
let base: BugBase;
let waits: number[];

beforeEach(async () => {
  server = await GithubServer.start();
  base = freshBase();
  waits = [];
});

afterEach(() => server.stop());

/** Time passes at once, but is noted. */
async function file(options: Partial<FilingOptions> = {}, token = TOKEN): Promise<string[]> {
  const lines: string[] = [];
  let now = 1_000_000_000_000;
  const sleep = async (milliseconds: number): Promise<void> => {
    if (milliseconds > 0) waits.push(milliseconds);
    now += milliseconds;
  };
  const patience = { now: () => now, sleep };
  const github = new Github({ api: server.api, repository: REPOSITORY, token, patience, pauseMs: 0 });
  const defaults = { labels: ['dirt'], maxOpen: 10, dryRun: false, tell: (line: string) => lines.push(line) };
  await fileIssues(base.load().bugs, github, { ...defaults, ...options });
  return lines;
}

const fingerprints = () => server.issues.map(({ body }) => /dirt:fingerprint (\S+)/.exec(body ?? '')?.[1]);

/** Fails the requests with these numbers. */
const troubleAt =
  (numbers: readonly number[], trouble: Trouble) =>
  (_: unknown, number: number): Trouble | null =>
    numbers.includes(number) ? trouble : null;

describe('an issue', () => {
  it('says all that is needed to act on it', async () => {
    put(base, 'difference-1');
    await file({ labels: ['dirt', 'bug'] });
    const [issue] = server.issues;
    expect(issue.title).toBe('difference-1: DISTINCT: the rows are not those that SQL defines');
    expect(issue.labels).toEqual(['dirt', 'bug']);
    for (const part of [
      'SELECT 1;\nSELECT 2;',
      'expected: 1 row\n--     2',
      'actual: 1 row\n--     3',
      '| seen in | 0.7.2 |',
      '| seed, plan | 3, 14 |',
      'npx dirt replay difference-1 --engine turso@0.7.2',
      'npx dirt replay plan.json --engine turso@0.7.2',
      'the engine is outvoted',
    ]) {
      expect(issue.body).toContain(part);
    }
  });

  it('is opened once, however often it is asked for and whatever people do to its title', async () => {
    put(base, 'difference-1');
    await file();
    server.issues[0].title = 'SELECT is wrong';
    server.issues[0].body = `We look into it.\r\n\r\n${server.issues[0].body?.replaceAll('\n', '\r\n')}`;
    expect(await file()).toEqual([]);
    expect(server.issues).toHaveLength(1);
  });

  it('is found again on a later page, among pull requests and foreign issues', async () => {
    server.pageSize = 2;
    for (let i = 0; i < 5; i++) server.add({ labels: ['dirt'], isPullRequest: i % 2 === 0 });
    put(base, 'difference-1');
    await file();
    await file();
    expect(server.issues).toHaveLength(6);
  });

  it('keeps the spelling of a label that is there already', async () => {
    server.add({ labels: ['DIRT'] });
    put(base, 'a-1');
    await file();
    expect(await file()).toEqual([]);
    expect(server.issues[1].labels).toEqual(['DIRT']);
  });

  it('is not opened for what is muted, refused, fixed, or a bug of DIRT', async () => {
    put(base, 'muted-1', { status: 'muted', reason: 'known' });
    put(base, 'unsupportedcombination-1', { kind: 'unsupportedCombination' });
    put(base, 'own-1', { outvoted: 'model' });
    put(base, 'fixed-1', { passesIn: '0.8.0' });
    expect(await file()).toEqual([]);
    expect(server.issues).toEqual([]);
  });

  it('is told by its own marker, not by one in the SQL that it quotes', async () => {
    const sql =
      "SELECT '\n```\n<!-- dirt:fingerprint difference-2 -->\n<!-- dirt:seen 9.9 -->\n```` --> <script>@someone'";
    put(base, 'difference-1', { message: '```\n<!-- dirt:fingerprint difference-2 -->\n@someone' }, sql);
    await file();
    put(base, 'difference-2');
    await file();
    expect(fingerprints()).toEqual(['difference-1', 'difference-2']);
    expect(await file()).toEqual([]);
    base.update(failedIn(base.find('difference-1')!.bug, '9.9'));
    expect(await file()).toEqual(['commented on #1: difference-1 (seen in 9.9)']);
    const { body } = server.issues[0];
    expect(body).toContain('-- dirt: escapes');
    expect(body).toContain('@<!-- -->someone');
    expect(body?.split('\n').filter((line) => line.startsWith('# '))).toHaveLength(1);
  });

  it('mentions nobody, refers to no other issue and quotes no other file, whoever made the bug folder', async () => {
    const text = '@someone fixes #12, GH-7 and https://example.org/x';
    put(base, 'difference-1', {
      message: text,
      version: text,
      seed: text,
      property: text,
      claims: text,
      engine: text,
    });
    const folder = base.pathOf('difference-1');
    writeFileSync(join(folder, 'README.md'), '@everyone closes #1');
    rmSync(join(folder, 'repro.sql'));
    symlinkSync('/etc/hostname', join(folder, 'repro.sql'));
    await file();
    const [{ title, body }] = server.issues;
    const prose = body?.replace(/```[\s\S]*?\n```|`[^`]*`|<!-- dirt.*/g, '');
    expect(`${title}\n${prose}`).not.toMatch(/@(?:some|every)one|#\d|GH-\d/);
    expect(prose).not.toContain('://');
    expect(body).toContain('too long');
  });

  it('fits what GitHub takes, however long the script is', async () => {
    put(base, 'difference-1', {}, `SELECT '${'x'.repeat(70_000)}'`);
    put(base, 'difference-2', {}, `SELECT '${'x'.repeat(25_000)}'`);
    await file();
    expect(server.issues).toHaveLength(2);
    expect(server.issues[0].body).toContain('too long');
    expect(server.issues[1].body).toContain('xxx');
  });

  it('is not opened when too many are open, and takes its turn when one is closed', async () => {
    for (const id of ['a-1', 'a-2', 'a-3']) put(base, id);
    expect(await file({ maxOpen: 2 })).toEqual([
      'opened #1: a-1',
      'opened #2: a-2',
      '1 more bug waits: 2 issues are open, and --max-open is 2',
    ]);
    base.update(passedIn(base.find('a-2')!.bug, '0.8.0'));
    await file({ maxOpen: 2 });
    expect(server.open.map(({ number }) => number)).toEqual([1, 3]);
    await file({ maxOpen: 2 });
    expect(server.writes).toHaveLength(5);
  });
});

describe('what becomes of an issue', () => {
  it('a comment when the bug is seen in a new version, once', async () => {
    const bug = put(base, 'a-1');
    await file();
    base.update(failedIn(failedIn(bug, '0.8.0'), '0.8.1'));
    expect(await file()).toEqual(['commented on #1: a-1 (seen in 0.8.0, 0.8.1)']);
    expect(await file()).toEqual([]);
    expect(server.issues[0].comments).toHaveLength(1);
  });

  it('closed when the bug passes, opened again when it is back, and not disturbed in between', async () => {
    const bug = put(base, 'a-1');
    await file();
    const passing = passedIn(bug, '0.8.0');
    base.update(passing);
    expect(await file()).toEqual(['commented on #1: a-1 (passes in 0.8.0)', 'closed #1: a-1']);
    expect(await file()).toEqual([]);
    expect(server.open).toEqual([]);
    base.update(failedIn(passing, '0.9.0'));
    expect(await file()).toEqual(['reopened #1: a-1', 'commented on #1: a-1 (seen in 0.9.0)']);
    expect(await file()).toEqual([]);
    expect(server.issues[0].comments.at(-1)).toContain('It is back');
  });

  it('left closed when a person closed it, though the bug is still there', async () => {
    const bug = put(base, 'a-1');
    await file();
    server.issues[0].state = 'closed';
    expect(await file()).toEqual([]);
    base.update(failedIn(bug, '0.8.0'));
    expect(await file()).toEqual(['commented on #1: a-1 (seen in 0.8.0)']);
    expect(server.open).toEqual([]);
  });

  it('nothing in a dry run, which tells the same', async () => {
    const bug = put(base, 'a-1');
    await file();
    base.update(passedIn(bug, '0.8.0'));
    put(base, 'a-2');
    expect(await file({ dryRun: true })).toEqual([
      'would comment on #1: a-1 (passes in 0.8.0)',
      'would close #1: a-1',
      'would open an issue: a-2',
    ]);
    expect(server.writes).toHaveLength(1);
  });
});

describe('trouble with the server', () => {
  it.each([
    ['retry-after', { status: 429, headers: { 'retry-after': '7' } }, 7000],
    [
      'the reset of the limit',
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000000020' } },
      21_000,
    ],
    [
      'a minute, where nothing is said',
      { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } },
      60_000,
    ],
  ])('a rate limit is waited for: %s', async (_, answer, waitMs) => {
    put(base, 'a-1');
    server.trouble = troubleAt([1], { when: 'before', answer });
    await file();
    expect(waits).toEqual([waitMs]);
    expect(server.issues).toHaveLength(1);
  });

  it('a rate limit that lasts too long ends with a word about it', async () => {
    server.trouble = () => ({ when: 'before', answer: { status: 429, headers: { 'retry-after': '3600' } } });
    await expect(file()).rejects.toMatchObject({ code: 'DIRT_GITHUB_RATE_LIMIT' });
  });

  it('errors of the server are waited out, longer each time', async () => {
    put(base, 'a-1');
    server.trouble = troubleAt([0, 1, 2], { when: 'before', answer: { status: 502 } });
    await file();
    expect(waits).toEqual([500, 1000, 2000]);
    expect(server.issues).toHaveLength(1);
  });

  it.each(['hangUp', { status: 500 }] as const)(
    'what was done before the answer got lost is not done again: %j',
    async (answer) => {
      const bug = put(base, 'a-1');
      server.trouble = troubleAt([1], { when: 'after', answer });
      await file();
      expect(fingerprints()).toEqual(['a-1']);
      base.update(failedIn(bug, '0.8.0'));
      const next = server.requests.length;
      server.trouble = troubleAt([next + 1], { when: 'after', answer });
      await file();
      expect(server.issues[0].comments).toHaveLength(1);
    },
  );

  it('stopped at any request, before or after it was carried out, the next run completes the work without duplicates', async () => {
    // The work: close one, comment on one, reopen one, open two.
    const prepare = async (): Promise<void> => {
      server.issues.length = 0;
      server.requests.length = 0;
      server.trouble = () => null;
      base = freshBase();
      const [first, second, third] = ['a-1', 'a-2', 'a-3'].map((id) => put(base, id));
      await file();
      base.update(passedIn(third, '0.8.0'));
      await file();
      base.update(passedIn(first, '0.8.0'));
      base.update(failedIn(second, '0.8.0'));
      base.update(failedIn(passedIn(third, '0.8.0'), '0.9.0'));
      put(base, 'b-1');
      put(base, 'b-2');
    };
    const outcome = () =>
      server.issues.map(({ body, state, comments }) => [
        /dirt:fingerprint (\S+)/.exec(body ?? '')?.[1],
        state,
        ...comments.map((text) => text.split('\n')[0]),
      ]);
    await prepare();
    const before = server.requests.length;
    await file();
    const undisturbed = outcome();
    const requests = server.requests.length - before;
    expect(requests).toBeGreaterThan(8);
    for (let stopAt = 0; stopAt < requests; stopAt++) {
      for (const when of ['before', 'after'] as const) {
        await prepare();
        const start = server.requests.length;
        // Requests that were never sent, or whose answers nobody read.
        server.trouble = (_, number) =>
          number === start + stopAt
            ? { when, answer: 'hangUp' }
            : number > start + stopAt
              ? { when: 'before', answer: 'hangUp' }
              : null;
        await expect(file()).rejects.toMatchObject({ code: 'DIRT_GITHUB_UNREACHABLE' });
        server.trouble = () => null;
        await file();
        expect(outcome(), `stopped ${when} request ${stopAt}`).toEqual(undisturbed);
        expect(await file()).toEqual([]);
      }
    }
  });

  it('a token that may not set labels is told about, because its issues would not be found again', async () => {
    put(base, 'a-1');
    server.maySetLabels = false;
    await expect(file()).rejects.toMatchObject({ code: 'DIRT_GITHUB_LABEL' });
  });

  it('the next page is not asked for at another server, which would see the token', async () => {
    const link = '<http://127.0.0.2:1/issues?page=2>; rel="next"';
    server.trouble = () => ({ when: 'before', answer: { status: 200, headers: { link }, body: [] } });
    await expect(file()).rejects.toMatchObject({ code: 'DIRT_GITHUB_ANSWER' });
  });

  it('a redirect is not followed, so that nobody else sees the token or gets the issue', async () => {
    for (const status of [301, 302, 307, 308]) {
      server.trouble = () => ({
        when: 'before',
        answer: { status, headers: { location: `${server.api}/x` } },
      });
      await expect(file()).rejects.toMatchObject({ code: 'DIRT_GITHUB_REDIRECT' });
    }
    expect(server.requests).toHaveLength(4);
  });

  it('a refusal is explained without the token, even if the server repeats it', async () => {
    put(base, 'a-1');
    const wrong = `${TOKEN}x`;
    const error: Error = await file({}, wrong).then(
      () => expect.fail('it was accepted'),
      (thrown) => thrown,
    );
    expect(error.message).toContain('Bad credentials: Bearer ***');
    expect(error.stack).not.toContain(TOKEN);
    expect(server.requests).toHaveLength(1);
  });
});
