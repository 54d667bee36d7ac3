// How much work a statement may be, by its text and the sizes of tables: an upper bound in rows, for statements that the model
// does not follow to the end. Without it a large join would look like a hang.

import type { DatabaseView } from '../dialect/index.ts';
import type { FromItem, Select, SelectBody, Statement } from '../sql/ast.ts';
import { children, type Tree, visit } from '../sql/index.ts';

interface Estimate {
  /** Rows that come out. */
  readonly rows: number;
  /** Rows that are visited. */
  readonly work: number;
}

type Sizes = ReadonlyMap<string, number>;

/** The number of rows of a view or a recursive table is not known; this many are assumed. */
const ASSUMED_ROWS = 40;

export function workOf(statement: Statement, view: DatabaseView): number {
  const sizes = new Map(view.tables.map(({ name, rowCount }) => [name, rowCount]));
  if (statement.kind === 'select') return ofSelect(statement, sizes).work;
  const target = 'table' in statement ? (sizes.get(statement.table) ?? ASSUMED_ROWS) : 1;
  return Math.max(1, target) * (1 + workWithin(statement, sizes));
}

function ofSelect(select: Select, sizes: Sizes): Estimate {
  const known = new Map(sizes);
  let work = 0;
  for (const { name, select: common } of select.with ?? []) {
    known.set(name, ASSUMED_ROWS);
    const estimate = ofSelect(common, known);
    known.set(name, select.recursive ? Math.max(estimate.rows, ASSUMED_ROWS) : estimate.rows);
    work += estimate.work;
  }
  const body = ofBody(select.body, known);
  const { limit } = select;
  const most =
    limit?.kind === 'literal' && typeof limit.value === 'bigint' && limit.value >= 0n
      ? Number(limit.value)
      : Infinity;
  return { rows: Math.min(body.rows, most), work: work + body.work };
}

function ofBody(body: SelectBody, sizes: Sizes): Estimate {
  switch (body.kind) {
    case 'compound': {
      const [left, right] = [ofBody(body.left, sizes), ofBody(body.right, sizes)];
      return { rows: left.rows + right.rows, work: left.work + right.work };
    }
    case 'core': {
      const { from, ...rest } = body;
      const { rows, work } = from === undefined ? { rows: 1, work: 0 } : ofFrom(from, sizes);
      return { rows, work: work + rows * (1 + workWithin(children(rest), sizes)) };
    }
    case 'values':
      return { rows: body.rows.length, work: body.rows.length * (1 + workWithin(children(body), sizes)) };
    case 'draw':
      return { rows: ASSUMED_ROWS, work: ASSUMED_ROWS };
  }
}

function ofFrom(from: FromItem, sizes: Sizes): Estimate {
  switch (from.kind) {
    case 'table': {
      const rows = Math.max(1, sizes.get(from.name) ?? ASSUMED_ROWS);
      return { rows, work: rows };
    }
    case 'subquery': {
      const { rows, work } = ofSelect(from.select, sizes);
      return { rows: Math.max(1, rows), work };
    }
    case 'join': {
      const [left, right] = [ofFrom(from.left, sizes), ofFrom(from.right, sizes)];
      const rows = left.rows * right.rows;
      return { rows, work: left.work + right.work + rows * (1 + workWithin(from.on, sizes)) };
    }
  }
}

/** The work of the outermost queries in a tree. */
function workWithin(tree: Tree, sizes: Sizes): number {
  let work = 0;
  visit(tree, (node) => {
    if (node.kind !== 'select') return true;
    work += ofSelect(node, sizes).work;
    return false;
  });
  return work;
}
