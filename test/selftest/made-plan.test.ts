import { expect, it } from 'vitest';
import { planOfScript } from '../../src/plan/script.ts';
import { madePlan } from '../../src/selftest/made-plan.ts';

const plan = planOfScript('CREATE TABLE t (a);\nINSERT INTO t VALUES (1);', 10);

it('a plan is the same if another release made it, and another if one of its values is', () => {
  const { hash, statements } = madePlan(plan);
  expect(statements).toBe(2);
  expect(madePlan({ ...plan, made: { ...plan.made, dirt: '9.9.9' } }).hash).toBe(hash);
  expect(madePlan(planOfScript('CREATE TABLE t (a);\nINSERT INTO t VALUES (2);', 10)).hash).not.toBe(hash);
});
