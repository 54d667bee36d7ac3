import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { bisectNew } from '../../src/campaign/bisect-new.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { versionsAtHand } from '../../src/engines/resolve.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { installedVersion, TURSO_PACKAGE } from '../../src/engines/turso/turso.ts';
import type { CampaignEvent } from '../../src/events/campaign-event.ts';
import type { Bug } from '../../src/find/bug.ts';
import { BugBase } from '../../src/find/bug-base.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { mutantOf } from '../mutants/mutant.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const plan = planOfScript('CREATE TABLE t (a); DELETE FROM t', 1_000_000);

const dying = mutantOf(sqlite, {
  name: 'a panic on DELETE',
  lie: (told, sql) =>
    sql.startsWith('DELETE') ? { kind: 'panic', message: 'oh', location: 'a.rs:1' } : told,
});

function baseWith(...ids: readonly string[]): BugBase {
  const base = new BugBase(join(temporaryFolder(), 'bugs'));
  for (const id of ids) {
    const bug: Bug = {
      ...{ id, kind: 'panic', property: 'interaction', claims: '', signature: 'panic/noPanic/a.rs:1' },
      ...{
        features: [],
        cause: { heart: [] },
        severity: 'crash',
        skeleton: '',
        message: 'the engine panicked',
        outvoted: 'engine',
      },
      ...{ engine: 'young', version: '0.3.0', seed: '1', index: 0, statementsBefore: 2, statements: 2 },
      ...{ firstSeen: '', lastSeen: '', timesSeen: 1, status: 'open' },
    };
    base.store(bug, plan, null, { 'README.md': '# A panic\n\nyoung@0.3.0, unconfirmed.\n\nThe rest.\n' });
  }
  return base;
}

const loaded: string[] = [];
const version = (name: string, engine: Engine) => ({
  version: name,
  load: async () => {
    loaded.push(name);
    return engine;
  },
});
const VERSIONS = [
  version('0.1.0', sqlite),
  version('0.2.0', dying),
  version('0.3.0', dying),
  version('0.4.0', sqlite),
];

afterEach(() => {
  loaded.length = 0;
  vi.unstubAllEnvs();
});

async function bisected(base: BugBase, ids: readonly string[], budgetMs: number): Promise<CampaignEvent[]> {
  const events: CampaignEvent[] = [];
  await bisectNew(ids, {
    base,
    versions: VERSIONS,
    referee: refereeWith(),
    budgetMs,
    tell: (event) => events.push(event),
  });
  return events;
}

it('new bugs are tried on the versions at hand, the older ones first, and what came of it is stored and shown', async () => {
  const base = baseWith('panic-1', 'panic-2');
  const events = await bisected(base, ['panic-1', 'panic-2'], 60_000);
  expect(events.map(({ event }) => event)).toEqual(['bisected', 'bisected']);
  expect(loaded.slice(0, 3)).toEqual(['0.2.0', '0.1.0', '0.4.0']);
  expect(base.find('panic-1')?.bug).toMatchObject({
    alsoIn: ['0.2.0'],
    notIn: [{ version: '0.1.0', came: 'passes' }],
    passesIn: '0.4.0',
  });
  const report = readFileSync(join(base.pathOf('panic-1'), 'README.md'), 'utf8');
  expect(report).toBe(
    '# A panic\n\nyoung@0.3.0, unconfirmed.\n\nVersions: since 0.2.0; 0.1.0 passes; 0.4.0 passes.\n\nThe rest.\n',
  );
});

it('without time, nothing is tried and nothing is told', async () => {
  const base = baseWith('panic-1');
  expect(await bisected(base, ['panic-1'], 0)).toEqual([]);
  expect(loaded).toEqual([]);
  expect(base.find('panic-1')?.bug.alsoIn).toBeUndefined();
});

it('only versions that are in the cache as a whole are at hand, and the installed one', () => {
  const cache = temporaryFolder();
  vi.stubEnv('DIRT_CACHE', cache);
  expect(versionsAtHand('turso')).toEqual([installedVersion()]);
  const put = (name: string, hashed: string) => {
    const folder = join(cache, 'packages', `${TURSO_PACKAGE.replace('/', '+')}@${name}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.wasm'), 'content');
    const hash = createHash('sha256').update(hashed).digest('hex');
    writeFileSync(join(folder, 'dirt-manifest.json'), JSON.stringify({ 'a.wasm': hash }));
  };
  put('0.4.4', 'content');
  put('0.5.3', 'something else');
  expect(versionsAtHand('turso')).toEqual(['0.4.4', installedVersion()]);
  expect(versionsAtHand('sqlite')).toEqual([]);
});
