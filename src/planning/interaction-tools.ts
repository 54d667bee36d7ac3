// Tools that put steps into the plan, on one connection.

import { dialect } from '../dialect/index.ts';
import {
  type FaultTools,
  type InteractionTools,
  type Query,
  rowsHandle,
  tableOf,
} from '../property/index.ts';
import type { Statement } from '../sql/ast.ts';
import { isTransactionControl } from '../sql/index.ts';
import { drawSurvival, FAULT_NAMES, type FaultName, IO_FAULT_KINDS } from '../world/index.ts';
import { determined, refusedWith, working } from './acceptance.ts';
import type { Attempt } from './attempt.ts';
import { Discard, discard } from './discard.ts';
import { statementOf } from './given.ts';

/** `source` is where the property's text says so. */
export function interactionTools(attempt: Attempt, on: number, source?: string): InteractionTools {
  const { planning, property } = attempt;
  const { random, setting } = planning;
  const run = (statement: Statement | Query) =>
    rowsHandle(attempt.run(on, statementOf(statement, property), { source }));
  return {
    run: (statement, { undetermined = false } = {}) =>
      rowsHandle(
        attempt.run(on, statementOf(statement, property), {
          accept: undetermined ? working : determined,
          source,
        }),
      ),
    tableOf: (table) => tableOf(table, on),
    assert: (check) => attempt.assert(check, source),
    expectRefusal: (refusal, statement) => {
      attempt.run(on, statementOf(statement, property), { accept: refusedWith(refusal), source });
    },
    stored: (inserted, table) => {
      if (inserted.rows.term !== 'rows') return discard('stored rows come from an INSERT');
      return { kind: 'rowHandle', row: { row: 'stored', step: inserted.rows.step, nth: 0 }, table };
    },
    meanwhile: ({ keep = [] } = {}) => {
      for (let left = random.below(MOST_MEANWHILE + 1); left > 0; left--) {
        interact(attempt, on, () => keep.every((check) => attempt.holds(check)));
      }
    },
    transaction: (end, body) => {
      run({ kind: 'begin' });
      const result = body();
      run({ kind: end });
      return result;
    },
    savepoint: (end, body) => {
      const name = setting.names.savepoint();
      run({ kind: 'savepoint', name });
      const result = body();
      if (end === 'rollback') run({ kind: 'rollbackTo', name });
      run({ kind: 'release', name });
      return result;
    },
    inspect: (what) => attempt.inspect(what, source),
    fault: faultTools(attempt, on, source),
    on: (connection) => interactionTools(attempt, connection, source),
    at: (place) => interactionTools(attempt, on, place),
  };
}

function faultTools(attempt: Attempt, on: number, source: string | undefined): FaultTools {
  const between = Object.fromEntries(
    FAULT_NAMES.map((name) => [
      name,
      (...given: readonly unknown[]) => attempt.drawFault(on, name, ...given),
    ]),
  ) as Pick<FaultTools, FaultName>;
  const { random, carries } = attempt.faultDrawing(on);
  const { property } = attempt;
  return {
    ...between,
    powerCutDuring: (statement, given) => {
      // Statements write a page or two, a sync, and more when a checkpoint is due.
      const afterMutatingIo = random.between(1, random.pick([2, 4, 8, 20]));
      const survival = drawSurvival({ random, on, carries }) ?? discard('the engine carries no power cut');
      attempt.run(on, statementOf(statement, property), {
        faults: { cut: { afterMutatingIo, ...survival, ...given } },
        source,
      });
    },
    ioErrorDuring: (statement, given) => {
      const kinds = IO_FAULT_KINDS.filter(carries);
      if (kinds.length === 0) return discard('the engine carries no I/O error');
      const ioFault = { kind: random.pick(kinds), nth: random.between(1, 4), ...given };
      return rowsHandle(attempt.run(on, statementOf(statement, property), { faults: { ioFault }, source }));
    },
  };
}

const MOST_MEANWHILE = 3;
/** One random statement outside of transaction control, taken back if it breaks a condition. */
function interact(attempt: Attempt, on: number, isKept: () => boolean): void {
  const { random, rehearsal, setting } = attempt.planning;
  const undo = attempt.mark();
  try {
    const statement = dialect.generate.statement(random, rehearsal.view(on), setting);
    if (isTransactionControl(statement)) return;
    attempt.run(on, statement, { accept: working, isDrawn: true });
    if (!isKept()) undo();
  } catch (error) {
    if (!(error instanceof Discard)) throw error;
    undo();
  }
}
