import { expect, it } from 'vitest';
import type { Step } from '../../src/plan/plan.ts';
import { isVeto } from '../../src/plan/rehearsal.ts';
import { rehearse } from '../../src/plan/rehearse.ts';
import { selectAll } from '../../src/sql/index.ts';
import { planOf, runStep } from '../find/small-plans.ts';

it('a check of the rows that a statement stored which is no INSERT is no stack trace', () => {
  const create = runStep(0, { kind: 'createTable', name: 't0', columns: [{ name: 'c0' }] });
  const assert: Step = {
    do: 'assert',
    check: {
      check: 'contains',
      rows: { term: 'table', table: 't0' },
      row: { row: 'stored', step: 0, nth: 0 },
    },
  };
  const test = rehearse(planOf([create, runStep(1, selectAll('t0')), assert]));
  expect(isVeto(test)).toBe(false);
});
