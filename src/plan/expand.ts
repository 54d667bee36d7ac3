// Puts what a group drew in the place of its references. What comes out can be printed and predicted.

import { invariant } from '../errors.ts';
import type { Statement } from '../sql/ast.ts';
import type { Draw } from './plan.ts';

type Draws = Readonly<Record<string, Draw>>;

/** The statement without references to draws; the very same object when it has none. */
export function expand(statement: Statement, draws: Draws): Statement {
  if (isEmpty(draws)) return statement;
  return expandNode(statement, draws) as Statement;
}

function isEmpty(draws: Draws): boolean {
  for (const _ in draws) return false;
  return true;
}

function expandNode(node: unknown, draws: Draws): unknown {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return node;
  if (Array.isArray(node)) return mapKept(node, (item) => expandNode(item, draws));
  const record = node as Record<string, unknown>;
  if (record.kind === 'draw')
    return expandNode(drawn(record as { draw: string; column?: string }, draws), draws);
  if (record.kind === 'insert') return expandInsert(record, draws);
  let copy: Record<string, unknown> | null = null;
  for (const key in record) {
    const expanded = expandNode(record[key], draws);
    if (expanded === record[key]) continue;
    copy ??= { ...record };
    copy[key] = expanded;
  }
  return copy ?? record;
}

function drawn(reference: { draw: string; column?: string }, draws: Draws): unknown {
  const draw = draws[reference.draw];
  invariant(draw !== undefined, `draw ${reference.draw} exists`);
  switch (draw.kind) {
    case 'expressionDraw':
      return draw.expression;
    case 'queryDraw':
      return draw.body;
    case 'rowDraw':
      invariant(reference.column !== undefined, 'a drawn row is referenced by column');
      return { kind: 'literal', value: draw.values[reference.column] ?? null };
  }
}

/** A drawn row in VALUES takes the insert's column list, so that the two stay in step when a column is dropped. */
function expandInsert(insert: Record<string, unknown>, draws: Draws): unknown {
  const columns = insert.columns as readonly string[] | undefined;
  const source = insert.source as { kind: string; rows?: readonly unknown[] };
  const rows = source.rows?.map((row) => {
    if (Array.isArray(row)) return row;
    invariant(columns !== undefined, 'an insert of a drawn row lists its columns');
    return columns.map((column) => drawn({ draw: (row as { draw: string }).draw, column }, draws));
  });
  const copy: Record<string, unknown> = { ...insert, ...(rows && { source: { ...source, rows } }) };
  for (const key in copy) copy[key] = expandNode(copy[key], draws);
  return copy;
}

function mapKept(items: readonly unknown[], map: (item: unknown) => unknown): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let i = 0; i < items.length; i++) {
    const mapped = map(items[i]);
    if (mapped === items[i]) continue;
    copy ??= [...items];
    copy[i] = mapped;
  }
  return copy ?? items;
}
