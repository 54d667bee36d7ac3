// Of forms that are about equally small, the plainest: so that one bug looks the same whoever found it, and is stored once.

import type { Draw, Plan } from '../../plan/plan.ts';
import type { SqlValue } from '../../sql/value.ts';
import type { Pass } from './pass.ts';
import { at, type Node, nodesOf, type Path, replaced } from './tree.ts';

export const choosePlainest: Pass = {
  name: 'choose the plainest form',
  *propose(plan) {
    let current = plan;
    for (const edits of [unqualified, writtenOut, asColumns, bare]) {
      // The walk is over what was there at the beginning: an edit may remove a later place, but moves none.
      for (const { path, node } of [...nodesOf(current)]) {
        if (at(current, path) === undefined) continue;
        for (const candidate of edits(current, path, node)) {
          if (!(yield candidate)) continue;
          current = candidate;
          break;
        }
      }
    }
  },
};

function* unqualified(plan: Plan, path: Path, { kind, table }: Node): Generator<Plan> {
  if (kind === 'column' && table !== undefined) yield replaced(plan, [...path, 'table'], undefined);
}

/** An INSERT of drawn rows with their values in it, as somebody would write it. */
function* writtenOut(plan: Plan, path: Path, node: Node): Generator<Plan> {
  const rows = node.kind === 'insert' ? (at(node, ['source', 'rows']) as unknown[] | undefined) : undefined;
  const columns = node.columns as readonly string[] | undefined;
  if (rows === undefined || columns === undefined || rows.every(Array.isArray)) return;
  const { draws } = plan.groups[path[1] as number];
  const written = rows.map((row) =>
    Array.isArray(row) ? row : valuesOf(draws[(row as { draw: string }).draw], columns),
  );
  const changed = replaced(plan, [...path, 'source', 'rows'], written);
  yield replaced(changed, [...path, 'columns'], undefined);
  yield changed;
}

function valuesOf(draw: Draw, columns: readonly string[]): Node[] {
  const values = draw.kind === 'rowDraw' ? draw.values : {};
  return columns.map((column) => literal(values[column] ?? null));
}

const CONDITIONS = ['where', 'on', 'having'] as const;

/** A condition that is a mere column, TRUE in all rows. */
function* asColumns(plan: Plan, path: Path, node: Node): Generator<Plan> {
  for (const key of node.kind === 'expressionDraw' ? ['expression'] : CONDITIONS) {
    const condition = node[key];
    const column = columnIn(condition);
    if (column === undefined || column === condition) continue;
    yield withOnes(replaced(plan, [...path, key], column));
  }
}

function columnIn(value: unknown): Node | undefined {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return undefined;
  if ((value as Node).kind === 'column') return value as Node;
  for (const part of Object.values(value)) {
    const found = columnIn(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A table of mere columns; what its keys and types made of the rows is written out. */
function* bare(plan: Plan, path: Path, node: Node): Generator<Plan> {
  if (node.kind !== 'createTable') return;
  const columns = node.columns as readonly Node[];
  if (columns.every((column) => Object.keys(column).length === 1)) return;
  yield withOnes(
    replaced(
      plan,
      [...path, 'columns'],
      columns.map(({ name }) => ({ name })),
    ),
  );
}

/** Every value that is inserted is 1, in all columns. */
function withOnes(plan: Plan): Plan {
  const widths = new Map<unknown, number>();
  let changed = plan;
  for (const { path, node } of nodesOf(plan)) {
    if (node.kind === 'createTable') widths.set(node.name, (node.columns as unknown[]).length);
    const rows = node.kind === 'insert' ? at(node, ['source', 'rows']) : undefined;
    if (!Array.isArray(rows) || !rows.every(Array.isArray)) continue;
    const width = widths.get(node.table);
    const ones = rows.map((row) => new Array<Node>(width ?? row.length).fill(literal(1n)));
    changed = replaced(changed, [...path, 'source', 'rows'], ones);
    if (width !== undefined) changed = replaced(changed, [...path, 'columns'], undefined);
  }
  return changed;
}

function literal(value: SqlValue): Node {
  return { kind: 'literal', value };
}
