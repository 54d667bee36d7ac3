// A bug as a test that others can run: its statements, and what each must give. What the model says counts, and where it does not know, what
// the reference does; where SQL leaves it open nothing is expected.

import type { Prediction } from '../dialect/index.ts';
import type { Bug, StoredBug } from '../find/index.ts';
import { bugTitle } from '../find/index.ts';
import { isRun, isVeto, type Plan, rehearse, type TestStep } from '../plan/index.ts';
import { execute, type Referee } from '../run/index.ts';
import { isReading, type Outcome, type Row } from '../sql/index.ts';

export interface RegressionTest {
  readonly id: string;
  readonly title: string;
  readonly bug: Bug;
  readonly plan: Plan;
  readonly steps: readonly RegressionStep[];
  /** How many connections it uses. */
  readonly connections: number;
}

export type RegressionStep =
  | { readonly do: 'run'; readonly on: number; readonly sql: string; readonly expects: Wanted }
  | { readonly do: 'reopen' };

export type Wanted =
  | { readonly kind: 'works' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly isOrdered: boolean }
  | { readonly kind: 'anything' };

/** What a test of this format can say besides statements of one connection that are all in order. */
export interface Expressible {
  readonly reopens: boolean;
  readonly connections: boolean;
  /** It is the plan itself, with all of its faults: nothing has to be said in other words. */
  readonly isPlan?: boolean;
}

/** Why it cannot be such a test, if it cannot. */
export async function regressionTest(
  { bug, plan }: Pick<StoredBug, 'bug' | 'plan'>,
  { reference, opener }: Referee,
  { reopens, connections, isPlan = false }: Expressible,
): Promise<RegressionTest | { readonly why: string }> {
  const test = rehearse(plan);
  if (isVeto(test)) return { why: `its plan is no test of this version of DIRT (${test.veto})` };
  const about = { id: bug.id, title: bugTitle(bug), bug, plan };
  if (isPlan) return { ...about, steps: [], connections: 0 };
  const answers = new Map<number, Outcome>();
  if (reference !== null)
    for (const { at, outcome } of (await execute(test, reference, { opener })).records)
      answers.set(at, outcome);
  const steps: RegressionStep[] = [];
  for (const each of test.steps) {
    const { step } = each;
    if (isRun(each)) {
      if (each.step.cut !== undefined || each.step.ioFault !== undefined)
        return { why: 'a fault hits a statement' };
      const expects = wantedOf(each.prediction, answers.get(each.at), isReading(each.statement));
      steps.push({ do: 'run', on: each.step.on, sql: each.sql, expects });
    } else if (step.do === 'reopen') {
      if (!reopens) return { why: 'it opens the database again' };
      steps.push(step);
    } else if (step.do === 'inspect') steps.push(...looksOf(each));
    // What a check compares has its own rows.
    else if (step.do !== 'assert') return { why: `it needs ${step.do}` };
  }
  const used = Math.max(0, ...steps.map((step) => (step.do === 'run' ? step.on + 1 : 1)));
  if (used > 1 && !connections) return { why: 'it needs several connections' };
  return { ...about, steps, connections: used };
}

function wantedOf(prediction: Prediction | undefined, answer: Outcome | undefined, isQuery: boolean): Wanted {
  switch (prediction?.kind) {
    case 'rows':
      return isQuery || prediction.rows.length > 0
        ? { kind: 'rows', rows: prediction.rows, isOrdered: prediction.order === 'list' }
        : { kind: 'works' };
    case 'refused':
      return { kind: 'refused' };
    case 'undetermined':
      return { kind: 'anything' };
  }
  if (answer?.kind === 'refused') return { kind: 'refused' };
  if (answer?.kind !== 'rows') return { kind: 'anything' };
  return isQuery ? { kind: 'rows', rows: answer.rows, isOrdered: false } : { kind: 'works' };
}

/** An inspection as statements. */
function looksOf({ step, allowed = [] }: TestStep): RegressionStep[] {
  if (step.do !== 'inspect') return [];
  const look = (sql: string, rows: readonly Row[]): RegressionStep => ({
    do: 'run',
    on: 0,
    sql,
    expects: { kind: 'rows', rows, isOrdered: false },
  });
  if (step.what !== 'contents') return [look('PRAGMA integrity_check', [['ok']])];
  const [state] = allowed;
  if (state === undefined || allowed.length > 1) return [];
  return state.tables
    .filter(({ knowledge }) => knowledge === 'exact')
    .map(({ name, rows }) => look(`SELECT * FROM "${name.replaceAll('"', '""')}"`, [...rows()]));
}
