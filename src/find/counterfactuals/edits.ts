// Ways to edit a plan as a whole, which the counterfactuals are made of. Each gives null if there is nothing to edit.

import { expand, mapGroup, type Plan, type RunStep, type Step, stepsOf } from '../../plan/index.ts';
import type { ColumnDefinition, CreateTable, Expression, SelectBody, Statement } from '../../sql/ast.ts';
import { mapChildren, type Node, type SqlValue } from '../../sql/index.ts';

/** A text that is a number as a whole. */
export const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** The plan with what its groups drew in the places of the references. */
export function writtenOut(plan: Plan): Plan {
  const groups = plan.groups.map((group) => ({
    ...group,
    steps: group.steps.map((step) =>
      step.do === 'run' ? { ...step, statement: expand(step.statement, group.draws) } : step,
    ),
  }));
  return { ...plan, groups };
}

/** Every node of the plan, inner ones first, through `change`. */
export function withNodes(plan: Plan, change: (node: Node) => Node): Plan | null {
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

export function withValues(plan: Plan, change: (value: SqlValue) => SqlValue): Plan | null {
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

/** Other steps in the place of each. */
export function withSteps(plan: Plan, change: (step: Step) => readonly Step[]): Plan | null {
  let isChanged = false;
  const groups = plan.groups.map((group) => {
    const steps = group.steps.flatMap((step) => {
      const made = change(step);
      if (made.length !== 1 || made[0] !== step) isChanged = true;
      return made;
    });
    return { ...group, steps };
  });
  return isChanged ? { ...plan, groups } : null;
}

/** Definitions of tables exchanged. */
export function withTables(plan: Plan, change: (table: CreateTable) => CreateTable): Plan | null {
  return withNodes(plan, (node) => (node.kind === 'createTable' ? change(node) : node));
}

function withoutSteps(plan: Plan, isDropped: (step: Step) => boolean): Plan | null {
  return withSteps(plan, (step) => (isDropped(step) ? [] : [step]));
}

export function withoutStatements(plan: Plan, isDropped: (statement: Statement) => boolean): Plan | null {
  return withoutSteps(plan, (step) => step.do === 'run' && isDropped(step.statement));
}

/** Columns of all tables exchanged, or dropped where `change` gives null. */
export function withColumns(
  plan: Plan,
  change: (column: ColumnDefinition) => ColumnDefinition | null,
): Plan | null {
  return withNodes(plan, (node) => {
    if (node.kind === 'alterTable' && node.action.kind === 'addColumn') {
      const column = change(node.action.column);
      return column === null || column === node.action.column
        ? node
        : { ...node, action: { ...node.action, column } };
    }
    if (node.kind !== 'createTable') return node;
    const columns = node.columns.map(change);
    if (columns.every((column, i) => column === node.columns[i])) return node;
    return { ...node, columns: columns.filter((column) => column !== null) };
  });
}

/** A node without an optional field of it. */
export function without<T extends object, Key extends keyof T>(node: T, key: Key): T {
  if (node[key] === undefined) return node;
  const { [key]: dropped, ...rest } = node;
  return rest as T;
}

/** Makes run steps like a given one, with ids of their own. */
export function stepMaker(plan: Plan): (like: RunStep, statement: Statement) => RunStep {
  let id = Math.max(0, ...stepsOf(plan).map(({ step }) => (step.do === 'run' ? step.id : 0)));
  return ({ on, fuel }, statement) => ({ do: 'run', id: ++id, on, statement, expect: 'ok', fuel });
}

/** Every INSERT names its columns, so that more or fewer of them can be declared. */
export function withNamedColumns(plan: Plan): Plan {
  const columns = new Map<string, readonly string[]>();
  const made = withSteps(plan, (step) => {
    if (step.do !== 'run') return [step];
    const { statement } = step;
    follow(columns, statement);
    if (statement.kind !== 'insert' || statement.columns !== undefined) return [step];
    const names = columns.get(statement.table);
    if (names === undefined || statement.source.kind === 'defaultValues') return [step];
    return [{ ...step, statement: { ...statement, columns: names } }];
  });
  return made ?? plan;
}

/** Keeps up with the columns into which rows can be inserted. */
function follow(columns: Map<string, readonly string[]>, statement: Statement): void {
  if (statement.kind === 'createTable') {
    const plain = statement.columns.filter(({ generated }) => generated === undefined);
    columns.set(
      statement.name,
      plain.map(({ name }) => name),
    );
  }
  if (statement.kind !== 'alterTable') return;
  const { table, action } = statement;
  const names = columns.get(table);
  if (names === undefined) return;
  switch (action.kind) {
    case 'renameTable':
      columns.delete(table);
      columns.set(action.to, names);
      break;
    case 'renameColumn':
      columns.set(
        table,
        names.map((name) => (name === action.column ? action.to : name)),
      );
      break;
    case 'addColumn':
      if (action.column.generated === undefined) columns.set(table, [...names, action.column.name]);
      break;
    case 'dropColumn':
      columns.set(
        table,
        names.filter((name) => name !== action.column),
      );
      break;
  }
}
