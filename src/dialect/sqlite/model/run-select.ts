// What a query gives, and what reading does to its connection.

import type { Statement } from '../../../sql/ast.ts';
import { Refusal } from '../evaluate/stop.ts';
import type { Database } from './database.ts';
import type { Effect } from './effect.ts';
import { BESIDE, isBeingWritten } from './open-statements.ts';
import { predictionOf } from './prediction-of.ts';
import { orderOf } from './query/order.ts';
import { compileSelect } from './query/select.ts';
import { type StatementContext, Undetermined } from './query/statement-context.ts';
import { afterRead } from './transactions.ts';

export function runSelect(
  database: Database,
  connection: number,
  statement: Statement & { kind: 'select' },
  context: StatementContext,
): Effect {
  const query = compileSelect(statement, undefined, undefined, context);
  context.started = true;
  if (isBeingWritten(database, connection, context.reads)) throw new Undetermined(BESIDE);
  const next = context.reads.size > 0 ? afterRead(database, connection) : database;
  try {
    const { ordered, undetermined } = query.run(undefined);
    if (query.mayRaise) throw new Undetermined('may raise');
    if (context.undetermined !== undefined) throw new Undetermined(context.undetermined);
    const { rows } = ordered;
    if (undetermined) {
      return {
        database: next,
        prediction: { kind: 'undetermined', reason: 'LIMIT among ties', rowCount: rows.length },
      };
    }
    return { database: next, prediction: { kind: 'rows', rows, order: orderOf(ordered), changes: 0 } };
  } catch (error) {
    if (error instanceof Refusal && query.mayRaise) {
      return { database: next, prediction: { kind: 'undetermined', reason: 'may raise' } };
    }
    const prediction = predictionOf(error);
    if (prediction === undefined) throw error;
    return { database: next, prediction };
  }
}
