// Suspects among transactions, connections, faults and clauses of writes.

import type { FeatureId } from '../../dialect/index.ts';
import { type Plan, type Step, stepsOf } from '../../plan/index.ts';
import { isTransactionControl } from '../../sql/index.ts';
import { leftStatements, runWhole } from '../run-whole.ts';
import { RENAME } from './alter-suspects.ts';
import { withNodes, without, withoutStatements, withSteps } from './edits.ts';
import { type Suspect, structure } from './suspects.ts';

const CONFLICTS: readonly FeatureId[] = [
  'conflict.FAIL',
  'conflict.IGNORE',
  'conflict.REPLACE',
  'conflict.ROLLBACK',
  'update.conflict.FAIL',
  'update.conflict.IGNORE',
  'update.conflict.REPLACE',
  'update.conflict.ROLLBACK',
];

export const STATEMENT_SUSPECTS: readonly Suspect[] = [
  structure('a refused statement', withoutRefused),
  structure(
    'SAVEPOINT',
    (plan) =>
      withNodes(plan, (node) => {
        switch (node.kind) {
          case 'savepoint':
            return { kind: 'begin' };
          case 'release':
            return { kind: 'commit' };
          case 'rollbackTo':
            return { kind: 'rollback' };
          default:
            return node;
        }
      }),
    { features: ['savepoint.outermost', 'savepoint'], covers: ['a transaction'] },
  ),
  structure('a transaction', (plan) => withoutStatements(plan, isTransactionControl), { isCommon: true }),
  structure(
    'a second connection',
    (plan) => withSteps(plan, (step) => [step.do === 'run' && step.on > 0 ? { ...step, on: 0 } : step]),
    { keepsRows: true },
  ),
  structure('a statement left before its end', [
    (plan) => ranWhole(plan, 'end'),
    (plan) => ranWhole(plan, 'begin'),
  ]),
  structure(
    'OR …',
    (plan) =>
      withNodes(plan, (node) =>
        node.kind === 'insert' || node.kind === 'update' ? without(node, 'conflict') : node,
      ),
    { features: CONFLICTS },
  ),
  structure(
    'ON CONFLICT',
    (plan) => withNodes(plan, (node) => (node.kind === 'insert' ? without(node, 'upsert') : node)),
    { features: ['upsert.doNothing', 'upsert.doUpdate'] },
  ),
  structure(
    'RETURNING',
    (plan) =>
      withNodes(plan, (node) =>
        node.kind === 'insert' || node.kind === 'update' || node.kind === 'delete'
          ? without(node, 'returning')
          : node,
      ),
    { isCommon: true, isContainer: true },
  ),
  structure(
    'WHERE in a write',
    (plan) =>
      withNodes(plan, (node) =>
        node.kind === 'update' || node.kind === 'delete' ? without(node, 'where') : node,
      ),
    { isCommon: true, isContainer: true },
  ),
  RENAME,
  structure('ANALYZE', (plan) => withoutStatements(plan, ({ kind }) => kind === 'analyze'), {
    keepsRows: true,
    features: ['analyze'],
  }),
  structure('REINDEX', (plan) => withoutStatements(plan, ({ kind }) => kind === 'reindex'), {
    keepsRows: true,
    features: ['reindex'],
  }),
  structure('VACUUM', (plan) => withoutStatements(plan, ({ kind }) => kind === 'vacuum'), {
    keepsRows: true,
    features: ['vacuum'],
  }),
];

/** Every statement runs to its end at once. */
function ranWhole(plan: Plan, where: 'begin' | 'end'): Plan | null {
  const left = leftStatements(plan);
  return left.length === 0 ? null : left.reduce((each, id) => runWhole(each, id, where), plan);
}

/** Without the statements that must be refused, except for one at the end, which is what is looked at. */
function withoutRefused(plan: Plan): Plan | null {
  const last = stepsOf(plan).at(-1)?.step;
  return withSteps(plan, (step) => {
    const isRefused = step.do === 'run' && step !== last && typeof step.expect === 'object';
    return isRefused ? [] : [step];
  });
}

/** One suspect per kind of fault between statements. */
export function faultSuspects(plan: Plan): Suspect[] {
  const names = new Set<string>();
  for (const { steps } of plan.groups) for (const step of steps) if (isFault(step)) names.add(step.do);
  return [...names].sort().map((name) =>
    structure(`the fault ${name}`, (each) => withSteps(each, (step) => (step.do === name ? [] : [step])), {
      isCommon: true,
    }),
  );
}

function isFault({ do: kind }: Step): boolean {
  return (
    kind !== 'run' && kind !== 'resume' && kind !== 'assert' && kind !== 'inspect' && kind !== 'askSqlite'
  );
}
