// What the journal mode mvcc changes: transactions run at once, each on its snapshot, and who comes too late is refused. When an engine
// notices a conflict, and whether it sees one where there is none, is up to it: so predictions have an alternative.

import type { Statement } from '../../../sql/ast.ts';
import { classOf } from '../../../sql/index.ts';
import type { Prediction } from '../../prediction.ts';
import { connectionOf, type Database, type Snapshot, snapshotOf } from './database.ts';
import type { Effect, Predicted } from './effect.ts';
import { overlaps } from './merge.ts';
import { entriesOf } from './persistent-map.ts';
import { rollback } from './transactions.ts';

const CONFLICT: Prediction = { kind: 'refused', class: 'busy', message: 'write-write conflict' };

/** Why the model does not say what a statement does in this mode; null if it does. */
export function objectionInMvcc(database: Database, connection: number, statement: Statement): string | null {
  if (!database.committed.mvcc) return null;
  const group = classOf(statement);
  if (group === 'query' || group === 'write' || group === 'raw') return null;
  if (group === 'transaction') {
    const isSavepoint = statement.kind === 'savepoint';
    return isSavepoint && connectionOf(database, connection).transaction === undefined
      ? 'SAVEPOINT in mvcc'
      : null;
  }
  const isBusy = entriesOf(database.connections).some(([, { transaction }]) => transaction !== undefined);
  if (isBusy) return 'beside a transaction in mvcc';
  return group === 'maintenance' || group === 'attachment' ? `${statement.kind} in mvcc` : null;
}

/** What may happen otherwise is said beside what the model expects. */
export function withConflicts(
  before: Database,
  connection: number,
  statement: Statement,
  predicted: Predicted,
): Predicted {
  const { kind } = predicted.prediction;
  if (!before.committed.mvcc || kind === 'unknown' || kind === 'undetermined') return predicted;
  const isCommit = statement.kind === 'commit' || statement.kind === 'release';
  const isWrite = classOf(statement) === 'write';
  const isLocking = statement.kind === 'begin' && statement.mode === 'IMMEDIATE';
  if (!isCommit && !isWrite && !isLocking) return predicted;
  const refused: Effect = { database: rollback(before, connection), prediction: CONFLICT };
  const { transaction } = connectionOf(before, connection);
  if (isCommit && isRefusedAsBusy(predicted)) return { ...predicted, database: refused.database };
  if (isCommit && transaction?.concurrent && before.writer >= 0) return swapped(predicted, refused);
  if (isWrite && overlapsOthers(before, connection, predicted.database)) return swapped(predicted, refused);
  return isRefusedAsBusy(predicted) ? predicted : { ...predicted, otherwise: refused };
}

function swapped({ database, prediction, visited }: Predicted, refused: Effect): Predicted {
  return { ...refused, visited, otherwise: { database, prediction } };
}

function isRefusedAsBusy({ prediction }: Predicted): boolean {
  return prediction.kind === 'refused' && prediction.class === 'busy';
}

/** Has the statement written what another transaction has written, that is open or has committed since the snapshot? */
function overlapsOthers(before: Database, connection: number, after: Database): boolean {
  const { transaction } = connectionOf(before, connection);
  const base = transaction?.base ?? before.committed;
  const own = { base, current: snapshotOf(after, connection) };
  const overlapsWith = (other: { readonly base: Snapshot; readonly current: Snapshot }) =>
    overlaps(own, other);
  if (transaction !== undefined && overlapsWith({ base, current: before.committed })) return true;
  return entriesOf(before.connections).some(([other, { transaction: theirs }]) => {
    if (other === connection || theirs?.base === undefined || theirs.current === undefined) return false;
    return overlapsWith({ base: theirs.base, current: theirs.current });
  });
}
