// A parent and its children: rows that refer to each other, so that the actions of foreign keys have something to do. Random
// values hardly ever match.

import type { Random } from '../random.ts';
import type { CreateTable, Expression, ForeignKey, Insert, Statement } from '../sql/ast.ts';
import { binary, column, integer, literal, NULL } from '../sql/build.ts';
import { FOREIGN_KEY_ACTIONS, selectAll } from '../sql/index.ts';
import { anyPrediction } from './acceptance.ts';
import type { Attempt } from './attempt.ts';

const PARENTS = 5;

interface Names {
  readonly parent: string;
  readonly key: string;
  readonly child: string;
  readonly reference: string;
  readonly other: string;
}

/** One group on the first connection. */
export function foreignKeyRows(attempt: Attempt): void {
  const { random, setting } = attempt.planning;
  const tell = (statement: Statement): void => {
    attempt.run(0, statement, { accept: anyPrediction });
  };
  const { names: fresh } = setting;
  const names: Names = {
    parent: fresh.table(),
    key: fresh.column(),
    child: fresh.table(),
    reference: fresh.column(),
    other: fresh.column(),
  };
  tell(parentTable(names));
  const { features } = setting;
  const acts = features.has('foreignKey.onDelete') && features.has('foreignKey.onUpdate');
  tell(childTable(names, random, acts));
  tell(
    rows(
      names.parent,
      Array.from({ length: PARENTS }, (_, i) => [integer(i + 1), fill(random)]),
    ),
  );
  for (let left = random.between(1, 2); left > 0; left--) tell(children(names, random));
  for (let left = random.between(2, 6); left > 0; left--) {
    tell(change(names, random));
    tell(selectAll(random.oneIn(3) ? names.parent : names.child));
  }
}

function parentTable({ parent, key, other }: Names): CreateTable {
  const columns = [
    { name: key, type: 'INTEGER', primaryKey: {} },
    { name: other, type: 'TEXT' },
  ];
  return { kind: 'createTable', name: parent, columns };
}

function childTable(
  { parent, key, child, reference, other }: Names,
  random: Random,
  acts: boolean,
): CreateTable {
  const constraint: ForeignKey = {
    kind: 'foreignKey',
    columns: [reference],
    table: parent,
    references: [key],
    ...(acts
      ? { onDelete: random.pick(FOREIGN_KEY_ACTIONS), onUpdate: random.pick(FOREIGN_KEY_ACTIONS) }
      : {}),
  };
  const columns = [
    { name: reference, type: 'INTEGER', ...(random.oneIn(2) ? { default: integer(1) } : {}) },
    { name: other, type: 'TEXT' },
  ];
  return { kind: 'createTable', name: child, columns, constraints: [constraint] };
}

/** Most of them have a parent. */
function children({ child }: Names, random: Random): Insert {
  const count = random.between(1, 4);
  return rows(
    child,
    Array.from({ length: count }, () => [anyKey(random), fill(random)]),
  );
}

function change(names: Names, random: Random): Statement {
  const { parent, key, child, reference } = names;
  const one: Expression = binary(column(key), '=', integer(random.between(1, PARENTS)));
  switch (random.below(5)) {
    case 0:
      return children(names, random);
    case 1:
      return {
        kind: 'update',
        table: child,
        set: [{ columns: [reference], value: anyKey(random) }],
        where: binary(column(reference), '=', integer(random.between(1, PARENTS))),
      };
    case 2:
    case 3:
      return { kind: 'delete', table: parent, where: one };
    default:
      return {
        kind: 'update',
        table: parent,
        set: [{ columns: [key], value: integer(random.between(1, 2 * PARENTS)) }],
        where: one,
      };
  }
}

function anyKey(random: Random): Expression {
  return random.oneIn(6) ? NULL : integer(random.between(1, PARENTS + 1));
}

function fill(random: Random): Expression {
  return literal(random.pick(['a', 'b', null]));
}

function rows(table: string, values: readonly (readonly Expression[])[]): Insert {
  return { kind: 'insert', table, source: { kind: 'values', rows: values } };
}
