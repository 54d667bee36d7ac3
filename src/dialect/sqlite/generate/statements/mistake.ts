// Statements that must be refused: one that would work, with one mistake in it. An engine that looks for a name only where it needs its
// value accepts what SQLite refuses.

import type { Random } from '../../../../random.ts';
import type { Call, Expression, ResultColumn, Select, SelectCore, Statement } from '../../../../sql/ast.ts';
import { binary, call, column, integer } from '../../../../sql/build.ts';
import { columnsIn, type Node, rewrite } from '../../../../sql/index.ts';
import type { DatabaseView, TableView } from '../../../view.ts';
import type { FeatureSet } from '../../features/feature-set.ts';
import { isAggregate, scalarOf } from '../../functions/lookup.ts';
import { select } from '../queries/create-query.ts';
import type { Setting } from '../setting.ts';
import { createIndex } from './create-index.ts';
import { insert } from './insert.ts';
import { targetTable } from './target.ts';
import { deleteRows, update } from './update-delete.ts';

type Make = (random: Random, view: DatabaseView, setting: Setting) => Statement | undefined;

const MISTAKEN = new WeakSet<Statement>();

/** Only if the model refuses it, too, does anybody know what it does: whether a query began to read is what later locks depend on. */
export function isMistaken(statement: Statement): boolean {
  return MISTAKEN.has(statement);
}

function marked<S extends Statement | undefined>(statement: S): S {
  if (statement !== undefined) MISTAKEN.add(statement);
  return statement;
}

/** A query that must be refused; undefined if the drawn one has no place for the mistake. */
export function mistakenQuery(random: Random, view: DatabaseView, setting: Setting): Statement | undefined {
  const made = select(random, view, setting);
  for (let tries = TRIES; tries > 0; tries--) {
    const mistaken = random.pick(QUERIES)(random, made, setting.features);
    if (mistaken !== undefined) return marked(mistaken);
  }
  return undefined;
}

/** INSERT, UPDATE or DELETE. */
export function mistakenWrite(random: Random, view: DatabaseView, setting: Setting): Statement | undefined {
  return marked(random.pick(WRITES)(random, view, setting));
}

export function mistakenSchema(random: Random, view: DatabaseView, setting: Setting): Statement | undefined {
  return marked(random.pick(SCHEMAS)(random, view, setting));
}

/** Not every statement has a place for every mistake. */
const TRIES = 4;
const MISSING = 'missing';

/** One node for which `at` gives something else, exchanged; undefined if there is none. */
function exchanged<S extends Statement>(
  random: Random,
  statement: S,
  at: (node: Node) => Node | undefined,
): S | undefined {
  let count = 0;
  rewrite(statement, (node) => {
    if (at(node) !== undefined) count++;
    return node;
  });
  if (count === 0) return undefined;
  let left = random.below(count);
  return rewrite(statement, (node) => {
    const other = at(node);
    return other !== undefined && left-- === 0 ? other : node;
  }) as S;
}

const missingColumn = (random: Random, statement: Statement) =>
  exchanged(random, statement, (node) => (node.kind === 'column' ? { ...node, name: MISSING } : undefined));

const missingQualifier = (random: Random, statement: Statement) =>
  exchanged(random, statement, (node) => (node.kind === 'column' ? { ...node, table: MISSING } : undefined));

function inCore(
  made: Select,
  change: (core: SelectCore) => Partial<SelectCore> | undefined,
): Select | undefined {
  const { body } = made;
  if (body.kind !== 'core') return undefined;
  const changed = change(body);
  return changed && { ...made, body: { ...body, ...changed } };
}

const both = (condition: Expression | undefined, other: Expression): Expression =>
  condition === undefined ? other : binary(condition, 'AND', other);

/** A place that is never computed: what stands there must be right all the same. */
function unreached(random: Random, features: FeatureSet, wrong: Expression): Expression | undefined {
  switch (random.below(3)) {
    case 0:
      return features.has('operator.AND') ? binary(integer(0), 'AND', wrong) : undefined;
    case 1:
      return features.has('expression.case')
        ? // biome-ignore lint/suspicious/noThenProperty: a branch of CASE has one.
          { kind: 'case', branches: [{ when: integer(1), then: integer(1) }], otherwise: wrong }
        : undefined;
    default:
      return features.has('function.coalesce') ? call('coalesce', integer(1), wrong) : undefined;
  }
}

type MistakeOfQuery = (random: Random, made: Select, features: FeatureSet) => Statement | undefined;

const QUERIES: readonly MistakeOfQuery[] = [
  missingColumn,
  missingColumn,
  missingQualifier,
  (random, made) =>
    exchanged(random, made, (node) => (node.kind === 'table' ? { ...node, name: MISSING } : undefined)),
  // In an ORDER BY that has nothing to do, or comes after all that is needed.
  (_random, made, features) =>
    made.body.kind === 'core' && features.has('select.orderBy')
      ? { ...made, orderBy: [...(made.orderBy ?? []), { expression: column(MISSING) }] }
      : undefined,
  (random, made) =>
    made.orderBy === undefined
      ? undefined
      : { ...made, orderBy: [{ expression: integer(random.pick([99, 2000, 0])) }] },
  (random, made, features) => {
    const wrong = unreached(random, features, column(MISSING));
    return wrong && inCore(made, ({ where }) => ({ where: both(where, wrong) }));
  },
  // A function that is not there, or has other arguments.
  (random, made) =>
    exchanged(random, made, (node) =>
      node.kind === 'call' && node.over === undefined ? { ...node, name: MISSING } : undefined,
    ),
  (random, made) => exchanged(random, made, (node) => (node.kind === 'call' ? otherArity(node) : undefined)),
  // Aggregates where there are no rows to aggregate.
  (_random, made, features) =>
    features.has('aggregate.count')
      ? inCore(
          made,
          ({ where, from }) =>
            from && { where: both(where, binary(call('count', integer(1)), '>', integer(0))) },
        )
      : undefined,
  (random, made) => exchanged(random, made, (node) => (node.kind === 'call' ? nested(node) : undefined)),
  (_random, made, features) =>
    features.has('aggregate.count')
      ? inCore(
          made,
          ({ from, groupBy }) => from && { groupBy: [...(groupBy ?? []), call('count', integer(1))] },
        )
      : undefined,
  // Which of two columns of one name?
  (_random, made) =>
    inCore(made, ({ from }) => {
      if (from?.kind !== 'join' || from.left.kind !== 'table' || from.right.kind !== 'table')
        return undefined;
      if (from.using !== undefined || from.natural === true || from.left.name !== from.right.name)
        return undefined;
      const named = columnsIn(from.on).find(({ table }) => table !== undefined);
      if (named === undefined || named.name === 'rowid') return undefined;
      return { columns: [{ kind: 'expression', expression: column(named.name) }] };
    }),
  (_random, made) =>
    inCore(made, ({ columns }) => {
      const first = columns[0];
      if (first.kind !== 'expression') return undefined;
      const pair: Expression = { kind: 'row', items: [first.expression, integer(1)] };
      return { columns: [{ ...first, expression: pair }] };
    }),
  // The parts of a compound are as wide as each other.
  (_random, made) => {
    const { body } = made;
    if (body.kind !== 'compound' || body.right.kind !== 'core') return undefined;
    const one: ResultColumn = { kind: 'expression', expression: integer(1) };
    return { ...made, body: { ...body, right: { ...body.right, columns: [...body.right.columns, one] } } };
  },
  (random, made) =>
    exchanged(random, made, (node) => {
      if (node.kind !== 'scalar' || node.select.body.kind !== 'core') return undefined;
      const one: ResultColumn = { kind: 'expression', expression: integer(1) };
      const body = { ...node.select.body, columns: [...node.select.body.columns, one] };
      return { ...node, select: { ...node.select, body } };
    }),
];

function otherArity(node: Call): Call | undefined {
  const found = scalarOf(node);
  if (found === undefined || node.over !== undefined || node.arguments === '*' || isAggregate(node))
    return undefined;
  const [, most] = found.arity;
  if (most > MOST_ARGUMENTS) return undefined;
  return { ...node, arguments: Array.from({ length: most + 1 }, () => integer(1)) };
}

/** An aggregate of an aggregate. */
function nested(node: Call): Call | undefined {
  if (!isAggregate(node) || node.arguments === '*' || node.arguments.length !== 1) return undefined;
  return { ...node, arguments: [call('count', node.arguments[0])] };
}

const MOST_ARGUMENTS = 6;

const WRITES: readonly Make[] = [
  (random, view, setting) => wrongly(random, update(random, view, setting)),
  (random, view, setting) => wrongly(random, deleteRows(random, view, setting)),
  // As many values as columns.
  (random, view, setting) => {
    const made = insert(random, view, setting);
    if (made?.source.kind !== 'values') return undefined;
    const rows = made.source.rows.map((row) => ('draw' in row ? row : [...row, integer(1)]));
    return { ...made, source: { kind: 'values', rows } };
  },
  (random, view, setting) => {
    const made = insert(random, view, setting);
    if (made?.columns === undefined) return undefined;
    const columns = made.columns.map((name, i) => (i === 0 ? MISSING : name));
    return { ...made, columns };
  },
  // A view without a trigger takes no rows.
  (random, view) => {
    const target = view.views.filter(({ name }) => !view.triggers.some(({ table }) => table === name));
    if (target.length === 0) return undefined;
    const { name } = random.pick(target);
    return random.oneIn(2)
      ? { kind: 'delete', table: name }
      : { kind: 'insert', table: name, source: { kind: 'defaultValues' } };
  },
  (random, view, setting) => {
    const table = targetTable(random, view);
    const key = table && unkeyed(table);
    if (
      key === undefined ||
      !setting.features.has('upsert.doNothing') ||
      !setting.features.has('upsert.target')
    )
      return undefined;
    const made = insert(random, view, setting, { table, rows: 1 });
    return made && { ...made, upsert: [{ target: { columns: [{ expression: column(key) }] } }] };
  },
];

const SCHEMAS: readonly Make[] = [
  (random, view, setting) => {
    const made = createIndex(random, view, setting);
    return made && { ...made, columns: [...made.columns, { expression: column(MISSING) }] };
  },
  (random, view, setting) => {
    const table = targetTable(random, view);
    if (table === undefined || !setting.features.has('alter.addColumn')) return undefined;
    const { name } = random.pick(table.columns);
    return { kind: 'alterTable', table: table.name, action: { kind: 'addColumn', column: { name } } };
  },
  (random, view, { features }) => {
    const table = targetTable(random, view);
    if (table === undefined || !features.has('alter.dropColumn')) return undefined;
    return { kind: 'alterTable', table: table.name, action: { kind: 'dropColumn', column: MISSING } };
  },
  (_random, _view, { names }) => {
    const twice = names.column();
    const columns = [
      { name: twice, type: 'INTEGER' },
      { name: names.column() },
      { name: twice, type: 'TEXT' },
    ];
    return { kind: 'createTable', name: names.table(), columns };
  },
  (random, view, { names }) => {
    const name = names.column();
    return {
      kind: 'createTable',
      name: view.tables.length > 0 && random.oneIn(2) ? random.pick(view.tables).name : names.table(),
      columns: [
        { name, type: 'INTEGER', primaryKey: {} },
        { name: names.column(), primaryKey: {} },
      ],
    };
  },
  (random, view, { features }) => {
    const table = targetTable(random, view);
    if (table === undefined || !features.has('drop.index')) return undefined;
    return random.oneIn(2)
      ? { kind: 'drop', what: 'INDEX', name: MISSING }
      : { kind: 'drop', what: 'VIEW', name: table.name };
  },
];

function wrongly(random: Random, made: Statement | undefined): Statement | undefined {
  return made && (random.oneIn(4) ? missingQualifier(random, made) : missingColumn(random, made));
}

/** A column that is no key by itself. */
function unkeyed({ columns, uniqueKeys }: TableView): string | undefined {
  return columns.find(
    ({ name, rowidAlias }) => !rowidAlias && !uniqueKeys.some((key) => key.length === 1 && key[0] === name),
  )?.name;
}
