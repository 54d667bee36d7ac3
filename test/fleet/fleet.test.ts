// A campaign through a real queue, with real workers.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BugBase } from '../../src/find/bug-base.ts';
import { packed } from '../../src/fleet/wire.ts';
import { profiles } from '../../src/planning/index.ts';
import { DIRT_VERSION } from '../../src/version.ts';
import { dirt, type Started, startDirt } from '../e2e/dirt.ts';
import { BROKEN, forgetfulProject } from '../e2e/forgetful.ts';
import { lacks } from '../lacks.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { FAILURE, RESULT } from './results.ts';
import { scriptedWorker } from './scripted-worker.ts';
import { PASSWORD, type Server, startPostgres, startRedis } from './servers.ts';

const GUARD = new URL('../e2e/guard.mjs', import.meta.url).href;
const cwd = forgetfulProject();
const campaign = ['--seed', '2', '--plans', '10', '--steps', '60', '--bisect-budget', '0', '--json'];
const causesIn = (folder: string) =>
  new BugBase(join(cwd, folder))
    .load()
    .bugs.map(({ bug: { id, timesSeen, statements } }) => ({ id, timesSeen, statements }));
const idsOf = (out: string, event: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((each) => each.event === event)
    .map(({ bug }) => bug.id);
const summaryOf = (out: string) => JSON.parse(out.trim().split('\n').at(-1)!);
const counted = ({ plans, statements, findings, newBugs, refusals }: Record<string, unknown>) => ({
  plans,
  statements,
  findings,
  newBugs,
  refusals,
});

const FILED = {
  dirt: DIRT_VERSION,
  project: null,
  settings: {
    seed: '1',
    statements: 10,
    profile: profiles.general,
    properties: [],
    features: [],
    silenced: [],
    regressed: [],
    config: null,
    engine: 'turso',
    reference: null,
    shrinks: true,
    doublecheck: false,
    shrinkLimit: 10,
    known: [],
  },
  version: '0.7.2',
  platform: null,
  engineHash: null,
  stuckMs: 60_000,
};

const ONE_PLAN = [
  '--engine',
  'sqlite',
  '--seed',
  '1',
  '--plans',
  '1',
  '--steps',
  '20',
  '--bisect-budget',
  '0',
];

const QUEUES = {
  redis: startRedis,
  postgres: startPostgres,
} as const;

describe.skipIf(lacks('redis', 'a fleet on Redis'))('a fleet on Redis', () => fleetOn('redis'));
describe.skipIf(lacks('postgres', 'a fleet on PostgreSQL'))('a fleet on PostgreSQL', () =>
  fleetOn('postgres'),
);

function fleetOn(name: keyof typeof QUEUES): void {
  let server: Server;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await QUEUES[name]();
    env = { ...BROKEN, DIRT_QUEUE: server.url };
  });
  afterAll(() => server.stop());

  it('counts each plan once and finds the causes of the campaign alone, though a worker is killed and the queue restarted', async () => {
    const bugs = `${name}/bugs`;
    const alone = dirt(['run', ...campaign, '--bugs', `${name}-alone/bugs`], { cwd, env });
    const worker = (): Started => startDirt(['fleet', 'worker', '--workers', '1'], { cwd, env });
    const first = worker();
    await first.said('works for');
    const run = startDirt(['fleet', 'run', ...campaign, '--chunk', '2s', '--bugs', bugs], { cwd, env });
    await run.said('"event":"progress"');
    first.child.kill('SIGKILL');
    await server.restart();
    const second = worker();
    const { status, out, error } = await run.ended;
    expect(status).toBe(1);
    expect(error).toContain('the bug that is planted in the canary was found in');
    expect(causesIn(bugs)).toEqual(causesIn(`${name}-alone/bugs`));
    expect(counted(summaryOf(out))).toEqual(counted(summaryOf(alone.out)));
    const audit = dirt(['fleet', 'audit', '--bugs', bugs], { cwd, env });
    expect(audit.out).toContain('0 missing, 0 twice');
    expect(audit.out).toContain('0 left in the queue; finished');
    expect(audit.status).toBe(0);
    // What is known is tried again by workers before the next campaign: it fails in one version, and passes once it is mended.
    const known = causesIn(bugs).map(({ id }) => id);
    const next = ['fleet', 'run', ...campaign, '--plans', '1', '--bugs', bugs];
    const again = await startDirt(next, { cwd, env }).ended;
    expect(idsOf(again.out, 'stillFails')).toEqual(known);
    second.child.kill('SIGTERM');
    expect((await second.ended).error).toContain('finishing what is under way');
    const mended = { DIRT_QUEUE: server.url, VERSION: '1.1' };
    const third = startDirt(['fleet', 'worker', '--workers', '1'], { cwd, env: mended });
    const last = await startDirt(next, { cwd, env: mended }).ended;
    expect(idsOf(last.out, 'passes')).toEqual(known);
    third.child.kill('SIGTERM');
    await third.ended;
    const [{ bug }] = new BugBase(join(cwd, bugs)).load().bugs;
    expect(bug.passesIn).toBe('1.1');
  });
}

describe.skipIf(lacks('redis', 'bad queues'))('a queue that is not what it should be', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  it('is told in one line, without the password', () => {
    const told = (url: string | undefined) => {
      const { status, error } = dirt(['fleet', 'status'], {
        env: url === undefined ? {} : { DIRT_QUEUE: url },
      });
      expect(status).toBe(2);
      expect(error).not.toContain(PASSWORD);
      return error;
    };
    expect(told(undefined)).toContain('DIRT_QUEUE does not say where the queue is');
    expect(told('http://localhost')).toContain('DIRT_QUEUE is about http:');
    expect(told(`redis://:${PASSWORD}@127.0.0.1:1`)).toContain('redis://127.0.0.1:1 does not answer');
    expect(told(server.url.replace(PASSWORD, 'wrong'))).toContain('refuses the user or password');
  });

  it('a campaign that somebody forged runs nothing that its worker has not got, and what it says does nothing', async () => {
    const { port } = new URL(server.url);
    const connection = { port: Number(port), password: PASSWORD };
    const [work, records] = [
      new Queue('dirt-work', { connection }),
      new Queue('dirt-records', { connection }),
    ];
    const trapped = temporaryFolder();
    const trap = join(trapped, 'x.node');
    writeFileSync(trap, `require('node:fs').writeFileSync(${JSON.stringify(join(trapped, 'ran'))}, '');`);
    const build = new Uint8Array(readFileSync(trap));
    const hash = createHash('sha256').update(`${build.length}:`).update(build).digest('hex');
    await records.add('record', { text: packed(build) }, { jobId: `engine-${hash}` });
    const forgeries: [string, object, object, string][] = [
      ['dirt-1a', { engine: `file:${trap}` }, {}, 'a campaign\'s own word is not enough to run "file:'],
      ['dirt-1b', { reference: `file:${trap}` }, {}, 'a campaign\'s own word is not enough to run "file:'],
      ['dirt-1c', { engine: 'turso-native@npm:left-pad@1.0.0' }, {}, "a campaign's own word is not enough"],
      ['dirt-1d', {}, { version: '0.7.2/../../evil' }, "a campaign's own word is not enough"],
      ['dirt-1e', { engine: 'file:x.node' }, { engineHash: hash }, 'its engine is a local build'],
    ];
    for (const [id, settings, changes] of forgeries) {
      const filed = { ...FILED, id, settings: { ...FILED.settings, ...settings }, ...changes };
      await records.add('record', { text: packed(filed) }, { jobId: `${id}.campaign` });
      const job = {
        campaign: id,
        dirt: DIRT_VERSION,
        work: packed({ kind: 'plans', from: 0, to: 1, causes: 0 }),
      };
      await work.add('dirt', job, { jobId: `${id}.p0-1` });
    }
    const shown = { campaign: 'dirt-2\u001b[2J\n::error::x', dirt: '\u202e', work: '' };
    await work.add('dirt', shown, { jobId: 'shown' });
    const env = { DIRT_QUEUE: server.url, NODE_OPTIONS: `--import=${GUARD}`, GITHUB_ACTIONS: 'true' };
    const worker = startDirt(['fleet', 'worker', '--workers', '2'], { env });
    for (const [id, , , reason] of forgeries)
      await worker.said(`campaign ${id} is left to others: ${reason}`);
    await worker.said('campaign dirt-2\\u{1b}[2J');
    worker.child.kill('SIGTERM');
    const { out, error } = await worker.ended;
    expect(`${out}${error}`).not.toMatch(/[\u001b\u202e]|^::error|GUARD|^ {4}at /m);
    expect(existsSync(join(trapped, 'ran'))).toBe(false);
    await work.obliterate({ force: true });
    await Promise.all([work.close(), records.close()]);
  });

  it('what a queue says of campaigns and workers forges no line of `fleet status`, and hides nothing of the others if it is damaged', async () => {
    const { port } = new URL(server.url);
    const records = new Queue('dirt-records', { connection: { port: Number(port), password: PASSWORD } });
    const evil =
      '\u001b[2J\u009b31m\u202e\r\n::error::x\n##[error]y\ndirt-f0: sqlite, seed 1: 5 plans\u2028No campaign is under way.';
    const progress = {
      campaign: 'dirt-a1',
      engine: evil,
      seed: evil,
      elapsedMs: 1,
      plans: 1,
      of: null,
      statements: 1,
      statementsPerSecond: 1,
      newBugs: 0,
      knownBugs: 0,
      causes: 0,
      undecided: 0,
      at: 1,
      workers: { [evil]: { statements: 1, busyMs: 1, lastMs: 1 } },
      failed: [evil, 'x'.repeat(2 ** 18)],
    };
    const put = (id: string, text: unknown) => records.add('record', { text }, { jobId: `${id}.progress` });
    await put('dirt-a1', packed(progress));
    await put('dirt-a2', packed({ ...progress, campaign: 'dirt-a1' }));
    await put('dirt-a3', packed({ ...progress, campaign: 'dirt-a3', workers: 5 }));
    await put('dirt-a4', packed(JSON.parse('{"__proto__":{"polluted":1}}')));
    await put(evil.replaceAll(':', ';'), packed(progress));
    await put('dirt-a5', 'no base64');
    const noJson = await put('dirt-a6', '');
    const told = spawnSync('redis-cli', [
      '-p',
      port,
      '--no-auth-warning',
      '-a',
      PASSWORD,
      'HSET',
      records.toKey(String(noJson.id)),
      'data',
      '{',
    ]);
    expect(String(told.stdout)).toBe('0\n');
    await put(
      'dirt-a7',
      packed({ ...progress, campaign: 'dirt-a7', engine: 'sqlite', workers: {}, failed: [] }),
    );
    const env = { DIRT_QUEUE: server.url, NODE_OPTIONS: `--import=${GUARD}`, GITHUB_ACTIONS: 'true' };
    const { status, out, error } = dirt(['fleet', 'status'], { env });
    expect([status, error.trimEnd().split('\n').length]).toEqual([0, 1]);
    expect(error).toMatch(/^dirt: \d records of progress left out, as .*\.progress: /);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, 10));
    const heads = [
      'redis://12',
      'dirt-a1: \\',
      '  its coor',
      '  \\u{1b}[2',
      '  failed: ',
      '  failed: ',
      'dirt-a7: s',
      '  its coor',
    ];
    expect(lines.toSorted()).toEqual(heads.toSorted());
    expect(out.length).toBeLessThan(10_000);
    expect(out).toContain('more characters)');
    const json = dirt(['fleet', 'status', '--json'], { env });
    for (const said of [out, error, json.out, json.error])
      expect(said).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]|^\s*::error|##\[|GUARD|^ {4}at |bug of DIRT/m,
      );
    const campaigns = json.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).campaign);
    expect(campaigns.toSorted()).toEqual(['dirt-a1', 'dirt-a7']);
    await records.obliterate({ force: true });
    await records.close();
  });

  it('a campaign whose workers do not see a planted bug is not green, though they find nothing', async () => {
    const env = { DIRT_QUEUE: server.url };
    const run = startDirt(['fleet', 'run', ...ONE_PLAN], { env });
    const blind = scriptedWorker(server);
    const { id } = await blind.does({ kind: 'canary', worker: 'blind', plans: 24, isFound: false });
    expect(id).toMatch(/\.canary$/);
    await blind.close();
    const worker = startDirt(['fleet', 'worker', '--workers', '1'], { env });
    const { status, out } = await run.ended;
    worker.child.kill('SIGTERM');
    await worker.ended;
    expect(out).toContain(
      'Nothing was tested: workers see nothing: 24 plans on an engine with a planted bug passed',
    );
    expect(status).toBe(2);
  });

  it('a failure that is explained while it is looked into is looked into once more, and the campaign comes to its end', async () => {
    const run = startDirt(['fleet', 'run', ...ONE_PLAN], { env: { DIRT_QUEUE: server.url } });
    const scripted = scriptedWorker(server);
    const worker = 'scripted';
    await scripted.does({ kind: 'canary', worker, plans: 1, isFound: true });
    await scripted.does({
      kind: 'plans',
      worker,
      asked: { version: '1', against: null, opener: 'sqlite@3.50.4' },
      tookMs: 1,
      plans: [{ index: 0, result: RESULT, failures: [FAILURE], told: [{ asked: 0 }], lookMs: 0 }],
    });
    const looked = (answer: object) => ({
      kind: 'look',
      worker,
      said: { failure: { index: 0, nth: 0 }, answer, tookMs: 1 },
    });
    const first = await scripted.does(looked({ kind: 'explained', by: 'wrong-1' }));
    const second = await scripted.does(looked({ kind: 'nothing' }));
    expect([first.id, second.id].every((id) => /\.q0-0-/.test(id ?? ''))).toBe(true);
    expect((await run.ended).status).toBe(0);
    await scripted.close();
  });

  it('jobs of others are named and stop nobody, and those of another DIRT are left to its workers', async () => {
    const { port } = new URL(server.url);
    const queue = new Queue('dirt-work', { connection: { port: Number(port), password: PASSWORD } });
    await queue.add('mail', { to: 'somebody' }, { jobId: 'mail' });
    await queue.add('dirt', { campaign: 'dirt-1', dirt: '0.0.1', work: '' }, { jobId: 'dirt-1.p0-8' });
    const worker = startDirt(['fleet', 'worker'], { env: { DIRT_QUEUE: server.url } });
    await worker.said('job mail in the queue is not one of DIRT');
    await worker.said('campaign dirt-1 is left to others: it is of DIRT 0.0.1');
    worker.child.kill('SIGTERM');
    await worker.ended;
    expect(await queue.getJobState('dirt-1.p0-8')).toBe('delayed');
    await queue.close();
  });
});
