// BEGIN to ROLLBACK TO: only what the state of the connection allows.

import type { Random } from '../../../../random.ts';
import type { Begin, Statement } from '../../../../sql/ast.ts';
import type { DatabaseView } from '../../../view.ts';
import type { Setting } from '../setting.ts';

type TransactionStatement = Extract<
  Statement,
  { kind: 'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'rollbackTo' }
>;

export function transaction(
  random: Random,
  view: DatabaseView,
  setting: Setting,
): TransactionStatement | undefined {
  const { features } = setting;
  const open = view.inTransaction;
  const saved = view.savepoints.length > 0;
  const room = view.savepoints.length < MOST_SAVEPOINTS;
  // A transaction that cannot be ended would last for the rest of the plan.
  const canEnd = features.has('commit') || features.has('rollback');
  const choices = [
    [!open && canEnd && features.has('begin') ? 6 : 0, 'begin'],
    [open && features.has('commit') ? 6 : 0, 'commit'],
    [open && features.has('rollback') ? 3 : 0, 'rollback'],
    [room && features.has('savepoint') && (open || features.has('release')) ? 3 : 0, 'savepoint'],
    [saved && features.has('release') ? 3 : 0, 'release'],
    [saved && features.has('rollbackTo') ? 3 : 0, 'rollbackTo'],
  ] as const;
  const kind = random.weightedIfAny(choices);
  switch (kind) {
    case undefined:
      return undefined;
    case 'begin':
      return begin(random, setting);
    case 'savepoint':
      return { kind, name: setting.names.savepoint() };
    case 'release':
    case 'rollbackTo':
      return { kind, name: random.pick(view.savepoints) };
    default:
      return { kind };
  }
}

function begin(random: Random, { features, weights }: Setting): Begin {
  const { transactionMode } = weights;
  const mode = random.weighted([
    [transactionMode.plain + 1, undefined],
    [features.has('begin.DEFERRED') ? transactionMode.deferred : 0, 'DEFERRED'],
    [features.has('begin.IMMEDIATE') ? transactionMode.immediate : 0, 'IMMEDIATE'],
    [features.has('begin.EXCLUSIVE') ? transactionMode.exclusive : 0, 'EXCLUSIVE'],
    [features.has('begin.CONCURRENT') ? transactionMode.concurrent : 0, 'CONCURRENT'],
  ] as const);
  return mode === undefined ? { kind: 'begin' } : { kind: 'begin', mode };
}

const MOST_SAVEPOINTS = 4;
