// The plan of a script with its statements as trees, and with what the model expects of them: a script as a test, which can be judged,
// shrunk and kept.

import { dialect, type Predicted, type Reader, type ReadStatement } from '../dialect/index.ts';
import { DirtError } from '../errors.ts';
import type { RawStatement, Statement } from '../sql/ast.ts';
import { turnIfDue } from '../turn.ts';
import type { Group, Plan, RunStep, Step } from './plan.ts';
import { stepsOf } from './plan.ts';
import { expectationOf, isVeto, Rehearsal } from './rehearsal.ts';

export interface ReadScript {
  readonly plan: Plan;
  /** The first statement after which the model knows nothing: from there on only a reference can judge. */
  readonly lost: Lost | null;
  /** What was read as text, since the AST has no place for something in it. */
  readonly unread: readonly Lost[];
}

export interface Lost {
  readonly sql: string;
  readonly reason: string;
  /** SQL leaves open what the database holds from there on, so nobody can judge but for panics and hangs. */
  readonly isOpen: boolean;
}

/** Each step is a group of its own, since nobody knows what belongs together. */
export async function readScript(script: Plan): Promise<ReadScript> {
  const reading = new ScriptReading((await dialect.readers())());
  const groups: Group[] = [];
  for (const { step } of stepsOf(script)) {
    await turnIfDue();
    groups.push({ property: 'script', draws: {}, steps: [reading.step(step)] });
  }
  return { plan: { ...script, groups }, lost: reading.lost, unread: reading.unread };
}

class ScriptReading {
  lost: Lost | null = null;
  readonly unread: Lost[] = [];
  readonly #read: Reader;
  readonly #rehearsal = new Rehearsal();

  constructor(read: Reader) {
    this.#read = read;
  }

  step(step: Step): Step {
    const taken = inspectionIn(step) ?? step;
    if (taken.do === 'run' && taken.statement.kind === 'raw') return this.#run(taken, taken.statement.sql);
    if (this.lost !== null && taken.do !== 'askSqlite') throw unfollowed(this.lost);
    this.#rehearsal.step(taken, {});
    return taken;
  }

  #run(step: RunStep, sql: string): Step {
    const read = this.lost?.isOpen ? openText(sql, this.lost.reason) : this.#statement(sql);
    const { unread } = read;
    if (unread !== undefined) this.unread.push({ sql, reason: unread, isOpen: false });
    const [statement, predicted] = this.#predicted(step.on, read);
    const expect = expectationOf(predicted.prediction, statement);
    if (expect === null && statement.kind !== 'raw') {
      const { reason } = predicted.prediction as { readonly reason: string };
      this.lost = { sql, reason: `SQL leaves open what it does: ${reason}`, isOpen: true };
      return this.#run(step, sql);
    }
    const taken: RunStep = { ...step, statement, expect: expect ?? 'any' };
    const rehearsed = this.#rehearsal.step(taken, {});
    if (isVeto(rehearsed)) throw unfollowed({ sql, reason: rehearsed.veto, isOpen: false });
    const { lost } = this.#rehearsal.database;
    if (lost !== undefined) this.lost ??= { sql, reason: unread ?? lost, isOpen: false };
    return taken;
  }

  /** What is refused for a column that is none may be meant as a text. */
  #predicted(on: number, { statement, asText }: ReadStatement): [Statement, Predicted] {
    const predicted = this.#rehearsal.predict(on, statement);
    const { prediction } = predicted;
    if (asText === undefined || prediction.kind !== 'refused' || !/^no such column/.test(prediction.message))
      return [statement, predicted];
    return [asText, this.#rehearsal.predict(on, asText)];
  }

  #statement(sql: string): ReadStatement {
    const read = this.#read(sql);
    if ('problem' in read) {
      const { line, column, message } = read.problem;
      return text(sql, { unbounded: true }, `line ${line}, column ${column}: ${message}`);
    }
    return read;
  }
}

function text(sql: string, touched: Partial<RawStatement>, unread?: string): ReadStatement {
  return { statement: { kind: 'raw', sql, changes: [], ...touched }, unread };
}

/** Nobody is held to what such a statement gives. */
function openText(sql: string, reason: string): ReadStatement {
  return text(sql, { unbounded: true, undetermined: true }, reason);
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
