import { expect, it } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { bisect, type Tried } from '../../src/find/bisect.ts';
import type { Bug } from '../../src/find/bug.ts';
import { describeVersions } from '../../src/find/describe-versions.ts';
import type { RunStep } from '../../src/plan/plan.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { refereeWith } from '../../src/run/referee.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import { mutantOf, type PlantedBug } from '../mutants/mutant.ts';

const QUERY = 'SELECT a FROM t WHERE a > 1 UNION SELECT 7';
const plan = planOfScript(`CREATE TABLE t (a); INSERT INTO t VALUES (1), (2); ${QUERY}`, 1_000_000);

const said =
  (outcome: Outcome): PlantedBug['lie'] =>
  (told, sql) =>
    sql.includes('UNION') ? outcome : told;

/** From the oldest to the newest: what each does with a UNION. */
const VERSIONS: Readonly<Record<string, Omit<PlantedBug, 'name'>>> = {
  '0.1.0': { lie: said({ kind: 'refused', class: 'unsupported', message: 'compound queries' }) },
  '0.2.0': {},
  '0.3.0': { lie: said({ kind: 'panic', message: 'oh', location: 'a.rs:1' }) },
  '0.4.0': { rewrite: (sql) => sql.replace('UNION SELECT 7', '') },
  '0.5.0': { rewrite: (sql) => sql.replace('UNION SELECT 7', '') },
};

const engineOf = (version: string): Engine => ({
  ...mutantOf(sqlite, { name: version, ...VERSIONS[version] }),
  name: 'young',
  version,
});

async function bugIn(version: string): Promise<Bug> {
  const { finding } = await judgeFully(testOf(plan), engineOf(version), {
    referee: refereeWith(),
    doublecheck: false,
  });
  return { id: 'a-1', engine: 'young', version, ...finding } as unknown as Bug;
}

it('what came of a bug in each version is told apart, and only the same failure is the bug', async () => {
  const bug = await bugIn('0.5.0');
  const told: Tried[] = [];
  const versions = Object.keys(VERSIONS).map((version) => ({ version, load: async () => engineOf(version) }));
  const known = await bisect(bug, plan, versions, {
    referee: refereeWith(),
    onTried: (tried) => told.push(tried),
  });
  expect(told.map(({ came }) => came)).toEqual([
    'lacks a feature that it needs',
    'passes',
    'fails otherwise',
    'fails',
    'fails',
  ]);
  expect(known).toMatchObject({ version: '0.5.0', alsoIn: ['0.4.0'] });
  expect(known.notIn?.map(({ version }) => version)).toEqual(['0.1.0', '0.2.0', '0.3.0']);
  expect(describeVersions(known)).toBe(
    'since 0.4.0; 0.3.0 fails otherwise (the engine panicked at a.rs:1: oh); 0.2.0 passes',
  );
});

it('what a version lacks is named by the feature, or by what the engine says', async () => {
  const bug = await bugIn('0.5.0');
  const oldest = [{ version: '0.1.0', load: async () => engineOf('0.1.0') }];
  const came = 'lacks a feature that it needs';
  // The statements of a script are mere text.
  const said = await bisect(bug, plan, oldest, { referee: refereeWith() });
  expect(said.notIn).toEqual([{ version: '0.1.0', came, why: 'compound queries' }]);
  const strict: RunStep = {
    do: 'run',
    id: 9,
    on: 0,
    statement: {
      kind: 'createTable',
      name: 't9',
      columns: [{ name: 'c0', type: 'INTEGER' }],
      strict: true,
    },
    expect: 'ok',
    fuel: 1_000_000,
  };
  const parsed = {
    ...plan,
    groups: [{ property: 'interaction', draws: {}, steps: [strict] }, ...plan.groups],
  };
  const loose = mutantOf(sqlite, {
    name: 'no STRICT',
    lie: (told, sql) =>
      / STRICT/.test(sql) ? { kind: 'refused', class: 'syntax', message: 'near "STRICT"' } : told,
  });
  const older = [{ version: '0.0.1', load: async (): Promise<Engine> => loose }];
  const named = await bisect(bug, parsed, older, { referee: refereeWith() });
  expect(named.notIn).toEqual([{ version: '0.0.1', came, lacking: expect.stringContaining('STRICT') }]);
});

it('nothing is tried after the time is over, and nothing that was not tried is told', async () => {
  const bug = await bugIn('0.5.0');
  const never = [{ version: '0.2.0', load: () => Promise.reject(new Error('must not be loaded')) }];
  expect(await bisect(bug, plan, never, { referee: refereeWith(), goOn: () => false })).toBe(bug);
});

it('a version that cannot run the plan, or a bug that needs a reference that is not there, tells nothing', async () => {
  const bug = await bugIn('0.5.0');
  const versions = [{ version: '0.2.0', load: async () => engineOf('0.2.0') }];
  expect(
    await bisect({ ...bug, signature: 'difference/reference/x' }, plan, versions, {
      referee: refereeWith(null),
    }),
  ).toMatchObject({ version: '0.5.0' });
});
