// All judges, and what they say of a step. They are asked in this order, and the first report counts.

import { isRun, type StepId, type TestStep } from '../../plan/index.ts';
import type { Row } from '../../sql/index.ts';
import type { StepRecord } from '../execute.ts';
import type { Finding } from '../finding.ts';
import { changes } from './changes.ts';
import { contents } from './contents.ts';
import { continues } from './continues.ts';
import { determinism } from './determinism.ts';
import { integrity } from './integrity.ts';
import type { Judge, Report } from './judge.ts';
import { model } from './model.ts';
import { noError } from './no-error.ts';
import { noHang } from './no-hang.ts';
import { noPanic } from './no-panic.ts';
import { property } from './property.ts';
import { recovery } from './recovery.ts';
import { reference } from './reference.ts';
import { refusals } from './refusals.ts';
import { sqliteOpensIt } from './sqlite-opens-it.ts';
import { stepwise } from './stepwise.ts';
import { supervisor } from './supervisor.ts';

const IN_ORDER = {
  recovery,
  noPanic,
  noHang,
  continues,
  sqliteOpensIt,
  integrity,
  contents,
  property,
  refusals,
  noError,
  stepwise,
  // How much was changed comes before what RETURNING says of it, which is a consequence.
  changes,
  model,
  reference,
  determinism,
  supervisor,
} as const;

export type JudgeName = keyof typeof IN_ORDER;

export const JUDGES: Readonly<Record<JudgeName, Judge>> = IN_ORDER;

export const JUDGE_NAMES = Object.keys(IN_ORDER) as readonly JudgeName[];

const BY_STEP = Object.values<Judge>(IN_ORDER).flatMap(({ judge }) => judge ?? []);

/** Judges a run step by step; to be given the records in their order. */
export function judgeOf(): (record: StepRecord) => Finding | null {
  const returned = new Map<StepId, readonly Row[]>();
  const costs = new Map<StepId, number>();
  return ({ at, test, outcome, inspection }) => {
    if (outcome.kind === 'rows') keepRows(returned, test, outcome.rows);
    if (isRun(test) && outcome.kind === 'rows' && outcome.cost !== undefined)
      costs.set(test.step.id, outcome.cost);
    const seen = { test, outcome, inspection, returned, costs };
    for (const judge of BY_STEP) {
      const report = judge(seen);
      if (report !== null) return findingOf(report, test, at);
    }
    return null;
  };
}

/** Of a statement that is taken in parts, all rows so far. */
function keepRows(
  returned: Map<StepId, readonly Row[]>,
  test: TestStep | undefined,
  rows: readonly Row[],
): void {
  if (test?.part !== undefined) {
    const { of, before } = test.part;
    returned.set(of, before === 0 ? rows : [...(returned.get(of) ?? []), ...rows]);
  } else if (isRun(test)) returned.set(test.step.id, rows);
}

function findingOf({ skeleton, ...report }: Report, test: TestStep | undefined, at: number): Finding {
  const property = test?.group.property ?? 'interaction';
  // Only a property's own check makes the property part of the cause.
  const judge = report.judge === 'property' ? property : report.judge;
  return { ...report, property, at, signature: `${report.kind}/${judge}/${skeleton}` };
}
