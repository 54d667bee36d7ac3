import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allFeatures } from '../../src/dialect/sqlite/features/feature-set.ts';
import { isMistaken } from '../../src/dialect/sqlite/generate/statements/mistake.ts';
import { checkPlan } from '../../src/engines/ability.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { encodePlan } from '../../src/plan/codec.ts';
import { type Plan, stepsOf } from '../../src/plan/plan.ts';
import { isVeto } from '../../src/plan/rehearsal.ts';
import { rehearse } from '../../src/plan/rehearse.ts';
import { sqlOf, unrehearsed } from '../../src/plan/test-step.ts';
import { type Load, loadOf } from '../../src/planning/balance.ts';
import { COMMONLY_CARRIED } from '../../src/planning/carried.ts';
import { Planner, type PlanRequest, planOf } from '../../src/planning/planner.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { builtInProperties } from '../../src/properties/index.ts';
import { sameBag } from '../../src/property/check.ts';
import { property } from '../../src/property/property.ts';
import { select } from '../../src/property/query.ts';
import { execute } from '../../src/run/execute.ts';
import { isTrue } from '../../src/sql/build.ts';
import { deepestTree, hasOverflow } from './b-tree.ts';

function request(changes: Partial<PlanRequest> = {}): PlanRequest {
  const { general: profile } = profiles;
  const basis = { seed: '42', index: 0, statements: 100, profile, properties: builtInProperties };
  return { ...basis, features: allFeatures(), abilities: COMMONLY_CARRIED, ...changes };
}

const runsOf = (plan: Plan) => stepsOf(plan).flatMap(({ step }) => (step.do === 'run' ? [step] : []));

describe('a plan', () => {
  it('of seed 42 is the one that everybody knows', () => {
    const { plan } = planOf(request());
    // Neither the version nor the fuel is what the plan does.
    const plain = encodePlan(plan).replace(/"(fuel|dirt)": .*/g, '');
    const hash = createHash('sha256').update(plain).digest('hex').slice(0, 16);
    expect([`${runsOf(plan).length} statements`, hash, ...sqlOf(plan).slice(0, 8)]).toMatchInlineSnapshot(`
      [
        "100 statements",
        "934107ca08fe9f9e",
        "CREATE TABLE t0 (c0 REAL DEFAULT 2.625)",
        "INSERT INTO t0 VALUES (3.0), ('a'), (12.0)",
        "SELECT * FROM t0 WHERE t0.c0 IN (SELECT t0.c0 FROM t0 WHERE t0.c0 = t0.c0)",
        "SELECT t0.c0, t0.c0 FROM t0",
        "PRAGMA cache_size = 10",
        "SELECT t0.c0, t0.c0 FROM t0",
        "PRAGMA cache_size = -2000",
        "DELETE FROM t0 RETURNING *",
      ]
    `);
  });

  it('is the same each time, and does not depend on plans before it', () => {
    const first = encodePlan(planOf(request({ index: 3 })).plan);
    planOf(request({ index: 1 }));
    expect(encodePlan(planOf(request({ index: 3 })).plan)).toBe(first);
    expect(encodePlan(planOf(request({ index: 4 })).plan)).not.toBe(first);
  });

  it('is the same when it is made while it runs, as far as the run goes', () => {
    const whole = planOf(request({ statements: 200 }));
    const planner = new Planner(request({ statements: 200 }));
    const steps = planner.steps[Symbol.iterator]();
    for (let taken = 0; taken < 60; taken++) steps.next();
    const { length } = planner.plan.groups;
    expect(length).toBeLessThan(whole.plan.groups.length);
    expect(planner.plan.groups).toEqual(whole.plan.groups.slice(0, length));
    while (!steps.next().done);
    expect(encodePlan(planner.plan)).toBe(encodePlan(whole.plan));
    expect(planner.statistics).toEqual(whole.statistics);
  });

  it.each(Object.values(profiles))('of the profile $name is a valid test', (profile) => {
    const { plan, steps } = planOf(request({ profile, statements: 60, abilities: sqlite.abilities }));
    const again = rehearse(plan);
    if (isVeto(again)) throw new Error(again.veto);
    expect(again.steps.map(({ prediction }) => prediction?.kind)).toEqual(
      steps.map(({ prediction }) => prediction?.kind),
    );
  });

  it.each(Object.values(profiles))(
    'of the profile $name converges to the shares of its workload',
    (profile) => {
      const counts: Record<Load, number> = { read: 0, write: 0, create: 0 };
      // A fault inside a statement would end the plan before it converges.
      const properties = builtInProperties.filter(({ name }) => !name.endsWith('all-or-nothing'));
      for (let index = 0; index < 3; index++) {
        for (const { statement } of runsOf(
          planOf(request({ profile, properties, index, statements: 250 })).plan,
        )) {
          const load = loadOf(statement);
          if (load !== null) counts[load]++;
        }
      }
      const total = counts.read + counts.write + counts.create;
      const { read, write, create } = profile.workload;
      for (const [load, share] of Object.entries({ read, write, create })) {
        const wanted = share / (read + write + create);
        expect(
          Math.abs(counts[load as Load] / total - wanted),
          `${load}: ${counts[load as Load]} of ${total}`,
        ).toBeLessThan(0.06);
      }
    },
  );

  it('asks an engine only for what it carries', () => {
    const nothing = { faults: [], journalModes: ['delete'], pageSizes: [4096], connections: 1 } as const;
    const poor: Engine = { ...sqlite, abilities: { ...nothing, deterministic: true } };
    for (const profile of Object.values(profiles)) {
      const { plan, statistics } = planOf(request({ profile, abilities: nothing, statements: 40 }));
      expect(() => checkPlan(poor, plan)).not.toThrow();
      expect(statistics['header-survives-reopen'].skipped).toBe(1);
      expect(statistics['one-writer-at-a-time'].skipped).toBe(1);
    }
  });

  it('leaves every connection idle at the end of each group, so that groups can be dropped', () => {
    for (let index = 0; index < 5; index++) {
      const { plan } = planOf(request({ profile: profiles.transactions, index }));
      expect(Math.max(...runsOf(plan).map(({ on }) => on))).toBeGreaterThan(0);
      for (const { steps } of plan.groups) {
        const open = new Set<number>();
        for (const step of steps) {
          if (step.do !== 'run' || step.expect !== 'ok') continue;
          if (step.statement.kind === 'begin') open.add(step.on);
          if (step.statement.kind === 'commit' || step.statement.kind === 'rollback') open.delete(step.on);
        }
        expect([...open]).toEqual([]);
      }
    }
  });

  it('with several connections meets locks', () => {
    const refusals = Array.from({ length: 5 }, (_, index) =>
      planOf(request({ profile: profiles.transactions, index })),
    )
      .flatMap(({ plan }) => runsOf(plan))
      .filter(({ expect: expected }) => typeof expected === 'object' && expected.refused === 'busy');
    expect(refusals.length).toBeGreaterThan(5);
  });

  it('differs from others in its features and weights', () => {
    const kinds = Array.from({ length: 12 }, (_, index) => {
      const { plan } = planOf(request({ index, properties: [], statements: 60 }));
      return runsOf(plan).map(({ statement }) => statement.kind);
    });
    const shares = kinds.map((list) => list.filter((kind) => kind === 'select').length);
    expect(new Set(shares).size).toBeGreaterThan(3);
  });
});

describe('a profile', () => {
  it('of deep trees makes B-trees of more than two levels', async () => {
    let deepest = 0;
    // Rows are deleted again, so not every plan ends with a deep tree.
    for (let index = 0; index < 16 && deepest < 3; index++) {
      const { plan } = planOf(request({ profile: profiles.deepTrees, index, properties: [] }));
      const { disk } = await execute(unrehearsed(plan), sqlite);
      deepest = Math.max(deepest, deepestTree(disk));
    }
    expect(deepest).toBeGreaterThan(2);
  });

  it('of big rows makes overflow pages', async () => {
    let overflows = 0;
    for (let index = 0; index < 10; index++) {
      const { plan } = planOf(request({ profile: profiles.bigRows, index, properties: [] }));
      const { disk } = await execute(unrehearsed(plan), sqlite);
      overflows += hasOverflow(disk) ? 1 : 0;
    }
    expect(overflows).toBeGreaterThan(1);
  });

  it('of wide tables has more than a hundred columns', () => {
    const { plan } = planOf(request({ profile: profiles.wideTables }));
    // What must be refused makes no table.
    const widths = runsOf(plan).flatMap(({ statement, expect: expected }) =>
      statement.kind === 'createTable' && expected === 'ok' ? [statement.columns.length] : [],
    );
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(100);
  });
});

it('a statement with a mistake goes into a plan only if the model says that it is refused', () => {
  const mistaken = Array.from({ length: 12 }, (_, index) => index).flatMap((index) =>
    runsOf(planOf(request({ index })).plan).filter(({ statement }) => isMistaken(statement)),
  );
  expect(mistaken.length).toBeGreaterThan(10);
  expect(mistaken.filter(({ expect: expected }) => typeof expected === 'string')).toEqual([]);
});

describe('a property that is wrong', () => {
  it('is named, because its check is false on the model', () => {
    const wrong = property('wrong', { claims: 'WHERE keeps all rows.' }, ({ db, pick, gen, run, assert }) => {
      const t = pick(db.tables);
      const p = gen.predicate(t);
      assert(sameBag(run(select('*').from(t).where(isTrue(p))), run(select('*').from(t))));
    });
    const plans = () =>
      Array.from({ length: 20 }, (_, index) => planOf(request({ properties: [wrong], index })));
    expect(plans).toThrow(/the property wrong is wrong/);
  });
});
