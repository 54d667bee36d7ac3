// Random syntax trees for the printer: every kind of node, and no care for what they mean.

import type { Random } from '../../src/random.ts';
import type {
  BinaryOperator,
  ColumnDefinition,
  Expression,
  FromItem,
  IndexedColumn,
  JoinOperator,
  OrderTerm,
  ResultColumn,
  Select,
  SelectBody,
  SelectCore,
  Statement,
  ValuesCore,
} from '../../src/sql/ast.ts';
import type { SqlValue } from '../../src/sql/value.ts';

const NAMES = [
  'a',
  'b1',
  't0',
  'order',
  'Select',
  'two words',
  'quo"te',
  'rowid',
  'ünï',
  '1st',
  'true',
  'key',
  '',
];
const BINARY: BinaryOperator[] = [
  ...([
    '+',
    '-',
    '*',
    '/',
    '%',
    '&',
    '|',
    '<<',
    '>>',
    '||',
    'AND',
    'OR',
    '=',
    '==',
    '<>',
    '!=',
    '<',
    '<=',
    '>',
  ] as const),
  ...(['>=', 'IS', 'IS NOT', 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM'] as const),
];
const TYPES = ['INTEGER', 'TEXT', 'VARCHAR(10)', 'DECIMAL(10, 5)', 'DOUBLE PRECISION'];
const JOINS: JoinOperator[] = [',', 'JOIN', 'CROSS JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'];
const COLLATIONS = ['BINARY', 'NOCASE', 'RTRIM'] as const;
const CONFLICTS = ['ABORT', 'FAIL', 'IGNORE', 'REPLACE', 'ROLLBACK'] as const;

const name = (random: Random): string => random.pick(NAMES.slice(0, -1));

const maybe = <T>(random: Random, make: () => T): T | undefined => (random.oneIn(2) ? make() : undefined);
const many = <T>(random: Random, least: number, make: (index: number) => T): T[] =>
  Array.from({ length: random.between(least, least + 2) }, (_, index) => make(index));

export function value(random: Random): SqlValue {
  switch (random.below(8)) {
    case 0:
      return null;
    case 1:
      return random.pick([0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 5n, -7n]);
    case 2:
      return random.int64();
    case 3:
      return random.pick([0, -0, 1.5, -2, 1e300, 5e-324, Infinity, -Infinity, 0.1, 1e16, 123456789012345680]);
    case 4:
      return randomReal(random);
    case 5:
      return random.pick(['', 'a', "it's", '\0', 'a\0b', '\0\0', '--', 'ü\n', '😀', '/*']);
    case 6:
      return new Uint8Array(random.pick([[], [0], [255, 0, 128]]));
    default:
      return BigInt(random.below(10));
  }
}

/** Any finite double: random bits. */
export function randomReal(random: Random): number {
  const words = new Uint32Array([random.word(), random.word()]);
  const real = new Float64Array(words.buffer)[0];
  return Number.isFinite(real) ? real : 0;
}

function expression(random: Random, depth: number): Expression {
  const sub = (): Expression => expression(random, depth - 1);
  const negated = random.oneIn(2);
  if (depth <= 0) {
    return random.pick<() => Expression>([
      () => ({ kind: 'literal', value: value(random) }),
      () => ({ kind: 'hex', digits: random.pick(['0', 'ff', 'FFFFFFFFFFFFFFFF']) }),
      () => ({ kind: 'boolean', value: negated }),
      () => ({ kind: 'current', what: random.pick(['DATE', 'TIME', 'TIMESTAMP'] as const) }),
      () => ({ kind: 'column', name: name(random) }),
      () => ({ kind: 'column', name: name(random), table: name(random) }),
    ])();
  }
  return random.weighted<() => Expression>([
    [1, () => expression(random, 0)],
    [4, () => ({ kind: 'unary', operator: random.pick(['-', '+', '~', 'NOT'] as const), operand: sub() })],
    [8, () => ({ kind: 'binary', operator: random.pick(BINARY), left: sub(), right: sub() })],
    [
      1,
      () => ({
        kind: 'nullTest',
        form: random.pick(['ISNULL', 'NOTNULL', 'NOT NULL'] as const),
        operand: sub(),
      }),
    ],
    [2, () => ({ kind: 'between', operand: sub(), low: sub(), high: sub(), negated })],
    [1, () => ({ kind: 'inList', operand: sub(), list: many(random, 0, sub), negated })],
    [1, () => ({ kind: 'inSelect', operand: sub(), select: select(random, depth - 1), negated })],
    [1, () => ({ kind: 'exists', select: select(random, depth - 1), negated })],
    [1, () => ({ kind: 'scalar', select: select(random, depth - 1) })],
    [
      1,
      () => ({
        kind: 'case',
        operand: maybe(random, sub),
        // biome-ignore lint/suspicious/noThenProperty: the syntax tree calls it so
        branches: many(random, 1, () => ({ when: sub(), then: sub() })),
        otherwise: maybe(random, sub),
      }),
    ],
    [1, () => ({ kind: 'cast', operand: sub(), type: random.pick(TYPES) })],
    [2, () => ({ kind: 'collate', operand: sub(), collation: random.pick(COLLATIONS) })],
    [
      1,
      () => ({
        kind: 'like',
        operator: 'LIKE',
        operand: sub(),
        pattern: sub(),
        escape: maybe(random, sub),
        negated,
      }),
    ],
    [1, () => ({ kind: 'like', operator: 'GLOB', operand: sub(), pattern: sub(), negated })],
    [1, () => ({ kind: 'row', items: many(random, 2, sub) })],
    [
      1,
      () => ({
        kind: 'call',
        name: random.pick(['abs', 'replace', 'glob', 'min']),
        arguments: many(random, 0, sub),
      }),
    ],
    [1, () => ({ kind: 'call', name: 'count', arguments: '*', filter: maybe(random, sub) })],
    [
      1,
      () => ({ kind: 'call', name: 'sum', arguments: [sub()], distinct: true, filter: maybe(random, sub) }),
    ],
    [
      1,
      () => ({
        kind: 'call',
        name: 'total',
        arguments: [sub()],
        over: {
          partitionBy: many(random, 0, sub),
          orderBy: many(random, 1, () => orderTerm(random, depth - 1)),
          frame: maybe(random, () => 'ROWS BETWEEN 1 PRECEDING AND CURRENT ROW'),
        },
      }),
    ],
    [1, () => ({ kind: 'rawExpression', sql: '1 OR 2' })],
  ])();
}

function orderTerm(random: Random, depth: number): OrderTerm {
  return {
    expression: expression(random, depth),
    collation: maybe(random, () => random.pick(COLLATIONS)),
    descending: maybe(random, () => true),
    nulls: maybe(random, () => random.pick(['FIRST', 'LAST'] as const)),
  };
}

function resultColumn(random: Random, depth: number): ResultColumn {
  return random.weighted<() => ResultColumn>([
    [1, () => ({ kind: 'all' })],
    [1, () => ({ kind: 'allOf', table: name(random) })],
    [
      3,
      () => ({
        kind: 'expression',
        expression: expression(random, depth),
        alias: maybe(random, () => name(random)),
      }),
    ],
  ])();
}

function fromItem(random: Random, depth: number): FromItem {
  const alias = maybe(random, () => name(random));
  if (depth <= 0) {
    return {
      kind: 'table',
      name: name(random),
      alias,
      notIndexed: maybe(random, () => true),
      indexedBy: maybe(random, () => name(random)),
    };
  }
  if (random.oneIn(3)) return { kind: 'subquery', select: select(random, depth - 1), alias };
  const natural = random.oneIn(4);
  const using = !natural && random.oneIn(3) ? [name(random)] : undefined;
  return {
    kind: 'join',
    operator: random.pick(JOINS),
    natural,
    left: fromItem(random, depth - 1),
    right: fromItem(random, depth - 1),
    on: !natural && using === undefined ? maybe(random, () => expression(random, depth - 1)) : undefined,
    using,
  };
}

function core(random: Random, depth: number): SelectCore | ValuesCore {
  if (random.oneIn(4)) {
    const width = random.between(1, 3);
    return {
      kind: 'values',
      rows: many(random, 1, () => Array.from({ length: width }, () => expression(random, depth - 1))),
    };
  }
  const from = maybe(random, () => fromItem(random, depth));
  return {
    kind: 'core',
    distinct: maybe(random, () => true),
    // `*` needs a table.
    columns: many(random, 1, () =>
      from === undefined
        ? { kind: 'expression', expression: expression(random, depth - 1) }
        : resultColumn(random, depth - 1),
    ),
    from,
    where: maybe(random, () => expression(random, depth - 1)),
    groupBy: maybe(random, () => many(random, 1, () => expression(random, depth - 1))),
    having: maybe(random, () => expression(random, depth - 1)),
  };
}

function body(random: Random, depth: number): SelectBody {
  if (depth <= 0 || random.oneIn(2)) return core(random, depth);
  const operator = random.pick(['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT'] as const);
  return { kind: 'compound', operator, left: body(random, depth - 1), right: core(random, depth - 1) };
}

function select(random: Random, depth: number): Select {
  const limit = maybe(random, () => expression(random, depth - 1));
  return {
    kind: 'select',
    with: random.oneIn(4)
      ? many(random, 1, (i) => ({
          name: `w${i}`,
          columns: maybe(random, () => many(random, 1, (i) => `c ${i}`)),
          select: select(random, depth - 2),
        }))
      : undefined,
    recursive: maybe(random, () => true),
    body: body(random, depth),
    orderBy: maybe(random, () => many(random, 1, () => orderTerm(random, depth - 1))),
    limit,
    offset: limit === undefined ? undefined : maybe(random, () => expression(random, depth - 1)),
  };
}

function column(random: Random, columnName: string, depth: number): ColumnDefinition {
  const conflict = maybe(random, () => random.pick(CONFLICTS));
  return {
    name: columnName,
    type: maybe(random, () => random.pick(TYPES)),
    primaryKey: maybe(random, () => ({
      descending: maybe(random, () => true),
      conflict,
      autoincrement: maybe(random, () => true),
    })),
    notNull: maybe(random, () => ({ conflict })),
    unique: maybe(random, () => ({ conflict })),
    default: maybe(random, () => expression(random, depth)),
    check: maybe(random, () => expression(random, depth)),
    collate: maybe(random, () => random.pick(COLLATIONS)),
    generated: maybe(random, () => ({ expression: expression(random, depth), stored: random.oneIn(2) })),
  };
}

function indexedColumn(random: Random, depth: number): IndexedColumn {
  return {
    expression: expression(random, depth),
    collation: maybe(random, () => random.pick(COLLATIONS)),
    descending: maybe(random, () => true),
  };
}

export function statement(random: Random, depth: number): Statement {
  const sub = (): Expression => expression(random, depth - 1);
  const table = name(random);
  const returning = maybe(random, () => many(random, 1, () => resultColumn(random, depth - 1)));
  const conflict = maybe(random, () => random.pick(CONFLICTS));
  const ifNotExists = maybe(random, () => true);
  // Names are distinct: the parser refuses to set a column twice.
  const set = () =>
    many(random, 1, (i) =>
      random.oneIn(2)
        ? { columns: [`c${i}`], value: sub() }
        : { columns: [`x${i}`, `y ${i}`], value: { kind: 'row' as const, items: [sub(), sub()] } },
    );
  const upsert = () =>
    many(random, 1, () => ({
      target: { columns: many(random, 1, () => indexedColumn(random, 0)), where: maybe(random, sub) },
      set: maybe(random, set),
      where: maybe(random, sub),
    }));
  return random.pick<() => Statement>([
    () => select(random, depth),
    () => ({
      kind: 'createTable',
      name: table,
      ifNotExists,
      columns: many(random, 1, (i) => column(random, `c ${i}`, depth - 1)),
      constraints: maybe(random, () => [
        { kind: 'primaryKey', columns: many(random, 1, () => indexedColumn(random, 0)), conflict },
        { kind: 'unique', columns: many(random, 1, () => indexedColumn(random, 0)) },
        { kind: 'check', expression: sub() },
        {
          kind: 'foreignKey',
          columns: [table],
          table,
          references: [table],
          onDelete: 'SET NULL',
          onUpdate: 'NO ACTION',
        },
      ]),
      strict: maybe(random, () => true),
      withoutRowid: maybe(random, () => true),
    }),
    () => ({ kind: 'createTableAs', name: table, ifNotExists, select: select(random, depth) }),
    () => ({
      kind: 'createIndex',
      name: name(random),
      table,
      ifNotExists,
      columns: many(random, 1, () => indexedColumn(random, depth - 1)),
      unique: maybe(random, () => true),
      where: maybe(random, sub),
    }),
    () => ({
      kind: 'createView',
      name: table,
      ifNotExists,
      select: select(random, depth),
      columns: maybe(random, () => ['a']),
    }),
    () => ({ kind: 'drop', what: random.pick(['TABLE', 'INDEX', 'VIEW', 'TRIGGER'] as const), name: table }),
    () => ({
      kind: 'alterTable',
      table,
      action: random.pick([
        { kind: 'renameTable', to: name(random) },
        { kind: 'renameColumn', column: name(random), to: name(random) },
        { kind: 'addColumn', column: column(random, name(random), depth - 1) },
        { kind: 'dropColumn', column: name(random) },
      ] as const),
    }),
    () => ({
      kind: 'insert',
      table,
      conflict,
      columns: maybe(random, () => many(random, 1, (i) => `c ${i}`)),
      source: random.oneIn(2)
        ? { kind: 'values', rows: many(random, 1, () => [sub()]) }
        : { kind: 'select', select: select(random, depth) },
      upsert: maybe(random, upsert),
      returning,
    }),
    () => ({ kind: 'insert', table, source: { kind: 'defaultValues' }, returning }),
    () => ({
      kind: 'update',
      table,
      alias: maybe(random, () => name(random)),
      conflict,
      set: set(),
      from: maybe(random, () => fromItem(random, depth - 1)),
      where: maybe(random, sub),
      returning,
    }),
    () => ({
      kind: 'delete',
      table,
      alias: maybe(random, () => name(random)),
      where: maybe(random, sub),
      returning,
    }),
    () => ({ kind: 'begin', mode: random.pick([undefined, 'DEFERRED', 'IMMEDIATE', 'EXCLUSIVE'] as const) }),
    () => random.pick([{ kind: 'commit' }, { kind: 'rollback' }] as const),
    () => ({ kind: random.pick(['savepoint', 'release', 'rollbackTo'] as const), name: table }),
    () =>
      random.pick([
        { kind: 'pragma', name: 'integrity_check' },
        { kind: 'pragma', name: 'cache_size', value: '-2', form: '=' },
      ] as const),
    () => ({ kind: 'pragma', name: 'wal_checkpoint', value: 'TRUNCATE', form: '(' }),
    () => ({ kind: random.pick(['analyze', 'reindex'] as const), target: maybe(random, () => table) }),
  ])();
}
