import { describe, expect, test } from 'vitest';
import { planAt } from '../../src/campaign/settings.ts';
import type { Connection, Engine } from '../../src/engines/engine.ts';
import { BoundConnection, openDatabase } from '../../src/engines/turso/bound-connection.ts';
import { collectIfDue, instanceDropped } from '../../src/engines/turso/collector.ts';
import { TursoInstance } from '../../src/engines/turso/instance.ts';
import { InstancePool } from '../../src/engines/turso/pool.ts';
import { quirksOf } from '../../src/engines/turso/quirks.ts';
import type { RunningModule } from '../../src/engines/turso/running-module.ts';
import { installedVersion } from '../../src/engines/turso/turso.ts';
import { usableFeatures } from '../../src/ledger/ledger.ts';
import { probedLedger } from '../../src/ledger/probed-ledger.ts';
import { type RehearsedTest, testOf } from '../../src/plan/index.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { execute, outcomesOf } from '../../src/run/execute.ts';
import { createWorld, type World } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { sized } from '../size.ts';
import { connect, openSession, rowsOf } from '../world/session.ts';
import { turso, tursoModule, WASM_VERSIONS } from './turso-versions.ts';

const PLANS_PER_PROFILE = sized(1, 100);
const PAGE = 65_536;

const worldOf = (seed: string): World => createWorld({ ...DEFAULT_WORLD, seed });

async function tursoWith(pool: () => InstancePool, version: string): Promise<Engine> {
  const boot = (world: World) => new TursoInstance(pool(), world, quirksOf(version));
  return {
    ...(await turso(version)),
    boot: (world) => collectIfDue()?.then(() => boot(world)) ?? boot(world),
  };
}

class Counting extends InstancePool {
  readonly seen = new WeakSet<RunningModule>();
  instances = 0;
  override boot(world: World): RunningModule {
    const running = super.boot(world);
    if (!this.seen.has(running)) this.instances++;
    this.seen.add(running);
    return running;
  }
}

class UsedOnce extends InstancePool {
  override giveBack(running: RunningModule): void {
    running.release();
    instanceDropped();
  }
}

async function plansFor(engine: Engine): Promise<RehearsedTest[]> {
  const features = usableFeatures(await probedLedger(engine));
  return Object.values(profiles).flatMap((profile) =>
    Array.from({ length: PLANS_PER_PROFILE }, (_, i) => {
      const { abilities } = engine;
      const settings = {
        seed: `pool ${i}`,
        statements: sized(40, 60),
        profile,
        properties: [],
        features,
        abilities,
      };
      return testOf(planAt(settings, i).plan);
    }),
  );
}

/** All that a run shows. */
async function shown(plan: RehearsedTest, engine: Engine) {
  const trace = await execute(plan, engine);
  return { outcomes: outcomesOf(trace), io: trace.disk.traceHash, disk: trace.disk.contentHash() };
}

const LIVES: Record<string, (connection: Connection, world: World) => Promise<unknown>> = {
  'was closed': async (connection) => connection.close(),
  'was in a transaction': async (connection) => {
    await connection.run('BEGIN', DEFAULT_FUEL);
    await connection.run("INSERT INTO t VALUES (random(), x'00ff')", DEFAULT_FUEL);
    await connection.run("SELECT a, b, 'text', 0.5, NULL, x'' FROM t", DEFAULT_FUEL);
    await connection.run('SELECT * FROM nowhere', DEFAULT_FUEL);
  },
  'ran out of fuel': async (connection) => {
    const { kind } = await connection.run('SELECT * FROM t a, t b, t c ORDER BY 1, 2, 3', 50);
    expect(kind).toBe('fuel');
  },
  'lost its power': async (connection, world) => {
    world.disk.cutPowerAfter(1);
    const { kind } = await connection.run('INSERT INTO t VALUES (5, 6)', DEFAULT_FUEL);
    expect(kind).toBe('cut');
  },
  'used much of its stack': async (connection) => {
    await connection.run(`SELECT ${'('.repeat(900)}1${')'.repeat(900)}`, DEFAULT_FUEL);
    await connection.run(`SELECT ${'1 + '.repeat(900)}1`, DEFAULT_FUEL);
  },
  'used much memory': async (connection) => {
    const { kind } = await connection.run('SELECT length(hex(randomblob(4000000)))', DEFAULT_FUEL);
    expect(kind).toBe('rows');
  },
};

describe.each(WASM_VERSIONS)('turso %s', (version) => {
  test('plans do the same in new instances and in such as were used by others before', async () => {
    const module = await tursoModule(version);
    const pool = new Counting(module);
    const engine = await tursoWith(() => pool, version);
    const fresh = await tursoWith(() => new UsedOnce(module), version);
    const plans = await plansFor(engine);
    const before = [];
    for (const plan of plans) before.push(await shown(plan, engine));
    for (const [i, plan] of plans.toReversed().entries()) {
      const expected = await shown(plan, fresh);
      expect(await shown(plan, engine)).toEqual(expected);
      expect(before[plans.length - 1 - i]).toEqual(expected);
    }
    // Some live at the same time, and there are several images.
    expect(pool.instances).toBeLessThan(sized(12, 200));
  }, 1_800_000);

  test.each(Object.entries(LIVES))('nothing is left of an instance that %s', async (_, live) => {
    const module = await tursoModule(version);
    const pool = new InstancePool(module);
    const world = worldOf('life');
    const used = pool.boot(worldOf('life'));
    pool.giveBack(used);
    const instance = new TursoInstance(pool, world, quirksOf(version));
    const connection = await connect(instance);
    await connection.run('CREATE TABLE t (a, b)', DEFAULT_FUEL);
    await connection.run('INSERT INTO t VALUES (1, 2), (3, 4)', DEFAULT_FUEL);
    await live(connection, world);
    instance.drop();
    const again = pool.boot(worldOf('life'));
    expect(again).toBe(used);
    const fresh = new InstancePool(module).boot(worldOf('life'));
    expectSame(again, fresh);
    // The numbers of handles and references show in the memory, and what JavaScript knows of them in what comes next.
    for (const running of [again, fresh]) {
      running.fuel!.value = DEFAULT_FUEL;
      const bound = new BoundConnection(running.binding, 'next.db', null);
      for (const sql of NEXT_LIFE) bound.run(sql, quirksOf(version));
    }
    expectSame(again, fresh);
    for (const running of [again, fresh]) running.release();
  });
});

const NEXT_LIFE = [
  'CREATE TABLE t (a, b)',
  "INSERT INTO t VALUES (random(), x'00ff'), ('text', 0.5)",
  'SELECT a, b, NULL FROM t',
];

function expectSame(one: RunningModule, other: RunningModule): void {
  expect(stateOf(one)).toEqual(stateOf(other));
  expect(differentPages(one, other)).toEqual([]);
}

function stateOf({ memory }: RunningModule) {
  return { pages: memory!.pages.value, globals: memory!.globals.map(({ value }) => value) };
}

/** All of the memory is compared, also what the engine has never touched. */
function differentPages(one: RunningModule, other: RunningModule): number[] {
  const [left, right] = [one, other].map(({ memory }) => Buffer.from(memory!.buffer as ArrayBuffer));
  const different: number[] = [];
  const zeros = Buffer.alloc(PAGE);
  for (let at = 0; at < left.length; at += PAGE) {
    const expected = at < right.length ? right.subarray(at, at + PAGE) : zeros;
    if (!left.subarray(at, at + PAGE).equals(expected)) different.push(at / PAGE);
  }
  return different;
}

test('instances that live at the same time do not disturb each other', async () => {
  const engine = await turso();
  const sessions = [];
  for (const seed of 'abcdefgh') sessions.push(await openSession(engine, worldOf(seed)));
  for (const { connection } of sessions) await rowsOf(connection, 'CREATE TABLE t (a)');
  for (const [i, { connection }] of sessions.entries())
    await rowsOf(connection, `INSERT INTO t VALUES (${i})`);
  for (const [i, { connection }] of sessions.entries()) {
    expect(await rowsOf(connection, 'SELECT a FROM t')).toEqual([[BigInt(i)]]);
  }
  for (const { instance } of sessions) await instance.close();
});

test('every boot in a world draws other random numbers', async () => {
  const engine = await turso();
  const world = worldOf('random');
  const drawn = new Set<unknown>();
  for (let boot = 0; boot < 12; boot++) {
    const { instance, connection } = await openSession(engine, world);
    const [[number]] = await rowsOf(connection, 'SELECT random()');
    drawn.add(number);
    await instance.close();
  }
  expect(drawn.size).toBe(12);
});

test('an instance with work left for later is not used again', async () => {
  const pool = new InstancePool(await tursoModule(installedVersion()));
  const running = pool.boot(worldOf('later'));
  const database = openDatabase(running.binding, 'later.db') as unknown as { ioLoopAsync(): Promise<void> };
  void database.ioLoopAsync();
  pool.giveBack(running);
  expect(pool.boot(worldOf('later'))).not.toBe(running);
});
