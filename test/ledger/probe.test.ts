import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { featureIds } from '../../src/dialect/sqlite/features/catalogue.ts';
import type { Engine, Instance } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { loadTurso } from '../../src/engines/turso/turso.ts';
import { probe } from '../../src/ledger/probe.ts';
import { probedLedger } from '../../src/ledger/probed-ledger.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let cache: string;
const before = process.env.DIRT_CACHE;

beforeEach(() => {
  cache = temporaryFolder();
});

afterEach(() => {
  rmSync(cache, { recursive: true, force: true });
  if (before === undefined) delete process.env.DIRT_CACHE;
  else process.env.DIRT_CACHE = before;
});

test('a probe of Turso finds what it has and what it has not', async () => {
  const { features, engine } = await probe(await loadTurso(), {
    ids: ['createTable', 'insert.rows', 'join.full', 'with.recursive', 'column.generatedStored', 'begin'],
  });
  expect(engine).toBe('turso');
  expect(features.createTable?.status).toBe('supported');
  expect(features['insert.rows']?.status).toBe('supported');
  expect(features['join.full']?.status).toBe('supported');
  expect(features.begin?.status).toBe('supported');
  expect(features['with.recursive']).toMatchObject({ status: 'unsupported', reason: /Recursive/ });
  expect(features['column.generatedStored']?.status).toBe('unsupported');
});

test('what goes wrong is broken unless the engine says that it lacks it; what ends the engine is marked', async () => {
  const panic = (message: string): Outcome => ({ kind: 'panic', message, location: 'here.rs:1:1' });
  const lies = spoilt(sqlite, {
    'abs(': { kind: 'rows', rows: [[1n, 2, null]], changes: 0 },
    'hex(': panic('index out of bounds'),
    'upper(': panic('not yet implemented: upper'),
    'lower(': { kind: 'fuel' },
    'sign(': { kind: 'refused', class: 'other', message: 'no such column: a' },
    rowid: { kind: 'refused', class: 'other', message: 'no such column: rowid' },
    'typeof(': { kind: 'refused', class: 'unsupported', message: 'no such function' },
    UNIQUE: { kind: 'refused', class: 'constraint', message: 'out of nowhere' },
  });
  const { features } = await probe(lies, {
    ids: [
      'function.abs',
      'function.hex',
      'function.upper',
      'function.lower',
      'function.typeof',
      'column.unique',
      'function.sign',
      'function.instr',
      'expression.rowid',
    ],
  });
  expect(features['function.abs']).toMatchObject({
    status: 'broken',
    reason: 'gives (1 | 2.0 | NULL) instead of (5 | 1.5 | NULL)',
  });
  expect(features['function.abs']?.kills).toBeUndefined();
  expect(features['function.hex']).toMatchObject({
    status: 'broken',
    kills: true,
    reason: 'panic at here.rs:1:1: index out of bounds',
  });
  expect(features['function.upper']?.status).toBe('unsupported');
  expect(features['function.lower']).toMatchObject({ status: 'broken', kills: true });
  expect(features['function.typeof']).toMatchObject({
    status: 'unsupported',
    reason: 'unsupported: no such function',
  });
  expect(features['column.unique']?.status).toBe('broken');
  expect(features['function.sign']).toMatchObject({ status: 'broken', reason: 'other: no such column: a' });
  expect(features['function.sign']?.kills).toBeUndefined();
  expect(features['function.instr']?.status).toBe('supported');
  expect(features['expression.rowid']?.status).toBe('unsupported');
});

test('rows count in their order only where the statement asks for one, and a refusal by any name', async () => {
  const rows = (...values: bigint[]): Outcome => ({ kind: 'rows', rows: values.map((a) => [a]), changes: 0 });
  const other = spoilt(sqlite, {
    'WITH q0': rows(5n, 3n, 1n),
    'WHERE a > 1 ORDER BY b': rows(8n, 6n),
    'CREATE TRIGGER': rows(),
    'VALUES(1)': { kind: 'refused', class: 'other', message: 'no' },
  });
  const { features } = await probe(other, { ids: ['with.compound', 'insert.rows', 'trigger.abort'] });
  expect(features['with.compound']?.status).toBe('supported');
  expect(features['insert.rows']?.status).toBe('broken');
  expect(features['trigger.abort']?.status).toBe('supported');
});

test('a probe is remembered, and done again when the memory is damaged or not wanted', async () => {
  process.env.DIRT_CACHE = cache;
  let probes = 0;
  const options = { onProbe: () => probes++ };
  const first = await probedLedger(sqlite, options);
  expect(await probedLedger(sqlite, options)).toEqual(first);
  expect(probes).toBe(1);
  const [file] = readdirSync(join(cache, 'ledgers'));
  const path = join(cache, 'ledgers', file);
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 1000));
  expect(await probedLedger(sqlite, options)).toEqual(first);
  expect(probes).toBe(2);
  await probedLedger(sqlite, { ...options, ignoreCache: true });
  expect(probes).toBe(3);
  expect(Object.keys(first.features)).toHaveLength(featureIds.length);
});

/** The engine with other outcomes for statements that contain a text. */
function spoilt(engine: Engine, outcomes: Readonly<Record<string, Outcome>>): Engine {
  return {
    ...engine,
    boot: async (world) => {
      const instance = (await engine.boot(world)) as Instance;
      return {
        kind: 'instance',
        connect: () => {
          const connection = instance.connect() as Exclude<Awaited<ReturnType<Instance['connect']>>, Outcome>;
          if (connection.kind !== 'connection') return connection;
          return {
            kind: 'connection',
            run: (sql, fuel, statement) => {
              const spoiled = Object.entries(outcomes).find(([text]) => sql.includes(text));
              return spoiled?.[1] ?? connection.run(sql, fuel, statement);
            },
            close: () => connection.close(),
          };
        },
        close: () => instance.close(),
        drop: () => instance.drop(),
      };
    },
  };
}
