// Suspects among values and how they are written and stored.

import { dialect } from '../../dialect/index.ts';
import type { Plan } from '../../plan/index.ts';
import type { Expression, InsertRow, Select, SelectBody } from '../../sql/ast.ts';
import { and, binary, equal, integer, NULL, text } from '../../sql/build.ts';
import { type Node, some } from '../../sql/index.ts';
import { CONVERSIONS } from './conversions.ts';
import { NUMBER, withNodes, withSteps, withValues } from './edits.ts';
import { query, type Suspect, value as valueSuspect } from './suspects.ts';

export const UNPARENTHESISED = 'an operator without parentheses';

/** Beyond it, some representation of numbers is too small. */
const LARGE = 2n ** 31n;

export const VALUE_SUSPECTS: readonly Suspect[] = [
  ...CONVERSIONS,
  valueSuspect('−0.0', (plan) => withValues(plan, (value) => (Object.is(value, -0) ? 0 : value))),
  valueSuspect('a BLOB', withoutBlobs),
  valueSuspect('a NUL', [(plan) => withoutCharacter(plan, 0, 'x'), (plan) => withoutCharacter(plan, 0, '')]),
  valueSuspect('a line break', (plan) => withoutCharacter(plan, 10, 'x')),
  valueSuspect('a large number', (plan) =>
    withValues(plan, (value) => {
      if (typeof value === 'bigint') return value >= LARGE || value <= -LARGE ? 1n : value;
      return typeof value === 'number' && isLarge(value) ? 1 : value;
    }),
  ),
  valueSuspect(
    'a large number as text',
    (plan) =>
      withValues(plan, (value) =>
        typeof value === 'string' && NUMBER.test(value) && isLarge(Number(value)) ? '1' : value,
      ),
    { covers: ['a number as text'] },
  ),
  valueSuspect(
    'a number as text',
    (plan) => withValues(plan, (value) => (typeof value === 'string' && NUMBER.test(value) ? 'x' : value)),
    { isCommon: true },
  ),
  query('a row value', (plan) => withNodes(plan, itemByItem), {
    features: ['expression.rowValue', 'expression.rowValue.inSelect'],
  }),
  valueSuspect(UNPARENTHESISED, withParentheses, { keepsRows: true }),
  query('ISNULL or NOTNULL', (plan) => withNodes(plan, asComparison), { keepsRows: true }),
  valueSuspect('a stored NULL', (plan) => withNodes(plan, withoutNulls), { isCommon: true }),
];

/** What is inserted and set, with a 1 in the place of each NULL. */
function withoutNulls(node: Node): Node {
  const filled = (each: Expression): Expression =>
    each.kind === 'literal' && each.value === null ? integer(1) : each;
  if (node.kind === 'update' && node.set.some(({ value }) => filled(value) !== value))
    return { ...node, set: node.set.map((each) => ({ ...each, value: filled(each.value) })) };
  if (node.kind !== 'insert' || node.source.kind !== 'values') return node;
  const { source } = node;
  const hasNulls = (row: InsertRow): row is readonly Expression[] =>
    !('draw' in row) && row.some((each) => filled(each) !== each);
  if (!source.rows.some(hasNulls)) return node;
  return {
    ...node,
    source: { ...source, rows: source.rows.map((row) => (hasNulls(row) ? row.map(filled) : row)) },
  };
}

function isLarge(number: number): boolean {
  return Math.abs(number) >= Number(LARGE);
}

/** With an x or nothing in the place of this character, also where char() makes it. */
function withoutCharacter(plan: Plan, code: number, by: 'x' | ''): Plan | null {
  const character = String.fromCharCode(code);
  const [byte] = new TextEncoder().encode(by);
  const written = withValues(plan, (value) => {
    if (typeof value === 'string') return value.replaceAll(character, by);
    if (!(value instanceof Uint8Array) || !value.includes(code)) return value;
    return byte === undefined
      ? value.filter((each) => each !== code)
      : value.map((each) => (each === code ? byte : each));
  });
  const isMade = (each: Expression): boolean => each.kind === 'literal' && each.value === BigInt(code);
  const all = withNodes(written ?? plan, (node) => {
    if (node.kind !== 'call' || !('name' in node) || node.name !== 'char') return node;
    const { arguments: given } = node;
    if (given === '*' || !given.some(isMade)) return node;
    return {
      ...node,
      arguments: given.flatMap((each) =>
        !isMade(each) ? [each] : byte === undefined ? [] : [integer(byte)],
      ),
    };
  });
  return all ?? written;
}

function withoutBlobs(plan: Plan): Plan | null {
  const literals = withValues(plan, (value) => (value instanceof Uint8Array ? 'x' : value));
  const all = withNodes(literals ?? plan, (node) => {
    if (node.kind === 'call' && 'name' in node && node.name === 'zeroblob') return text('');
    return node.kind === 'cast' && node.type.toUpperCase() === 'BLOB' ? { ...node, type: 'TEXT' } : node;
  });
  return all ?? literals;
}

/** Printed with all parentheses; null if there are no more of them than before. */
function withParentheses(plan: Plan): Plan | null {
  return withSteps(plan, (step) => {
    if (step.do !== 'run' || step.parentheses === 'all') return [step];
    const isSame = dialect.print(step.statement) === dialect.print(step.statement, 'all');
    return [isSame ? step : { ...step, parentheses: 'all' }];
  });
}

/**
 * `(a, b) = (c, d)` as `a = c AND b = d`, `(a, b) IN (SELECT c, d)` without FROM likewise, and of `(a, b) IN (SELECT c, d FROM …)` the
 * first items alone.
 */
function itemByItem(node: Node): Node {
  if (node.kind === 'inSelect' && node.operand.kind === 'row') {
    const { body } = node.select;
    const only = onlyRowOf(node.select);
    if (only !== null) {
      const same = and(...node.operand.items.map((item, i) => equal(item, only[i])));
      return node.negated ? { kind: 'unary', operator: 'NOT', operand: same } : same;
    }
    const first: SelectBody | null =
      body.kind === 'core' && body.columns[0].kind === 'expression'
        ? { ...body, columns: body.columns.slice(0, 1) }
        : body.kind === 'values'
          ? { ...body, rows: body.rows.map(([value]) => [value]) }
          : null;
    return first === null
      ? node
      : { ...node, operand: node.operand.items[0], select: { ...node.select, body: first } };
  }
  if (node.kind !== 'binary' || node.operator !== '=') return node;
  const { left, right } = node;
  if (left.kind !== 'row' || right.kind !== 'row') return node;
  return and(...left.items.map((item, i): Expression => ({ ...node, left: item, right: right.items[i] })));
}

/** The row of a query that has exactly one, and reads no table. */
function onlyRowOf({ body, limit, offset }: Select): readonly Expression[] | null {
  if (limit !== undefined || offset !== undefined) return null;
  if (body.kind === 'values') return body.rows.length === 1 ? body.rows[0] : null;
  if (
    body.kind !== 'core' ||
    body.from !== undefined ||
    body.where !== undefined ||
    body.groupBy !== undefined
  )
    return null;
  const items = body.columns.flatMap((each) => (each.kind === 'expression' ? [each.expression] : []));
  const isPlain = items.length === body.columns.length && !items.some((item) => some(item, isAggregate));
  return isPlain ? items : null;
}

function isAggregate(node: Node): boolean {
  return node.kind === 'call' && 'name' in node && dialect.isAggregate(node);
}

/** `x ISNULL` as `x IS NULL`. */
function asComparison(node: Node): Node {
  if (node.kind !== 'nullTest') return node;
  return binary(node.operand, node.form === 'ISNULL' ? 'IS' : 'IS NOT', NULL);
}
