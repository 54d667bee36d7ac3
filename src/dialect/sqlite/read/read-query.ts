// Expressions and queries of SQL text as the AST has them.

import type {
  Expr,
  FromClause,
  FunctionTail,
  JoinedSelectTable,
  OneSelect,
  Over,
  ResultColumn as ParsedColumn,
  Select as ParsedSelect,
  Window as ParsedWindow,
  SelectTable,
  SortedColumn,
  Type,
  With,
} from 'sqlite3-parser';
import type {
  Call,
  CommonTable,
  Expression,
  FromItem,
  Join,
  JoinOperator,
  Literal,
  OrderTerm,
  ResultColumn,
  Select,
  SelectBody,
  SelectCore,
  ValuesCore,
  Window,
} from '../../../sql/ast.ts';
import { selectAll } from '../../../sql/index.ts';
import { aggregateOf, scalarOf, windowOf } from '../functions/lookup.ts';
import { readReal } from '../read-number.ts';
import { operatorOf } from './operators.ts';
import { readPrinted } from './read-printed.ts';
import { collationOf, type Reading, unreadable, withoutComments } from './reading.ts';

/** The parser's bits of a join, of which it exports types alone. */
const JOIN = { cross: 2, natural: 4, left: 8, right: 16 } as const;

const UNARY = { BitwiseNot: '~', Negative: '-', Not: 'NOT', Positive: '+' } as const;

export function readExpression(expr: Expr, by: Reading): Expression {
  const read = (each: Expr): Expression => readExpression(each, by);
  const maybe = (each: Expr | undefined) => (each === undefined ? undefined : read(each));
  switch (expr.type) {
    case 'NullLiteral':
      return { kind: 'literal', value: null };
    case 'NumericLiteral':
      return readNumber(expr.value, '');
    case 'StringLiteral':
      return { kind: 'literal', value: expr.value };
    case 'BlobLiteral':
      return { kind: 'literal', value: expr.bytes };
    case 'CurrentDateLiteral':
      return { kind: 'current', what: 'DATE' };
    case 'CurrentTimeLiteral':
      return { kind: 'current', what: 'TIME' };
    case 'CurrentTimestampLiteral':
      return { kind: 'current', what: 'TIMESTAMP' };
    case 'Id': {
      const word = by.source(expr.span).toUpperCase();
      if (word === 'TRUE' || word === 'FALSE') return { kind: 'boolean', value: word === 'TRUE' };
      if (word.startsWith('"')) by.saysQuotedWord = true;
      return { kind: 'column', name: by.spelling(expr.name) };
    }
    case 'QualifiedExpr':
      if (expr.schema !== undefined) unreadable('a column with the name of its database');
      return { kind: 'column', table: by.name(expr.table), name: by.name(expr.column) };
    case 'UnaryExpr':
      // There is no literal for -0, nor for negative hexadecimal numbers.
      if (
        expr.op === 'Negative' &&
        expr.expr.type === 'NumericLiteral' &&
        !/^0+(x.*)?$/i.test(expr.expr.value)
      )
        return readNumber(expr.expr.value, '-');
      if (expr.op === 'Not' && expr.expr.type === 'ExistsExpr')
        return { kind: 'exists', select: readSelect(expr.expr.select, by), negated: true };
      return { kind: 'unary', operator: UNARY[expr.op], operand: read(expr.expr) };
    case 'BinaryExpr': {
      const operator = operatorOf(expr, by);
      return { kind: 'binary', operator, left: read(expr.left), right: read(expr.right) };
    }
    case 'IsNullExpr':
      return { kind: 'nullTest', form: 'ISNULL', operand: read(expr.expr) };
    case 'NotNullExpr':
      return {
        kind: 'nullTest',
        form: /\s/.test(by.behind(expr.expr.span, expr.span).trim()) ? 'NOT NULL' : 'NOTNULL',
        operand: read(expr.expr),
      };
    case 'BetweenExpr': {
      const [operand, low, high] = [expr.lhs, expr.start, expr.end].map(read);
      return { kind: 'between', operand, low, high, negated: expr.not };
    }
    case 'InListExpr':
      return { kind: 'inList', operand: read(expr.lhs), list: (expr.rhs ?? []).map(read), negated: expr.not };
    case 'InSelectExpr':
      return {
        kind: 'inSelect',
        operand: read(expr.lhs),
        select: readSelect(expr.rhs, by),
        negated: expr.not,
      };
    case 'ExistsExpr':
      return { kind: 'exists', select: readSelect(expr.select, by), negated: false };
    case 'SubqueryExpr':
      return { kind: 'scalar', select: readSelect(expr.select, by) };
    case 'CaseExpr':
      return defined({
        kind: 'case',
        operand: maybe(expr.base),
        // biome-ignore lint/suspicious/noThenProperty: the syntax tree calls it so
        branches: expr.whenThenPairs.map(({ when, then }) => ({ when: read(when), then: read(then) })),
        otherwise: maybe(expr.elseExpr),
      });
    case 'CastExpr':
      return {
        kind: 'cast',
        operand: read(expr.expr),
        type: readType(expr.typeName, by) ?? unreadable('CAST without a type'),
      };
    case 'CollateExpr':
      return { kind: 'collate', operand: read(expr.expr), collation: collationOf(expr.collation) };
    case 'LikeExpr': {
      if (expr.op !== 'Like' && expr.op !== 'Glob') unreadable(expr.op.toUpperCase());
      const operator = expr.op === 'Like' ? 'LIKE' : 'GLOB';
      const [operand, pattern] = [read(expr.lhs), read(expr.rhs)];
      return defined({
        kind: 'like',
        operator,
        operand,
        pattern,
        escape: maybe(expr.escape),
        negated: expr.not,
      });
    }
    case 'ParenthesizedExpr':
      if (expr.exprs.length !== 1) return { kind: 'row', items: expr.exprs.map(read) };
      return readPrinted(by.source(expr.span)) ?? read(expr.exprs[0]);
    case 'FunctionCallExpr':
      if (expr.orderBy !== undefined) unreadable('ORDER BY in a call');
      return readCall(
        defined({
          kind: 'call',
          name: expr.name.name.toLowerCase(),
          arguments: (expr.args ?? []).map(read),
          distinct: expr.distinctness === 'Distinct' ? true : undefined,
        }),
        expr.filterOver,
        by,
      );
    case 'FunctionCallStarExpr':
      return readCall(
        { kind: 'call', name: expr.name.name.toLowerCase(), arguments: '*' },
        expr.filterOver,
        by,
      );
    case 'RaiseExpr': {
      const { message } = expr;
      if (message !== undefined && message.type !== 'StringLiteral') unreadable('RAISE of an expression');
      const action = expr.resolve.toUpperCase() as 'IGNORE';
      return defined({
        kind: 'raise',
        action,
        message: message?.type === 'StringLiteral' ? message.value : undefined,
      });
    }
    case 'InTableExpr':
      if (expr.args !== undefined) unreadable('a table-valued function');
      return {
        kind: 'inSelect',
        operand: read(expr.lhs),
        select: selectAll(by.readable(expr.rhs)),
        negated: expr.not,
      };
    case 'VariableExpr':
      return unreadable('a parameter');
    default:
      return unreadable(by.source(expr.span));
  }
}

function readNumber(text: string, sign: '' | '-'): Expression {
  if (/^0x/i.test(text)) return { kind: 'hex', digits: text.slice(2) };
  const plain = text.replaceAll('_', '');
  const isInteger = /^\d+$/.test(plain);
  const value = isInteger ? BigInt(sign + plain) : readReal(sign + plain);
  if (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value)
    return { kind: 'literal', value: readReal(sign + plain) };
  return { kind: 'literal', value } as Literal;
}

/** As it was written, since a type is any text. */
export function readType(type: Type | undefined, by: Reading): string | undefined {
  return type && withoutComments(by.source(type.span)).trim();
}

function readCall(call: Call, tail: FunctionTail | undefined, by: Reading): Call {
  const { filterClause, overClause } = tail ?? {};
  const over = overClause && readWindow(overClause, by);
  const whole = defined({ ...call, filter: filterClause && readExpression(filterClause, by), over });
  const isKnown = [aggregateOf, scalarOf, windowOf].some((lookup) => lookup(whole) !== undefined);
  return isKnown ? whole : unreadable(`${call.name}()`);
}

function readWindow(over: Over, by: Reading): Window {
  if (over.type !== 'NameOver') return readParsedWindow(over.window, by);
  const window = by.window(over.name);
  return by.inWindow(over.name, () => readParsedWindow(window, by));
}

function readParsedWindow(window: ParsedWindow, by: Reading): Window {
  const { partitionBy, orderBy, frameClause } = wholeWindow(window, by);
  return defined({
    partitionBy: (partitionBy ?? []).map((each) => readExpression(each, by)),
    orderBy: readOrder(orderBy, by) ?? [],
    frame: frameClause && by.source(frameClause.span).replace(/\s+/g, ' ').toUpperCase(),
  });
}

/** With what it takes from a window that has a name. */
function wholeWindow(window: ParsedWindow, by: Reading): Omit<ParsedWindow, 'base'> {
  if (window.base === undefined) return window;
  const { base } = window;
  const named = by.window(base);
  const { partitionBy, orderBy } = by.inWindow(base, () => wholeWindow(named, by));
  return { ...window, partitionBy, orderBy: orderBy ?? window.orderBy };
}

export function readSelect(select: ParsedSelect, by: Reading): Select {
  return by.withWindows(windowsOf(select.select), () => readWhole(select, by));
}

function windowsOf(core: OneSelect): ReadonlyMap<string, ParsedWindow> {
  const named = core.type === 'SelectValues' ? [] : (core.windowClause ?? []);
  return new Map(named.map(({ name, window }) => [name.text.toLowerCase(), window]));
}

function readWhole(select: ParsedSelect, by: Reading): Select {
  let body: SelectBody = readCore(select.select, by);
  for (const { operator, select: right } of select.compounds ?? [])
    body = {
      kind: 'compound',
      operator: operator === 'UnionAll' ? 'UNION ALL' : (operator.toUpperCase() as 'UNION'),
      left: body,
      right: by.withWindows(windowsOf(right), () => readCore(right, by)),
    };
  return defined({
    kind: 'select',
    with: select.with && readWith(select.with, by),
    recursive: select.with?.recursive ? true : undefined,
    body,
    orderBy: readOrder(select.orderBy, by),
    limit: select.limit && readExpression(select.limit.expr, by),
    offset: select.limit?.offset && readExpression(select.limit.offset, by),
  });
}

const MATERIALIZED = { Any: undefined, Yes: 'MATERIALIZED', No: 'NOT MATERIALIZED' } as const;

export function readWith({ ctes }: With, by: Reading): CommonTable[] {
  return ctes.map(({ tblName, columns, materialized, select }) => {
    return defined({
      name: by.name(tblName),
      columns: columns?.map(({ colName }) => by.name(colName)),
      materialized: MATERIALIZED[materialized],
      select: readSelect(select, by),
    });
  });
}

function readCore(core: OneSelect, by: Reading): SelectCore | ValuesCore {
  const read = (each: Expr): Expression => readExpression(each, by);
  if (core.type === 'SelectValues')
    return { kind: 'values', rows: core.values.map((row) => row.values.map(read)) };
  return defined({
    kind: 'core',
    distinct: core.distinctness === 'Distinct' ? true : undefined,
    columns: readColumns(core.columns, by),
    from: readFrom(core.from, by),
    where: core.whereClause && read(core.whereClause),
    groupBy: core.groupBy?.map(read),
    having: core.having && read(core.having),
  });
}

export function readColumns(columns: readonly ParsedColumn[], by: Reading): ResultColumn[] {
  return columns.map((column) => {
    if (column.type === 'StarResultColumn') return { kind: 'all' };
    if (column.type === 'TableStarResultColumn') return { kind: 'allOf', table: by.name(column.table) };
    const alias = column.alias && by.name(column.alias.name);
    return defined({ kind: 'expression', expression: readExpression(column.expr, by), alias });
  });
}

export function readFrom(from: FromClause | undefined, by: Reading): FromItem | undefined {
  if (from?.select === undefined) return undefined;
  return (from.joins ?? []).reduce<FromItem>(
    (left, join) => readJoin(left, join, by),
    readTable(from.select, by),
  );
}

function readTable(table: SelectTable, by: Reading): FromItem {
  const alias = table.alias && by.name(table.alias.name);
  switch (table.type) {
    case 'TableSelectTable': {
      const { indexed } = table;
      return defined({
        kind: 'table',
        name: by.readable(table.tblName),
        alias,
        notIndexed: indexed?.type === 'NotIndexedIndexed' ? true : undefined,
        indexedBy: indexed?.type === 'IndexedByIndexed' ? by.name(indexed.idxName) : undefined,
      });
    }
    case 'SelectSelectTable':
      return defined({ kind: 'subquery', select: readSelect(table.select, by), alias });
    case 'SubSelectTable':
      if (alias !== undefined) unreadable('an alias of a join');
      return readFrom(table.from, by) ?? unreadable('()');
    case 'TableCallSelectTable':
      return unreadable('a table-valued function');
  }
}

function readJoin(left: FromItem, { operator, table, constraint }: JoinedSelectTable, by: Reading): Join {
  const type = operator.type === 'CommaJoinOperator' ? 0 : (operator.joinType ?? 0);
  return defined({
    kind: 'join',
    operator: operator.type === 'CommaJoinOperator' ? ',' : joinOf(type),
    natural: (type & JOIN.natural) !== 0 ? true : undefined,
    left,
    right: readTable(table, by),
    on: constraint?.type === 'OnJoinConstraint' ? readExpression(constraint.expr, by) : undefined,
    using: constraint?.type === 'UsingJoinConstraint' ? by.names(constraint.columns) : undefined,
  });
}

function joinOf(type: number): JoinOperator {
  const isLeft = (type & JOIN.left) !== 0;
  const isRight = (type & JOIN.right) !== 0;
  if (isLeft && isRight) return 'FULL JOIN';
  if (isLeft) return 'LEFT JOIN';
  if (isRight) return 'RIGHT JOIN';
  return (type & JOIN.cross) !== 0 ? 'CROSS JOIN' : 'JOIN';
}

/** The columns of an index or a key, where a text in quotes may be the name of one. */
export function readKey(terms: readonly SortedColumn[], by: Reading): OrderTerm[] {
  const read = readOrder(terms, by) ?? [];
  const isText = ({ expression }: OrderTerm) =>
    expression.kind === 'literal' && typeof expression.value === 'string';
  return read.some(isText) ? unreadable('a text for a column') : read;
}

export function readOrder(terms: readonly SortedColumn[] | undefined, by: Reading): OrderTerm[] | undefined {
  return terms?.map(({ expr, order, nulls }) => {
    const collated = expr.type === 'CollateExpr' ? expr : undefined;
    return defined({
      expression: readExpression(collated?.expr ?? expr, by),
      collation: collated && collationOf(collated.collation),
      descending: order === 'Desc' ? true : undefined,
      nulls: nulls && (nulls.toUpperCase() as 'FIRST'),
    });
  });
}

/** Without the fields that are undefined: a plan has none. */
export function defined<T extends object>(node: T): T {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as T;
}
