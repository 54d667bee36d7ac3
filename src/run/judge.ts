// Every judge that looks at one step: what the engine did there, against what the model says it must do.

import type { Prediction } from '../dialect/sqlite/model/predict.ts';
import type { DatabaseView, TableView } from '../dialect/view.ts';
import { invariant } from '../errors.ts';
import { type StepId, shapeOfCheck } from '../plan/check.ts';
import { evaluateCheck, sameBag } from '../plan/evaluate-check.ts';
import type { Group, RunStep } from '../plan/plan.ts';
import { isRun, type TestStep } from '../plan/test-step.ts';
import { isLacking, type Outcome, type Refused } from '../sql/outcome.ts';
import type { Row } from '../sql/value.ts';
import { agree } from './compare-rows.ts';
import type { Inspected, StepRecord } from './execute.ts';
import { type Finding, type FindingKind, type Judge, normalised } from './finding.ts';

type Report = Omit<Finding, 'at' | 'property' | 'signature'> & { readonly shape: string };

/** Judges a run step by step; to be given the records in their order. */
export function judgeOf(): (record: StepRecord) => Finding | null {
  const returned = new Map<StepId, readonly Row[]>();
  return (record) => {
    const { at, test, outcome } = record;
    if (isRun(test) && outcome.kind === 'rows') returned.set(test.step.id, outcome.rows);
    const report = test === undefined ? judgeEnds(record) : judgeStep(test, record, returned);
    return report === null ? null : findingOf(report, test?.group, at);
  };
}

function findingOf({ shape, ...report }: Report, group: Group | undefined, at: number): Finding {
  const property = group?.property ?? 'interaction';
  // Only a property's own check makes the property part of the cause.
  const judge = report.judge === 'property' ? property : report.judge;
  return { ...report, property, at, signature: `${report.kind}/${judge}/${shape}` };
}

function judgeStep(
  test: TestStep,
  { outcome, inspection }: StepRecord,
  returned: ReadonlyMap<StepId, readonly Row[]>,
): Report | null {
  const { step, prediction, terms, allowed = [] } = test;
  const afterCut = step.do === 'powerCut' || (step.do === 'run' && step.cut !== undefined);
  if (afterCut && inspection === undefined) return judgeRecovery(outcome);
  if (outcome.kind === 'panic' || outcome.kind === 'fuel') return judgeDeath(outcome);
  if (step.do === 'sqliteWrites') return judgeContinuation(outcome, inspection, allowed);
  if (inspection !== undefined) {
    const elsewhere = step.do === 'inspect' && step.what === 'sqliteOpensIt';
    const kind = afterCut ? 'durability' : elsewhere ? 'corruption' : 'content';
    return judgeInspection(kind, elsewhere ? 'sqliteOpensIt' : 'contents', inspection, allowed);
  }
  switch (step.do) {
    case 'run':
      return judgeRun(step, prediction, outcome);
    case 'assert': {
      invariant(terms !== undefined, 'the model was asked about a check');
      const actual = { ...terms, rows: (id: StepId) => returned.get(id) };
      if (evaluateCheck(step.check, actual) !== false) return null;
      return {
        kind: 'assertion',
        judge: 'property',
        shape: shapeOfCheck(step.check),
        message: 'the check of the property does not hold',
        check: step.check,
      };
    }
    default:
      return outcome.kind === 'refused' ? judgeRefusal(outcome) : null;
  }
}

/** The boot before the first step and the close after the last. */
function judgeEnds({ outcome }: StepRecord): Report | null {
  if (outcome.kind === 'panic' || outcome.kind === 'fuel') return judgeDeath(outcome);
  return outcome.kind === 'refused' ? judgeRefusal(outcome) : null;
}

function judgeDeath(outcome: Outcome): Report | null {
  if (outcome.kind === 'panic') {
    return {
      kind: 'panic',
      judge: 'noPanic',
      shape: outcome.location || normalised(outcome.message),
      message: `the engine panicked${outcome.location ? ` at ${outcome.location}` : ''}: ${outcome.message}`,
      actual: { kind: 'outcome', outcome },
    };
  }
  if (outcome.kind === 'fuel') {
    return { kind: 'hang', judge: 'noHang', shape: '', message: 'the statement does not come to an end' };
  }
  return null;
}

/** The database does not even open after a power cut. */
function judgeRecovery(outcome: Outcome): Report | null {
  if (outcome.kind === 'panic') return judgeDeath(outcome);
  const message = outcome.kind === 'refused' ? outcome.message : outcome.kind;
  return {
    kind: 'durability',
    judge: 'recovery',
    shape: normalised(message),
    message: `the database does not open after the power cut: ${message}`,
    actual: { kind: 'outcome', outcome },
  };
}

function judgeContinuation(
  outcome: Outcome,
  inspection: Inspected | undefined,
  allowed: readonly DatabaseView[],
): Report | null {
  if (inspection !== undefined) return judgeInspection('corruption', 'continues', inspection, allowed);
  if (outcome.kind !== 'refused') return null;
  return {
    kind: 'corruption',
    judge: 'continues',
    shape: normalised(outcome.message),
    message: `the file cannot be handed to SQLite and back: ${outcome.message}`,
    actual: { kind: 'outcome', outcome },
  };
}

function judgeRun(step: RunStep, prediction: Prediction | undefined, outcome: Outcome): Report | null {
  // An injected I/O fault may show as an error or not at all; what it must not do is judged by the contents.
  if (step.ioFault !== undefined) return null;
  if (typeof step.expect === 'object') return judgeAcceptance(step.expect, outcome);
  if (step.expect === 'any') return judgeFree(prediction, outcome);
  if (outcome.kind === 'refused') return judgeRefusal(outcome);
  if (outcome.kind !== 'rows' || prediction?.kind !== 'rows') return null;
  // How much was changed comes first: what RETURNING says of it is a consequence.
  if (outcome.changes !== null && prediction.changes !== outcome.changes) {
    return {
      kind: 'difference',
      judge: 'changes',
      shape: step.statement.kind,
      message: 'changes() is wrong',
      expected: { kind: 'text', text: `${prediction.changes}` },
      actual: { kind: 'text', text: `${outcome.changes}` },
    };
  }
  if (!agree(prediction.rows, prediction.order, outcome.rows)) {
    const counts = prediction.rows.length === outcome.rows.length ? 'same' : 'other';
    return {
      kind: 'difference',
      judge: 'model',
      shape: `${step.statement.kind},${counts} row count`,
      message: 'the rows are not those that SQL defines',
      expected: { kind: 'rows', rows: prediction.rows },
      actual: { kind: 'rows', rows: outcome.rows },
    };
  }
  return null;
}

function judgeRefusal(outcome: Refused): Report {
  return {
    kind:
      outcome.class === 'corrupt' ? 'corruption' : isLacking(outcome) ? 'unsupportedCombination' : 'error',
    judge: 'noError',
    shape: `${outcome.class},${normalised(outcome.message)}`,
    message: `refused though it must work: ${outcome.message}`,
    actual: { kind: 'outcome', outcome },
  };
}

function judgeAcceptance(
  expected: { refused: string; constraint?: string },
  outcome: Outcome,
): Report | null {
  const what = expected.constraint ? `${expected.constraint} constraint` : expected.refused;
  if (outcome.kind === 'refused' && DAMAGE.has(outcome.class) && outcome.class !== expected.refused) {
    return {
      kind: 'error',
      judge: 'refusals',
      shape: `${what},${outcome.class}`,
      message: `refused as ${outcome.class} though the reason is another (${what}): ${outcome.message}`,
      actual: { kind: 'outcome', outcome },
    };
  }
  if (outcome.kind !== 'rows') return null;
  return {
    kind: 'wronglyAccepted',
    judge: 'refusals',
    shape: what,
    message: `accepted though it must be refused (${what})`,
    actual: { kind: 'outcome', outcome },
  };
}

/** How a refusal is put into words and classes is up to the engine, but these say that something broke. */
const DAMAGE: ReadonlySet<string> = new Set(['corrupt', 'io', 'interrupted']);

/** Where SQL leaves the rows open, their number may still be determined. */
function judgeFree(prediction: Prediction | undefined, outcome: Outcome): Report | null {
  if (prediction?.kind !== 'free' || prediction.rowCount === undefined || outcome.kind !== 'rows')
    return null;
  if (prediction.rowCount === outcome.rows.length) return null;
  return {
    kind: 'difference',
    judge: 'model',
    shape: 'row count',
    message: 'the number of rows is not the one that SQL defines',
    expected: { kind: 'text', text: `${prediction.rowCount} rows` },
    actual: { kind: 'rows', rows: outcome.rows },
  };
}

function judgeInspection(
  kind: FindingKind,
  judge: Judge,
  { contents, integrity }: Inspected,
  allowed: readonly DatabaseView[],
): Report | null {
  // An engine may have no integrity check; that it had one once is for the ledger to remember.
  if (integrity !== undefined && !isLacking(integrity)) {
    const death = judgeDeath(integrity);
    if (death !== null) return { ...death, look: INTEGRITY_CHECK };
    const verdict = integrity.kind === 'rows' ? String(integrity.rows[0]?.[0]) : describe(integrity);
    if (verdict !== 'ok') {
      return {
        kind: 'corruption',
        judge: judge === 'contents' ? 'integrity' : judge,
        shape: normalised(verdict),
        message: `integrity_check says: ${verdict}`,
        look: INTEGRITY_CHECK,
        expected: { kind: 'rows', rows: [['ok']] },
        actual:
          integrity.kind === 'rows'
            ? { kind: 'rows', rows: integrity.rows }
            : { kind: 'outcome', outcome: integrity },
      };
    }
  }
  for (const [table, outcome] of contents) {
    const death = judgeDeath(outcome);
    if (death !== null) return { ...death, look: allOf(table) };
  }
  const wrong = allowed.map((state) => firstWrongTable(state, contents));
  if (wrong.includes(null) || wrong.length === 0) return null;
  const { table, outcome } = wrong[0]!;
  return {
    kind,
    judge,
    shape: shapeOfContents(table, outcome),
    message:
      kind === 'durability'
        ? `after the power cut, table ${table.name} holds neither the old nor the new committed rows`
        : `table ${table.name} does not hold the rows it must`,
    look: allOf(table.name),
    expected: { kind: 'rows', rows: [...table.rows()] },
    actual: outcome.kind === 'rows' ? { kind: 'rows', rows: outcome.rows } : { kind: 'outcome', outcome },
  };
}

const INTEGRITY_CHECK = 'PRAGMA integrity_check';

function allOf(table: string): string {
  return `SELECT * FROM ${table}`;
}

function firstWrongTable(
  state: DatabaseView,
  contents: ReadonlyMap<string, Outcome>,
): { table: TableView; outcome: Outcome } | null {
  for (const table of state.tables) {
    const outcome = contents.get(table.name);
    if (table.knowledge !== 'exact' || outcome === undefined) continue;
    if (outcome.kind !== 'rows' || !sameBag([...table.rows()], outcome.rows)) return { table, outcome };
  }
  return null;
}

function shapeOfContents(table: TableView, outcome: Outcome): string {
  if (outcome.kind !== 'rows') return outcome.kind === 'refused' ? outcome.class : outcome.kind;
  const difference = outcome.rows.length - table.rowCount;
  return difference < 0 ? 'rows missing' : difference > 0 ? 'too many rows' : 'other rows';
}

function describe(outcome: Outcome): string {
  return outcome.kind === 'refused' ? outcome.message : outcome.kind;
}
