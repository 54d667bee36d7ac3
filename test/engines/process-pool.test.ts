import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { allFeatures } from '../../src/dialect/sqlite/features/feature-set.ts';
import { DATABASE_FILE, type Engine } from '../../src/engines/engine.ts';
import { clearUp } from '../../src/engines/process/process-home.ts';
import { program } from '../../src/engines/program/program.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { unrehearsed } from '../../src/plan/test-step.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { type PlanRequest, planOf } from '../../src/planning/planner.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { builtInProperties } from '../../src/properties/index.ts';
import { execute, outcomesOf } from '../../src/run/execute.ts';
import { createWorld } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { lacks } from '../lacks.ts';
import { openSession, rowsOf, type Session } from '../world/session.ts';
import { homesOf, isAlive, nothingIsLeft, pidIn, SOON } from './homes.ts';

const SERVING = fileURLToPath(new URL('./program/serving.mjs', import.meta.url));
const PARENT = fileURLToPath(new URL('./program/parent.mjs', import.meta.url));
const PYTHON = fileURLToPath(new URL('../../examples/engine-python/dirt_sqlite3.py', import.meta.url));
const LITTLE_FUEL = 1;

afterAll(clearUp);

function serving(...args: string[]): Engine {
  return program({ command: [process.execPath, SERVING, ...args] });
}

function open(engine: Engine, world = createWorld(DEFAULT_WORLD)): Promise<Session> {
  return openSession(engine, world);
}

async function answer({ connection }: Session, sql: string): Promise<unknown> {
  return (await rowsOf(connection, sql))[0][0];
}

/** The process that serves the next database. */
async function pidOf(engine: Engine): Promise<number> {
  const session = await open(engine);
  const pid = Number(await answer(session, 'PID'));
  await session.instance.close();
  return pid;
}

describe('a program that says protocol 2', () => {
  test('opens one database after the other in one process, each in a folder of its own', async () => {
    const engine = serving('2');
    const first = await open(engine);
    const pid = await answer(first, 'PID');
    const folder = await answer(first, 'FOLDER');
    await rowsOf(first.connection, 'WRITE');
    expect(await first.instance.close()).toMatchObject({ kind: 'rows' });
    await nothingIsLeft();
    const second = await open(engine);
    expect(await answer(second, 'PID')).toBe(pid);
    expect(await answer(second, 'FOLDER')).not.toBe(folder);
    expect(await answer(second, 'FILES')).toBe('');
    await second.instance.close();
  });

  test('goes on with its files after it was closed and opened again', async () => {
    const world = createWorld(DEFAULT_WORLD);
    const engine = serving('2');
    const first = await open(engine, world);
    await rowsOf(first.connection, 'WRITE');
    await first.instance.close();
    const second = await open(engine, world);
    expect(await answer(second, 'FILES')).toBe(DATABASE_FILE);
    await second.instance.close();
  });

  test('is closed and used again when a run ends early, and the disk is as the run has left it', async () => {
    const world = createWorld(DEFAULT_WORLD);
    const engine = serving('2');
    const first = await open(engine, world);
    const pid = Number(await answer(first, 'PID'));
    await rowsOf(first.connection, 'WRITE');
    await first.instance.drop();
    expect([...world.disk.files().keys()]).toEqual([DATABASE_FILE]);
    expect(await pidOf(engine)).toBe(pid);
    await nothingIsLeft();
  });

  test('that refuses to open again is told so', async () => {
    const engine = serving('2', 'open');
    await pidOf(engine);
    expect(await engine.boot(createWorld(DEFAULT_WORLD))).toMatchObject({
      kind: 'panic',
      breach: expect.stringMatching(
        /it says protocol 2, but open after close fails \(already open\).*let go of everything at close, or leave "protocol" out/,
      ),
    });
    await nothingIsLeft();
  });

  test('that dies when it opens again is told so when it is clear that it always does', async () => {
    const engine = serving('2', 'life');
    const pids = [await pidOf(engine), await pidOf(engine)];
    expect(pids[1]).not.toBe(pids[0]);
    await expect(pidOf(engine)).rejects.toMatchObject({ message: expect.stringContaining('exit code 4') });
    await nothingIsLeft();
  });

  test('dies without the words of those that it served before', async () => {
    const engine = serving('2');
    const first = await open(engine);
    await rowsOf(first.connection, 'COMPLAIN');
    await first.instance.close();
    const second = await open(engine);
    expect(await second.connection.run('EXIT', DEFAULT_FUEL)).toMatchObject({
      message: 'the process died: exit code 3',
    });
  });
});

test('a program that says no protocol gets a process for each database', async () => {
  const engine = serving('1');
  const pids = [await pidOf(engine), await pidOf(engine), await pidOf(engine)];
  expect(new Set(pids).size).toBe(3);
  expect(pids.some(isAlive)).toBe(false);
});

describe('a process is replaced after', () => {
  const endings: Record<string, (session: Session) => unknown> = {
    'a panic': ({ connection }) => connection.run('EXIT', DEFAULT_FUEL),
    'a hang': ({ connection }) => connection.run('HANG', LITTLE_FUEL),
  };

  test.each(Object.keys(endings))('%s', async (ending) => {
    const engine = serving('2');
    const pid = await pidOf(engine);
    const session = await open(engine);
    expect(Number(await answer(session, 'PID'))).toBe(pid);
    await endings[ending](session);
    await session.instance.drop();
    expect(isAlive(pid)).toBe(false);
    expect(await pidOf(engine)).not.toBe(pid);
    await nothingIsLeft();
  });

  test('a kill, which keeps the files', async () => {
    const engine = serving('2');
    const world = createWorld(DEFAULT_WORLD);
    const session = await open(engine, world);
    const pid = Number(await answer(session, 'PID'));
    await rowsOf(session.connection, 'WRITE');
    world.disk.powerOff();
    await session.instance.drop();
    expect(isAlive(pid)).toBe(false);
    const survivor = { ...world, disk: world.disk.survivor({ unsynced: 'keep', choice: '' }) };
    const again = await open(engine, survivor);
    expect(Number(await answer(again, 'PID'))).not.toBe(pid);
    expect(await answer(again, 'FILES')).toBe(DATABASE_FILE);
    await again.instance.close();
    await nothingIsLeft();
  });

  test('a close that it refused', async () => {
    const engine = serving('2', 'close');
    const pid = await pidOf(engine);
    expect(isAlive(pid)).toBe(false);
    expect(await pidOf(engine)).not.toBe(pid);
    await nothingIsLeft();
  });

  test('its death while it was idle', async () => {
    const engine = serving('2');
    const pid = await pidOf(engine);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => !isAlive(pid), SOON).toBe(true);
    expect(await pidOf(engine)).not.toBe(pid);
    await nothingIsLeft();
  });
});

describe('processes that wait', () => {
  afterEach(() => vi.useRealTimers());

  test('once one was lost, one is started ahead, and is the next that is used', async () => {
    const before = new Set(homesOf());
    const newHomes = () => homesOf().filter((home) => !before.has(home));
    const engine = serving('2');
    const first = await open(engine);
    expect(newHomes()).toHaveLength(1);
    await first.connection.run('EXIT', DEFAULT_FUEL);
    const second = await open(engine);
    const pid = Number(await answer(second, 'PID'));
    expect(newHomes()).toHaveLength(2);
    const [spare] = newHomes()
      .map(pidIn)
      .filter((each) => each !== pid);
    await second.connection.run('EXIT', DEFAULT_FUEL);
    const third = await open(engine);
    expect(Number(await answer(third, 'PID'))).toBe(spare);
    await third.instance.close();
    await pidOf(engine);
    expect(newHomes()).toHaveLength(2);
  });

  test('are not used again when the engine has changed', async () => {
    const engine = serving('2');
    const lost = await open(engine);
    await lost.connection.run('EXIT', DEFAULT_FUEL);
    const before = new Set(homesOf());
    const pid = await pidOf(engine);
    const waiting = homesOf()
      .filter((home) => !before.has(home))
      .map(pidIn);
    expect(waiting).toHaveLength(2);
    expect(waiting).toContain(pid);
    await engine.renew?.();
    expect(waiting.some(isAlive)).toBe(false);
    expect(waiting).not.toContain(await pidOf(engine));
  });

  test('are ended when nobody asks for them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const engine = serving('2');
    const sessions = [await open(engine), await open(engine)];
    const [used, other] = await Promise.all(sessions.map((session) => answer(session, 'PID').then(Number)));
    await sessions[1].instance.close();
    await sessions[0].instance.close();
    for (let i = 0; i < 8; i++) {
      vi.advanceTimersByTime(2_000);
      expect(await pidOf(engine)).toBe(used);
    }
    await expect.poll(() => isAlive(other), SOON).toBe(false);
    expect(isAlive(used)).toBe(true);
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => isAlive(used), SOON).toBe(false);
    vi.useRealTimers();
    await nothingIsLeft();
  });

  test.each(['by itself', 'exit', 'a worker is ended'])('go when their parent ends: %s', async (ending) => {
    const running = promisify(execFile)(process.execPath, [PARENT, ending]);
    const { stdout } = await running;
    const pids = stdout.trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    await expect.poll(() => !pids.some(isAlive), SOON).toBe(true);
    expect(homesOf(running.child.pid)).toEqual([]);
  });
});

describe('statements that are sent ahead', () => {
  const script = (...statements: string[]) =>
    unrehearsed(planOfScript(statements.map((sql) => `${sql};`).join('\n'), DEFAULT_FUEL / 10));
  const many = Array.from({ length: 20 }, () => 'NOTHING');

  test('come several at once, but not before the program was seen to answer one by one', async () => {
    const engine = serving('2');
    const most = async () =>
      outcomesOf(await execute(script(...many, 'MOST AT ONCE'), engine)).at(-2)?.outcome;
    expect(await most()).toMatchObject({ rows: [[1n]] });
    expect(await most()).toMatchObject({ rows: [[16n]] });
  });

  test('do not reach a program that says no protocol', async () => {
    const engine = serving('1');
    for (let i = 0; i < 2; i++) {
      const outcomes = outcomesOf(await execute(script(...many, 'MOST AT ONCE'), engine));
      expect(outcomes.at(-2)?.outcome).toMatchObject({ rows: [[1n]] });
    }
  });

  test.each([
    ['EXIT', 'panic'],
    ['HANG', 'fuel'],
  ])('%s is laid to the statement that did it, and what comes after it does not count', async (sql, kind) => {
    const engine = serving('2');
    await pidOf(engine);
    const outcomes = outcomesOf(await execute(script('PID', 'PID', sql, 'PID', 'PID'), engine));
    expect(outcomes.map(({ at, outcome }) => [at, outcome.kind])).toEqual([
      [-1, 'rows'],
      [0, 'rows'],
      [1, 'rows'],
      [2, kind],
    ]);
    await nothingIsLeft();
  });
});

test.skipIf(lacks('python', "Python's sqlite3 as an engine"))(
  'plans have the same outcomes in processes that are new and in one that served others before',
  async () => {
    const fresh = () => program({ command: ['python3', PYTHON] });
    const used = fresh();
    const request: Omit<PlanRequest, 'index'> = {
      seed: 'processes',
      statements: 60,
      abilities: used.abilities,
      profile: profiles.faults,
      properties: builtInProperties,
      features: allFeatures(),
    };
    for (let index = 0; index < 8; index++) {
      const planned = planOf({ ...request, index });
      const outcomes = outcomesOf(await execute(planned, used));
      expect(outcomes).toEqual(outcomesOf(await execute(planned, fresh())));
      expect(outcomes.length).toBeGreaterThan(20);
    }
  },
);
