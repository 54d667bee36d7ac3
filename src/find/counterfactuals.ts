// Counterfactuals: fixed edits that take one suspect out of a minimal plan. Those that make it pass name what the bug needs: the heart
// of its cause, a sentence of its report, and what decides whether the next failure is the same one.

import { mapGroup, type Plan, type Step } from '../plan/index.ts';
import type { ColumnDefinition, Expression, SelectBody, Statement } from '../sql/ast.ts';
import { isTransactionControl, mapChildren, type Node, type SqlValue } from '../sql/index.ts';

export interface Counterfactual {
  /** What is taken out, as a report says it: "goes away without …". */
  readonly name: string;
  /** The plan without it; null if the plan does not have it. */
  edit(plan: Plan): Plan | null;
  /** Another way to take it out, where the first one gives no valid test. */
  otherwise?(plan: Plan): Plan | null;
}

type Change = (node: Node) => Node;

/** Every node of the plan, inner ones first, through `change`; null if nothing changes. */
function withNodes(plan: Plan, change: Change): Plan | null {
  let isChanged = false;
  const below = <T extends Node>(node: T): T => {
    const made = change(mapChildren(node, below)) as T;
    if (made !== node) isChanged = true;
    return made;
  };
  const groups = plan.groups.map((group) =>
    mapGroup(group, {
      expression: (expression: Expression) => below(expression),
      body: (body: SelectBody) => below(body),
      statement: (statement: Statement) => below(statement),
      row: (values) => values,
    }),
  );
  return isChanged ? { ...plan, groups } : null;
}

function withValues(plan: Plan, change: (value: SqlValue) => SqlValue): Plan | null {
  let isChanged = false;
  const changed = (value: SqlValue): SqlValue => {
    const made = change(value);
    if (!Object.is(made, value)) isChanged = true;
    return made;
  };
  const ofNode = (node: Node): Node =>
    node.kind === 'literal' ? { ...node, value: changed(node.value) } : mapChildren(node, ofNode);
  const groups = plan.groups.map((group) =>
    mapGroup(group, {
      expression: (expression) => ofNode(expression) as Expression,
      body: (body) => ofNode(body) as SelectBody,
      statement: (statement) => ofNode(statement) as Statement,
      row: (values) =>
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, changed(value)])),
    }),
  );
  return isChanged ? { ...plan, groups } : null;
}

function withoutSteps(plan: Plan, isDropped: (step: Step) => boolean): Plan | null {
  let isChanged = false;
  const isKept = (step: Step): boolean => {
    if (!isDropped(step)) return true;
    isChanged = true;
    return false;
  };
  const groups = plan.groups.map((group) => ({ ...group, steps: group.steps.filter(isKept) }));
  return isChanged ? { ...plan, groups } : null;
}

const statementEdit = (name: string, change: (statement: Statement) => Statement): Counterfactual => ({
  name,
  edit: (plan) => withNodes(plan, (node) => change(node as Statement) as Node),
});

export const COUNTERFACTUALS: readonly Counterfactual[] = [
  statementEdit('WITHOUT ROWID', (statement) => {
    if (statement.kind !== 'createTable' || !statement.withoutRowid) return statement;
    const { withoutRowid, ...rowid } = statement;
    return rowid;
  }),
  statementEdit('STRICT', (statement) => {
    if (statement.kind !== 'createTable' || !statement.strict) return statement;
    const { strict, ...loose } = statement;
    return loose;
  }),
  statementEdit('SAVEPOINT', (statement) => {
    switch (statement.kind) {
      case 'savepoint':
        return { kind: 'begin' };
      case 'release':
        return { kind: 'commit' };
      case 'rollbackTo':
        return { kind: 'rollback' };
      default:
        return statement;
    }
  }),
  {
    name: 'a transaction',
    edit: (plan) => withoutSteps(plan, (step) => step.do === 'run' && isTransactionControl(step.statement)),
  },
  {
    name: 'ALTER TABLE ADD COLUMN',
    edit: (plan) => {
      const added = new Map<string, ColumnDefinition[]>();
      const kept = withoutSteps(plan, (step) => {
        if (step.do !== 'run' || step.statement.kind !== 'alterTable') return false;
        const { table, action } = step.statement;
        if (action.kind !== 'addColumn') return false;
        added.set(table, [...(added.get(table) ?? []), action.column]);
        return true;
      });
      return kept && withNodes(kept, (node) => declared(node, added));
    },
  },
  {
    name: 'COLLATE',
    edit: (plan) =>
      withNodes(plan, (node) => {
        if (node.kind === 'collate') return node.operand;
        if (node.kind !== 'createTable' || !node.columns.some(({ collate }) => collate !== undefined))
          return node;
        return { ...node, columns: node.columns.map(({ collate, ...column }) => column) };
      }),
  },
  {
    name: 'a generated column',
    edit: (plan) => withColumns(plan, ({ generated }) => (generated === undefined ? 'keep' : 'drop')),
    // A query may name it.
    otherwise: (plan) =>
      withColumns(plan, ({ generated, ...column }) => (generated === undefined ? 'keep' : column)),
  },
  {
    name: 'an index',
    edit: (plan) => withoutSteps(plan, (step) => step.do === 'run' && step.statement.kind === 'createIndex'),
  },
  {
    name: 'a trigger',
    edit: (plan) =>
      withoutSteps(plan, (step) => step.do === 'run' && step.statement.kind === 'createTrigger'),
  },
  {
    name: 'DESC in a key',
    edit: (plan) => withNodes(plan, ascending),
  },
  {
    name: 'RIGHT or FULL JOIN',
    edit: (plan) =>
      withNodes(plan, (node) =>
        node.kind === 'join' && (node.operator === 'RIGHT JOIN' || node.operator === 'FULL JOIN')
          ? { ...node, operator: 'LEFT JOIN' }
          : node,
      ),
  },
  {
    name: 'OFFSET',
    edit: (plan) =>
      withNodes(plan, (node) => {
        if (node.kind !== 'select' || node.offset === undefined) return node;
        const { offset, ...all } = node;
        return all;
      }),
  },
  {
    name: 'DISTINCT',
    edit: (plan) =>
      withNodes(plan, (node) => {
        if (node.kind !== 'core' || !node.distinct) return node;
        const { distinct, ...all } = node;
        return all;
      }),
  },
  {
    name: 'ON CONFLICT or OR …',
    edit: (plan) =>
      withNodes(plan, (node) => {
        if ((node.kind !== 'insert' && node.kind !== 'update') || node.conflict === undefined) return node;
        const { conflict, ...plain } = node;
        return plain;
      }),
  },
  {
    name: '−0.0',
    edit: (plan) => withValues(plan, (value) => (Object.is(value, -0) ? 0 : value)),
  },
  {
    name: 'a BLOB',
    edit: (plan) => withValues(plan, (value) => (value instanceof Uint8Array ? 'x' : value)),
  },
  {
    name: 'a second connection',
    edit: (plan) => {
      const isOther = (step: Step) => step.do === 'run' && step.on > 0;
      if (!plan.groups.some(({ steps }) => steps.some(isOther))) return null;
      const groups = plan.groups.map((group) => ({
        ...group,
        steps: group.steps.map((step) => (step.do === 'run' ? { ...step, on: 0 } : step)),
      }));
      return { ...plan, groups };
    },
  },
];

/** Tables with some of their columns exchanged or dropped. */
function withColumns(
  plan: Plan,
  change: (column: ColumnDefinition) => ColumnDefinition | 'keep' | 'drop',
): Plan | null {
  return withNodes(plan, (node) => {
    if (node.kind !== 'createTable' || node.columns.every((column) => change(column) === 'keep')) return node;
    const columns = node.columns.flatMap((column) => {
      const changed = change(column);
      return changed === 'drop' ? [] : changed === 'keep' ? [column] : [changed];
    });
    return { ...node, columns };
  });
}

/** The table with all columns from the beginning. */
function declared(node: Node, added: ReadonlyMap<string, readonly ColumnDefinition[]>): Node {
  if (node.kind !== 'createTable') return node;
  const more = added.get(node.name) ?? [];
  return more.length === 0 ? node : { ...node, columns: [...node.columns, ...more] };
}

function ascending(node: Node): Node {
  if (node.kind === 'createIndex' && node.columns.some(({ descending }) => descending))
    return { ...node, columns: node.columns.map(({ descending, ...column }) => column) };
  if (node.kind !== 'createTable') return node;
  const isDescending =
    node.columns.some(({ primaryKey }) => primaryKey?.descending) ||
    node.constraints?.some(
      (each) =>
        'columns' in each && each.kind !== 'foreignKey' && each.columns.some((column) => column.descending),
    );
  if (!isDescending) return node;
  const columns = node.columns.map((column) =>
    column.primaryKey?.descending
      ? { ...column, primaryKey: { ...column.primaryKey, descending: false } }
      : column,
  );
  const constraints = node.constraints?.map((each) =>
    each.kind === 'primaryKey' || each.kind === 'unique'
      ? { ...each, columns: each.columns.map(({ descending, ...column }) => column) }
      : each,
  );
  return { ...node, columns, ...(constraints && { constraints }) };
}

/** Whether the plan passes without what is named; false if it does not have it, or is no valid test without it. */
export function passesWithout(plan: Plan, name: string, passes: Trial): Promise<boolean> {
  const found = COUNTERFACTUALS.find((each) => each.name === name);
  return found === undefined ? Promise.resolve(false) : tried(plan, found, passes);
}

/** Whether a plan passes; null if it is no valid test. */
export type Trial = (candidate: Plan) => Promise<boolean | null>;

async function tried(plan: Plan, { edit, otherwise }: Counterfactual, passes: Trial): Promise<boolean> {
  for (const way of [edit, otherwise]) {
    const candidate = way?.(plan) ?? null;
    const passed = candidate === null ? null : await passes(candidate);
    if (passed !== null) return passed;
  }
  return false;
}

/** The names of those without which the plan passes, in the order of the list. */
export async function neededBy(plan: Plan, passes: Trial): Promise<string[]> {
  const needed: string[] = [];
  for (const each of COUNTERFACTUALS) if (await tried(plan, each, passes)) needed.push(each.name);
  return needed;
}
