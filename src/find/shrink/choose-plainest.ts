// Of forms that are about equally small, the plainest: so that one bug ends in the same SQL from every seed, and is stored once.

import { type Draw, type Plan, valueIn } from '../../plan/index.ts';
import type { BinaryOperator, ColumnReference, Expression, InsertRow, Literal } from '../../sql/ast.ts';
import { literal } from '../../sql/build.ts';
import { columnsIn, givenIn } from '../../sql/index.ts';
import type { Pass } from './pass.ts';
import { at, type PlanPlace, placesOf, replaced } from './tree.ts';

export const choosePlainest: Pass = {
  name: 'choose the plainest form',
  *propose(plan) {
    let current = plan;
    for (const edits of [unqualified, respelled, writtenOut, asColumns, bare, asStar]) {
      // The walk is over what was there at the beginning: an edit may remove a later place, but moves none.
      for (const place of [...placesOf(current)]) {
        if (at(current, place.path) === undefined) continue;
        for (const candidate of edits(current, place)) {
          if (!(yield candidate)) continue;
          current = candidate;
          break;
        }
      }
    }
  },
};

function* unqualified(plan: Plan, { sort, path, part }: PlanPlace): Generator<Plan> {
  if (sort === 'expression' && part.kind === 'column' && part.table !== undefined)
    yield replaced(plan, [...path, 'table'], undefined);
}

/** Operators of the same meaning. */
const SPELLINGS: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  '==': '=',
  '!=': '<>',
  'IS DISTINCT FROM': 'IS NOT',
  'IS NOT DISTINCT FROM': 'IS',
};

function* respelled(plan: Plan, { sort, path, part }: PlanPlace): Generator<Plan> {
  if (sort !== 'expression' || part.kind !== 'binary') return;
  const operator = SPELLINGS[part.operator];
  if (operator !== undefined) yield replaced(plan, [...path, 'operator'], operator);
}

/** An INSERT of drawn rows with their values written out. */
function* writtenOut(plan: Plan, { sort, path, part }: PlanPlace): Generator<Plan> {
  if (sort !== 'statement' || part.kind !== 'insert' || part.source.kind !== 'values') return;
  const { columns, source } = part;
  if (columns === undefined || source.rows.every((row) => !isDrawn(row))) return;
  const { draws } = plan.groups[path[1] as number];
  const written = source.rows.map((row) => (isDrawn(row) ? valuesOf(draws[row.draw], columns) : row));
  const changed = replaced(plan, [...path, 'source', 'rows'], written);
  yield replaced(changed, [...path, 'columns'], undefined);
  yield changed;
}

function isDrawn(row: InsertRow): row is Extract<InsertRow, { readonly draw: string }> {
  return 'draw' in row;
}

function valuesOf(draw: Draw, columns: readonly string[]): Literal[] {
  return columns.map((column) => (draw.kind === 'rowDraw' ? valueIn(draw, column) : literal(null)));
}

const CONDITIONS: ReadonlySet<string> = new Set(['where', 'on', 'having']);

/** A condition that is a mere column, TRUE in all rows. */
function* asColumns(plan: Plan, place: PlanPlace): Generator<Plan> {
  for (const [key, condition] of conditionsIn(place)) {
    const column: ColumnReference | undefined = columnsIn(condition)[0];
    if (column === undefined || column === condition) continue;
    yield withOnes(replaced(plan, [...place.path, key], column));
  }
}

function conditionsIn(place: PlanPlace): (readonly [string, Expression])[] {
  if (place.sort === 'draw')
    return place.part.kind === 'expressionDraw' ? [['expression', place.part.expression]] : [];
  const given = givenIn(place).filter(({ key }) => CONDITIONS.has(key));
  return given.map(({ key, value }) => [key, value as Expression]);
}

/** All columns of one table, where some of them are asked for: as an inspection of the table shows them. */
function* asStar(plan: Plan, { sort, path, part }: PlanPlace): Generator<Plan> {
  if (sort !== 'body' || part.kind !== 'core' || part.from?.kind !== 'table') return;
  const isPlain = part.columns.every(
    (each) => each.kind === 'expression' && each.expression.kind === 'column',
  );
  if (isPlain) yield replaced(plan, [...path, 'columns'], [{ kind: 'all' }]);
}

/** A table of mere columns; what its keys and types made of the rows is written out. */
function* bare(plan: Plan, { sort, path, part }: PlanPlace): Generator<Plan> {
  if (sort !== 'statement' || part.kind !== 'createTable') return;
  const isBare = part.columns.every(
    (column) => givenIn({ sort: 'columnDefinition', part: column }).length === 1,
  );
  if (isBare) return;
  const columns = part.columns.map(({ name }) => ({ name }));
  yield withOnes(replaced(plan, [...path, 'columns'], columns));
}

/** Every value that is inserted is 1, in all columns. */
function withOnes(plan: Plan): Plan {
  const widths = new Map<string, number>();
  let changed = plan;
  for (const { sort, path, part } of placesOf(plan)) {
    if (sort !== 'statement') continue;
    if (part.kind === 'createTable') widths.set(part.name, part.columns.length);
    if (part.kind !== 'insert' || part.source.kind !== 'values' || part.source.rows.some(isDrawn)) continue;
    const width = widths.get(part.table);
    const ones = part.source.rows.map((row) =>
      isDrawn(row) ? row : new Array<Literal>(width ?? row.length).fill(literal(1n)),
    );
    changed = replaced(changed, [...path, 'source', 'rows'], ones);
    if (width !== undefined) changed = replaced(changed, [...path, 'columns'], undefined);
  }
  return changed;
}
