import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { allFeatures } from '../../src/dialect/sqlite/features/feature-set.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { decodePlan, encodePlan } from '../../src/plan/codec.ts';
import { planOf } from '../../src/planning/planner.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { builtInProperties } from '../../src/properties/index.ts';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fingerprintOf } from './fingerprint.ts';

const PLANS = sized(40, 1_000);
const STATEMENTS = 8;
const REGISTER = new URL('../typescript/register.mjs', import.meta.url).href;
const PROCESS = fileURLToPath(new URL('./replay-process.ts', import.meta.url));
/** Their start alone takes hundreds of rows. */
const SMALL = Object.values(profiles).filter(({ name }) => name !== 'deepTrees' && name !== 'wideTables');

let plans: string[];

beforeAll(async () => {
  plans = Array.from({ length: PLANS }, (_, index) => {
    const profile = SMALL[index % SMALL.length];
    const request = { seed: 'round trip', index, statements: STATEMENTS, profile, features: allFeatures() };
    return encodePlan(
      planOf({ ...request, properties: builtInProperties, abilities: sqlite.abilities }).plan,
    );
  });
});

describe('a plan that was stored and loaded', () => {
  it('is the same data', () => {
    for (const plan of plans) expect(encodePlan(decodePlan(plan, 'a plan'))).toBe(plan);
  });

  it('does the same in a process that does not know the properties', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'plans.json');
    writeFileSync(file, JSON.stringify(plans));
    const arguments_ = ['--import', REGISTER, PROCESS, file];
    const output = execFileSync(process.execPath, arguments_, { maxBuffer: 1 << 27, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    const there: string[] = JSON.parse(output);
    expect(there.length).toBe(PLANS);
    for (const [index, plan] of plans.entries()) {
      expect(there[index], `plan ${index}`).toBe(await fingerprintOf(plan, sqlite));
    }
    expect(there.filter((fingerprint) => fingerprint.startsWith('veto'))).toEqual([]);
  });

  it('is replayed by code that imports no property', () => {
    const imported = importsOf(PROCESS, new Set());
    expect(imported.size).toBeGreaterThan(50);
    expect([...imported].filter((file) => file.includes('/src/properties/'))).toEqual([]);
  });
});

function importsOf(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)) {
    importsOf(fileURLToPath(new URL(path, `file://${file}`)), seen);
  }
  return seen;
}
