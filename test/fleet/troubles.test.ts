// What goes wrong at those who run a fleet: coordinators that are killed, interrupted or two, results without end, disks without space, and
// limits of workers. Each is told in one line, and nothing is lost.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BugBase } from '../../src/find/bug-base.ts';
import { dirt, type Started, startDirt } from '../e2e/dirt.ts';
import { BROKEN, forgetfulProject } from '../e2e/forgetful.ts';
import { SOON } from '../engines/homes.ts';
import { lacks } from '../lacks.ts';
import { scriptedWorker } from './scripted-worker.ts';
import { type Server, startRedis } from './servers.ts';

const cwd = forgetfulProject();
const RUN = ['--seed', '2', '--plans', '8', '--steps', '60', '--bisect-budget', '0', '--chunk', '1s'];

describe.skipIf(lacks('redis', 'troubles of a fleet'))('a fleet in trouble', () => {
  const started: Started[] = [];
  let server: Server;
  let env: Record<string, string>;
  let alone: object[];
  beforeAll(async () => {
    server = await startRedis();
    env = { ...BROKEN, DIRT_QUEUE: server.url };
    dirt(['run', ...RUN.slice(0, -2), '--bugs', 'alone/bugs'], { cwd, env });
    alone = causesIn('alone');
  });
  afterEach(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all(started.splice(0).map(({ ended }) => ended));
  });
  afterAll(() => server.stop());

  const start = (...args: string[]) => {
    const one = startDirt(args, { cwd, env });
    started.push(one);
    return one;
  };
  const worker = (...args: string[]) => start('fleet', 'worker', '--workers', '1', ...args);
  const run = (name: string, ...args: string[]) =>
    start('fleet', 'run', ...RUN, '--json', '--bugs', `${name}/bugs`, ...args);
  const causesIn = (name: string) =>
    new BugBase(join(cwd, name, 'bugs'))
      .load()
      .bugs.map(({ bug: { id, timesSeen, statements } }) => ({ id, timesSeen, statements }));
  /** Each plan was counted once, the causes are those of the campaign alone, and the queue is empty. */
  const isWhole = (name: string) => {
    const { out, status } = dirt(['fleet', 'audit', '--bugs', `${name}/bugs`], { cwd, env });
    expect(out).toMatch(/^dirt-\w+: 8 plans in .* 0 missing, 0 twice, .*; 0 left in the queue; finished$/m);
    expect(status).toBe(0);
    expect(causesIn(name)).toEqual(alone);
  };
  const linesOf = (error: string) =>
    error
      .trim()
      .split('\n')
      .filter((line) => !line.includes('planted in the canary'));

  it('whose coordinator is killed goes on with the same command', async () => {
    worker();
    const first = run('killed');
    await first.said('"event":"progress"');
    first.child.kill('SIGKILL');
    await first.ended;
    const { status, error } = await run('killed').ended;
    expect(status).toBe(1);
    expect(error).toMatch(/going on with campaign dirt-\w+: \d+ results are here already/);
    isWhole('killed');
  });

  it('whose coordinator is interrupted drains, leaves nothing in the queue, and goes on with the same command', async () => {
    worker();
    const first = run('interrupted');
    await first.said('"event":"progress"');
    first.child.kill('SIGINT');
    const { status, error } = await first.ended;
    expect(status).toBe(130);
    expect(error).toContain('the same command goes on');
    const audit = dirt(['fleet', 'audit', '--bugs', 'interrupted/bugs'], { cwd, env }).out;
    expect(audit).toContain('0 left in the queue; not finished');
    await run('interrupted').ended;
    isWhole('interrupted');
  });

  it('has one coordinator: a second one here or elsewhere says so and ends, and the first goes on', async () => {
    const first = run('two');
    const journals = join(cwd, 'two', 'fleet');
    await expect
      .poll(() => existsSync(journals) && readdirSync(journals).some((name) => name.endsWith('.jsonl')), SOON)
      .toBe(true);
    for (const folder of ['two', 'elsewhere']) {
      const { status, error } = await run(folder).ended;
      expect(status).toBe(2);
      expect(linesOf(error).at(-1)).toMatch(
        /has another coordinator, process \d+ .* \[DIRT_FLEET_COORDINATOR\]$/,
      );
    }
    worker();
    expect((await first.ended).status).toBe(1);
    isWhole('two');
  });

  it('in which somebody sends a result of 100 MB files the work again, in one line', async () => {
    const first = run('huge');
    const scripted = scriptedWorker(server);
    await scripted.does({ kind: 'canary', worker: 'scripted', plans: 1, isFound: true });
    await scripted.does('x'.repeat(100 * 1024 * 1024));
    await scripted.close();
    worker();
    const { status, error } = await first.ended;
    expect(status).toBe(1);
    expect(linesOf(error).filter((line) => line.includes('.p0-8'))).toEqual([
      expect.stringMatching(/\.p0-8 is filed again: a message in the queue is not one of DIRT$/),
    ]);
    isWhole('huge');
  });

  it('whose workers have little memory and time replaces threads and workers, and comes to its end', async () => {
    const short = worker('--memory', '1', '--budget', '8s');
    const first = run('limits');
    const { status, error } = await short.ended;
    expect(status).toBe(0);
    expect(error).toContain('its time is over; finishing what is under way');
    worker('--memory', '1');
    await first.ended;
    isWhole('limits');
  });

  it.skipIf(lacks('mounting', 'a full disk at the coordinator'))(
    'whose coordinator has no space left ends in one line, and goes on where it was when there is space',
    async () => {
      const place = join(cwd, 'full');
      mkdirSync(place);
      const mount = (...options: string[]) =>
        expect(spawnSync('mount', ['-t', 'tmpfs', '-o', ...options, 'tmpfs', place]).status).toBe(0);
      mount('size=24k');
      try {
        worker();
        const { status, error } = await run('full').ended;
        expect(status).toBe(2);
        expect(linesOf(error).at(-1)).toMatch(/\(ENOSPC\)/);
        expect(error).not.toMatch(/^ {4}at /m);
        mount('remount,size=64m');
        await run('full').ended;
        isWhole('full');
      } finally {
        spawnSync('umount', ['-l', place]);
      }
    },
  );

  it('that tests a local build sends it to workers that take builds, and others leave it to them', async () => {
    const build = new URL(import.meta.resolve('@tursodatabase/database-wasm')).pathname;
    copyFileSync(join(dirname(build), 'turso.wasm32-wasi.wasm'), join(cwd, 'build.wasm'));
    const careful = worker();
    const about = ['--engine', 'file:build.wasm', '--seed', '5', '--plans', '1', '--steps', '20'];
    const first = start('fleet', 'run', ...about, '--bisect-budget', '0', '--bugs', 'build/bugs');
    await careful.said('its engine is a local build, which is code that comes through the queue');
    worker('--builds');
    const { status, out, error } = await first.ended;
    expect(status, `${out}${error}`).toBeLessThan(2);
    expect(out).toContain('1 plan');
  });
});
