// Plans that start from an imported script: the same from the same, valid tests, and more than the script.

import { beforeAll, describe, expect, it } from 'vitest';
import { dialect } from '../../src/dialect/index.ts';
import {
  encodePlan,
  isVeto,
  type Plan,
  planOfScript,
  readScript,
  rehearse,
  sqlOf,
} from '../../src/plan/index.ts';
import { planOf } from '../../src/planning/planner.ts';
import { defaultProfile } from '../../src/planning/profiles.ts';
import { builtInProperties } from '../../src/properties/index.ts';

const SCRIPT = `CREATE TABLE t1(a INTEGER PRIMARY KEY, b TEXT);
CREATE INDEX i9 ON t1(b);
INSERT INTO t1 VALUES (1, 'one'), (2, 'two');
BEGIN;
UPDATE t1 SET b = 'three' WHERE a = 2;
SAVEPOINT s1;
DELETE FROM t1 WHERE a = 1;
ROLLBACK TO s1;
COMMIT;
INSERT INTO t1 VALUES (2, 'again');
SELECT a, b FROM t1 WHERE b > 'o' ORDER BY a;
SELECT * FROM nowhere;`;

let start: Plan;

beforeAll(async () => {
  start = (await readScript(planOfScript(SCRIPT, 1000))).plan;
});

function planned(index: number) {
  const request = {
    seed: 'imported',
    index,
    statements: 30,
    profile: defaultProfile.mixture![0].profile,
    properties: builtInProperties,
    features: dialect.features.all(),
    start: { plan: start, varies: true },
  };
  return planOf(request);
}

const INDICES = Array.from({ length: 30 }, (_, index) => index);

function importedSql(plan: Plan): string[] {
  return sqlOf({ ...plan, groups: plan.groups.filter(({ property }) => property === 'imported') });
}

describe('a plan that starts from an imported script', () => {
  it('is the same for the same seed, index and script, and a valid test without the script', () => {
    for (const index of INDICES) {
      const { plan } = planned(index);
      expect(encodePlan(planned(index).plan)).toBe(encodePlan(plan));
      expect(isVeto(rehearse(plan))).toBe(false);
    }
  });

  it('has the statements of the script as they are, or changed, and goes on with others', () => {
    const whole = sqlOf(start);
    const all = INDICES.map((index) => planned(index).plan);
    const [same, others] = [
      all.filter((plan) => importedSql(plan).join() === whole.join()),
      all.filter((plan) => importedSql(plan).join() !== whole.join()),
    ];
    expect(same.length).toBeGreaterThan(5);
    expect(others.length).toBeGreaterThan(5);
    for (const plan of all) expect(sqlOf(plan).length).toBeGreaterThan(importedSql(plan).length);
  });

  it('keeps its transactions whole', () => {
    for (const index of INDICES)
      for (const { property, steps } of planned(index).plan.groups) {
        if (property !== 'imported') continue;
        const kinds = steps.flatMap((step) => (step.do === 'run' ? step.statement.kind : []));
        if (kinds.includes('begin'))
          expect(kinds.some((kind) => kind === 'commit' || kind === 'rollback')).toBe(true);
      }
  });

  it('gives no name of the script to something else', () => {
    for (const index of INDICES) {
      const drawn = planned(index).plan.groups.filter(({ property }) => property !== 'imported');
      const created = drawn.flatMap(({ steps }) =>
        steps.flatMap((step) =>
          step.do === 'run' && 'name' in step.statement && step.statement.kind.startsWith('create')
            ? step.statement.name
            : [],
        ),
      );
      for (const name of created) expect(['t1', 'i9']).not.toContain(name);
    }
  });

  it('has more faults than others in some plans', () => {
    const faults = INDICES.map(
      (index) =>
        planned(index)
          .plan.groups.flatMap(({ steps }) => steps)
          .filter((step) => !['run', 'assert', 'inspect'].includes(step.do)).length,
    );
    expect(Math.max(...faults)).toBeGreaterThan(5);
  });
});
