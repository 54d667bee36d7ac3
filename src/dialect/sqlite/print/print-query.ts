// Expressions and queries as SQL text, with no more parentheses than SQLite's grammar needs, unless all are asked for.

import type {
  BinaryOperator,
  Call,
  Case,
  CommonTable,
  DrawReference,
  Expression,
  FromItem,
  Like,
  OrderTerm,
  ResultColumn,
  Select,
  SelectBody,
  SelectCore,
  Window,
} from '../../../sql/ast.ts';
import { printIdentifier } from './identifier.ts';
import { printLiteral } from './literal.ts';

// How tightly things bind, after the table in SQLite's parse.y.
const LOOSEST = 0;
const OR = 1;
const AND = 2;
const NOT = 3;
const EQUALITY = 4;
const INEQUALITY = 5;
const BITS = 7;
const SUM = 8;
const PRODUCT = 9;
const CONCATENATION = 10;
const COLLATE = 11;
const SIGN = 12;
const PRIMARY = 13;

const BINARY: Record<BinaryOperator, number> = {
  OR,
  AND,
  '=': EQUALITY,
  '==': EQUALITY,
  '<>': EQUALITY,
  '!=': EQUALITY,
  IS: EQUALITY,
  'IS NOT': EQUALITY,
  'IS DISTINCT FROM': EQUALITY,
  'IS NOT DISTINCT FROM': EQUALITY,
  '<': INEQUALITY,
  '<=': INEQUALITY,
  '>': INEQUALITY,
  '>=': INEQUALITY,
  '&': BITS,
  '|': BITS,
  '<<': BITS,
  '>>': BITS,
  '+': SUM,
  '-': SUM,
  '*': PRODUCT,
  '/': PRODUCT,
  '%': PRODUCT,
  '||': CONCATENATION,
};

export function printExpression(expression: Expression): string {
  return print(expression, LOOSEST);
}

/** Whether parentheses are printed also where the grammar does not need them. Printing is synchronous, so one flag serves it. */
let hasAllParentheses = false;

/** What `print` gives with every operand of an operator in parentheses. */
export function withAllParentheses(print: () => string): string {
  hasAllParentheses = true;
  try {
    return print();
  } finally {
    hasAllParentheses = false;
  }
}

/** The expression's text, in parentheses if it binds less tightly than its place asks for. */
function print(expression: Expression, place: number): string {
  const text = bare(expression);
  const own = binding(expression);
  return own < place || (hasAllParentheses && own < PRIMARY && place > LOOSEST) ? `(${text})` : text;
}

function binding(expression: Expression): number {
  switch (expression.kind) {
    case 'literal':
      return isNegative(expression.value) ? SIGN : PRIMARY;
    case 'unary':
      return expression.operator === 'NOT' ? NOT : SIGN;
    case 'binary':
      return BINARY[expression.operator];
    case 'nullTest':
    case 'between':
    case 'inList':
    case 'inSelect':
    case 'like':
      return EQUALITY;
    case 'exists':
      return expression.negated ? NOT : PRIMARY;
    case 'collate':
      return COLLATE;
    case 'rawExpression':
      return LOOSEST;
    default:
      return PRIMARY;
  }
}

function isNegative(value: unknown): boolean {
  return (
    (typeof value === 'bigint' && value < 0n) ||
    (typeof value === 'number' && (value < 0 || Object.is(value, -0)))
  );
}

function bare(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return printLiteral(expression.value);
    case 'hex':
      return `0x${expression.digits}`;
    case 'boolean':
      return expression.value ? 'TRUE' : 'FALSE';
    case 'current':
      return `CURRENT_${expression.what}`;
    case 'column':
      return expression.table === undefined
        ? printIdentifier(expression.name)
        : `${printIdentifier(expression.table)}.${printIdentifier(expression.name)}`;
    case 'unary':
      return printUnary(expression.operator, expression.operand);
    case 'binary': {
      const own = BINARY[expression.operator];
      return `${print(expression.left, own)} ${expression.operator} ${print(expression.right, own + 1)}`;
    }
    case 'nullTest':
      return `${print(expression.operand, EQUALITY)} ${expression.form}`;
    case 'between': {
      const [low, high] = [print(expression.low, INEQUALITY), print(expression.high, INEQUALITY)];
      return `${print(expression.operand, EQUALITY)} ${not(expression)}BETWEEN ${low} AND ${high}`;
    }
    case 'inList':
      return `${print(expression.operand, EQUALITY)} ${not(expression)}IN (${list(expression.list)})`;
    case 'inSelect':
      return `${print(expression.operand, EQUALITY)} ${not(expression)}IN (${printSelect(expression.select)})`;
    case 'exists':
      return `${not(expression)}EXISTS (${printSelect(expression.select)})`;
    case 'scalar':
      return `(${printSelect(expression.select)})`;
    case 'case':
      return printCase(expression);
    case 'cast':
      return `CAST(${printExpression(expression.operand)} AS ${expression.type})`;
    case 'collate':
      return `${print(expression.operand, COLLATE)} COLLATE ${expression.collation}`;
    case 'like':
      return printLike(expression);
    case 'row':
      return `(${list(expression.items)})`;
    case 'call':
      return printCall(expression);
    case 'raise': {
      const message = expression.message === undefined ? '' : `, ${printLiteral(expression.message)}`;
      return `RAISE(${expression.action}${message})`;
    }
    case 'rawExpression':
      return expression.sql;
    case 'draw':
      return unexpanded(expression);
  }
}

/** Draws are expanded before printing. */
function unexpanded({ draw }: DrawReference): never {
  throw new Error(`DIRT is wrong: draw ${draw} was not expanded before printing`);
}

const not = (expression: { readonly negated: boolean }): string => (expression.negated ? 'NOT ' : '');

const list = (expressions: readonly Expression[]): string => expressions.map(printExpression).join(', ');

function printUnary(operator: string, operand: Expression): string {
  if (operator === 'NOT') return `NOT ${print(operand, NOT)}`;
  const text = print(operand, SIGN);
  // `--` would begin a comment.
  return operator === '-' && text.startsWith('-') ? `- ${text}` : operator + text;
}

function printCase({ operand, branches, otherwise }: Case): string {
  let text = 'CASE';
  if (operand !== undefined) text += ` ${printExpression(operand)}`;
  for (const { when, then } of branches)
    text += ` WHEN ${printExpression(when)} THEN ${printExpression(then)}`;
  if (otherwise !== undefined) text += ` ELSE ${printExpression(otherwise)}`;
  return `${text} END`;
}

function printLike(like: Like): string {
  const text = `${print(like.operand, EQUALITY)} ${not(like)}${like.operator} `;
  if (like.escape === undefined) return text + print(like.pattern, INEQUALITY);
  return `${text}${print(like.pattern, BITS)} ESCAPE ${print(like.escape, BITS)}`;
}

function printCall(call: Call): string {
  const given = call.arguments === '*' ? '*' : list(call.arguments);
  let text = `${call.name}(${call.distinct === true ? 'DISTINCT ' : ''}${given})`;
  if (call.filter !== undefined) text += ` FILTER (WHERE ${printExpression(call.filter)})`;
  if (call.over !== undefined) text += ` OVER (${printWindow(call.over)})`;
  return text;
}

function printWindow({ partitionBy, orderBy, frame }: Window): string {
  const parts: string[] = [];
  if (partitionBy.length > 0) parts.push(`PARTITION BY ${list(partitionBy)}`);
  if (orderBy.length > 0) parts.push(`ORDER BY ${orderBy.map(printOrderTerm).join(', ')}`);
  if (frame !== undefined) parts.push(frame);
  return parts.join(' ');
}

// ── Queries ──────────────────────────────────────────────────────────────────────────────────────────────────

export function printSelect(select: Select): string {
  let text = '';
  if (select.with !== undefined && select.with.length > 0) {
    text += printWith(select.with, select.recursive);
  }
  text += printBody(select.body);
  if (select.orderBy !== undefined && select.orderBy.length > 0) {
    text += ` ORDER BY ${select.orderBy.map(printOrderTerm).join(', ')}`;
  }
  if (select.limit !== undefined) text += ` LIMIT ${printExpression(select.limit)}`;
  if (select.offset !== undefined) text += ` OFFSET ${printExpression(select.offset)}`;
  return text;
}

/** `WITH …` and a blank, or nothing. */
export function printWith(common: readonly CommonTable[] | undefined, isRecursive = false): string {
  if (common === undefined || common.length === 0) return '';
  return `WITH ${isRecursive ? 'RECURSIVE ' : ''}${common.map(printCommonTable).join(', ')} `;
}

function printCommonTable({ name, columns, materialized, select }: CommonTable): string {
  const called = `${printIdentifier(name)}${columns === undefined ? '' : ` ${names(columns)}`}`;
  return `${called} AS ${materialized === undefined ? '' : `${materialized} `}(${printSelect(select)})`;
}

/** `(a, b)` */
export function names(identifiers: readonly string[]): string {
  return `(${identifiers.map(printIdentifier).join(', ')})`;
}

function printBody(body: SelectBody): string {
  switch (body.kind) {
    case 'core':
      return printCore(body);
    case 'values':
      return `VALUES ${body.rows.map((row) => `(${list(row)})`).join(', ')}`;
    case 'compound':
      return `${printBody(body.left)} ${body.operator} ${printBody(body.right)}`;
    case 'draw':
      return unexpanded(body);
  }
}

function printCore(core: SelectCore): string {
  let text = `SELECT ${core.distinct === true ? 'DISTINCT ' : ''}${printResultColumns(core.columns)}`;
  if (core.from !== undefined) text += ` FROM ${printFrom(core.from)}`;
  if (core.where !== undefined) text += ` WHERE ${printExpression(core.where)}`;
  if (core.groupBy !== undefined && core.groupBy.length > 0) text += ` GROUP BY ${list(core.groupBy)}`;
  if (core.having !== undefined) text += ` HAVING ${printExpression(core.having)}`;
  return text;
}

export function printResultColumns(columns: readonly ResultColumn[]): string {
  return columns.map(printResultColumn).join(', ');
}

function printResultColumn(column: ResultColumn): string {
  switch (column.kind) {
    case 'all':
      return '*';
    case 'allOf':
      return `${printIdentifier(column.table)}.*`;
    case 'expression':
      return printExpression(column.expression) + printAlias(column.alias);
  }
}

const printAlias = (alias: string | undefined): string =>
  alias === undefined ? '' : ` AS ${printIdentifier(alias)}`;

export function printFrom(item: FromItem): string {
  switch (item.kind) {
    case 'table': {
      let text = printIdentifier(item.name) + printAlias(item.alias);
      if (item.indexedBy !== undefined) text += ` INDEXED BY ${printIdentifier(item.indexedBy)}`;
      else if (item.notIndexed === true) text += ' NOT INDEXED';
      return text;
    }
    case 'subquery':
      return `(${printSelect(item.select)})${printAlias(item.alias)}`;
    case 'join': {
      const right = item.right.kind === 'join' ? `(${printFrom(item.right)})` : printFrom(item.right);
      let operator = item.operator === ',' ? ', ' : ` ${item.operator} `;
      if (item.natural === true)
        operator = item.operator === ',' ? ' NATURAL JOIN ' : ` NATURAL ${item.operator} `;
      let text = printFrom(item.left) + operator + right;
      if (item.on !== undefined) text += ` ON ${printExpression(item.on)}`;
      if (item.using !== undefined) text += ` USING ${names(item.using)}`;
      return text;
    }
  }
}

/** An ORDER BY term, or with the same clauses a column of an index. */
export function printOrderTerm(term: OrderTerm): string {
  let text =
    term.collation === undefined ? printExpression(term.expression) : print(term.expression, COLLATE);
  if (term.collation !== undefined) text += ` COLLATE ${term.collation}`;
  if (term.descending === true) text += ' DESC';
  if (term.nulls !== undefined) text += ` NULLS ${term.nulls}`;
  return text;
}
