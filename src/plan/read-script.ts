// The plan of a script with its statements as trees, and with what the model expects of them: a script as a test, which can be judged,
// shrunk and kept.

import { dialect } from '../dialect/index.ts';
import { DirtError } from '../errors.ts';
import type { Plan, RunStep, Step } from './plan.ts';
import { stepsOf } from './plan.ts';
import { expectationOf, isVeto, Rehearsal } from './rehearsal.ts';

export interface ReadScript {
  readonly plan: Plan;
  /** The first statement that the model cannot follow: from there on the plan has text, and only a reference can judge. */
  readonly lost: Lost | null;
}

export interface Lost {
  readonly sql: string;
  readonly reason: string;
}

/** Each step is a group of its own, since nobody knows what belongs together. */
export async function readScript(script: Plan): Promise<ReadScript> {
  const read = await dialect.reader();
  const rehearsal = new Rehearsal();
  let lost: Lost | null = null;
  /** The step as the model takes it, or why it does not. */
  const followed = (step: RunStep, sql: string): RunStep | string => {
    const result = read(sql);
    if ('unread' in result) return result.isReading ? step : `not read: ${result.unread}`;
    const { prediction } = rehearsal.predict(step.on, result.statement);
    const expect = expectationOf(prediction, result.statement);
    if (expect === null) return 'SQL leaves open what it does';
    return { ...step, statement: result.statement, expect };
  };
  const steps: Step[] = [];
  for (const { step } of stepsOf(script)) {
    if (lost !== null) {
      if (step.do !== 'run' && step.do !== 'askSqlite') throw unfollowed(lost);
      steps.push(step);
      continue;
    }
    const isText = step.do === 'run' && step.statement.kind === 'raw';
    const sql = isText && step.statement.kind === 'raw' ? step.statement.sql : '';
    const taken = inspectionIn(step) ?? (isText ? followed(step, sql) : step);
    const rehearsed = typeof taken === 'string' ? { veto: taken } : rehearsal.step(taken, {});
    if (isVeto(rehearsed)) lost = { sql, reason: rehearsed.veto };
    steps.push(typeof taken === 'string' || lost !== null ? step : taken);
  }
  const groups = steps.map((step) => ({ property: 'script', draws: {}, steps: [step] }));
  return { plan: { ...script, groups }, lost };
}

/** What a report prints for a look at the file is one again. */
function inspectionIn(step: Step): Step | null {
  const sql =
    step.do === 'askSqlite'
      ? step.sql
      : step.do === 'run' && step.statement.kind === 'raw'
        ? step.statement.sql
        : '';
  if (!/^\s*PRAGMA\s+integrity_check\s*$/i.test(sql)) return null;
  return { do: 'inspect', what: step.do === 'askSqlite' ? 'sqliteOpensIt' : 'integrity' };
}

function unfollowed({ sql, reason }: Lost): DirtError {
  return new DirtError(
    'DIRT_SCRIPT_UNREAD',
    `what the database holds after ${JSON.stringify(sql.slice(0, 80))} is not known (${reason}), so no fault after it can be judged`,
    '`dirt sql` runs the script all the same',
  );
}
