// Joining two relations: the columns that USING and NATURAL share, and the rows that match.

import type { FromItem, Join } from '../../../../sql/ast.ts';
import type { Row, SqlValue } from '../../../../sql/index.ts';
import type { Compiled, Environment } from '../../evaluate/compile.ts';
import { truth } from '../../evaluate/convert.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import type { Level, MergedColumn, MutableEnvironment, Source } from './scope.ts';
import { countVisited } from './statement-context.ts';

/** Rows of a part of FROM. A relation's rows lie at `offset` of the level's joined row. */
export interface Relation {
  readonly offset: number;
  readonly width: number;
  rows(outer: Environment | undefined): readonly Row[];
  /** Only the rows to keep, where that is cheaper than making all; the row that is asked about is not to be held on to. */
  kept?(outer: Environment | undefined, keep: (row: Row) => boolean): readonly Row[];
}

export interface Condition {
  /** Columns of the left and right row whose values must be equal. */
  readonly pairs: readonly {
    left: number;
    right: number;
    equal: (a: SqlValue, b: SqlValue) => boolean | null;
  }[];
  on?: Compiled;
}

/** A join in parentheses is a subquery to SQLite, which renames columns that are there twice. */
export function markNested(join: Join, sources: readonly Source[]): void {
  if (usesNames(join)) throw new Unknown('nested join with USING');
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const source of sources) {
    for (const name of source.columns.positions.keys()) {
      if (seen.has(name)) twice.add(name);
      seen.add(name);
    }
  }
  for (const source of sources) source.ambiguous = twice;
}

function usesNames(item: FromItem): boolean {
  if (item.kind !== 'join') return false;
  return item.using !== undefined || item.natural === true || usesNames(item.left) || usesNames(item.right);
}

export function sharedColumns(join: Join, left: readonly Source[], right: readonly Source[]): string[] {
  if (join.using !== undefined) return join.using.map((name) => name.toLowerCase());
  if (!join.natural) return [];
  const names: string[] = [];
  for (const source of right) {
    for (const column of source.columns.list) {
      const name = column.name.toLowerCase();
      if (left.some((other) => other.columns.positions.has(name))) names.push(name);
    }
  }
  if (right.length > 1) throw new Unknown('NATURAL JOIN with a nested join');
  return names;
}

export function columnNamed(level: Level, sources: readonly Source[], name: string): MergedColumn {
  let found: MergedColumn | undefined;
  for (const source of sources) {
    const position = source.columns.positions.get(name);
    if (position === undefined) continue;
    if (found !== undefined || source.hidden?.has(name)) throw new Unknown('USING over several tables');
    const { affinity, collation } = source.columns.list[position];
    found = { index: source.offset + position, affinity, collation };
  }
  if (found === undefined) {
    throw new Refusal('other', `cannot join using column ${name} - column not present in both tables`);
  }
  if (level.merged.has(name)) throw new Unknown('USING over several tables');
  return found;
}

export function joined(
  level: Level,
  left: Relation,
  right: Relation,
  condition: Condition,
  keepsLeft: boolean,
  keepsRight: boolean,
  coalesced: readonly { left: number; right: number }[],
): Relation {
  const { context } = level;
  const { offset } = left;
  const padding: Row = new Array<SqlValue>(offset).fill(null);
  const noLeft: Row = new Array<SqlValue>(left.width).fill(null);
  const noRight: Row = new Array<SqlValue>(right.width).fill(null);
  /** Most pairs match nothing, so each is looked at in one row that is used again and again. */
  const place = (into: SqlValue[], a: Row, b: Row): void => {
    let at = offset;
    for (let i = 0; i < left.width; i++) into[at++] = a[i];
    for (let i = 0; i < right.width; i++) into[at++] = b[i];
    for (const pair of coalesced) into[at++] = a[pair.left] ?? b[pair.right];
  };
  const agrees = (a: Row, b: Row): boolean => {
    for (const pair of condition.pairs) {
      if (pair.equal(a[pair.left], b[pair.right]) !== true) return false;
    }
    return true;
  };

  function kept(outer: Environment | undefined, keep?: (row: Row) => boolean): Row[] {
    const leftRows = left.rows(outer);
    const rightRows = right.rows(outer);
    const pair: SqlValue[] = [...padding];
    const environment: MutableEnvironment = { row: pair, outer };
    const result: Row[] = [];
    const add = (): void => {
      if (keep === undefined || keep(pair)) result.push(pair.slice(offset));
    };
    const rightUsed = keepsRight ? new Array<boolean>(rightRows.length).fill(false) : undefined;
    const { on } = condition;
    for (const a of leftRows) {
      let used = false;
      countVisited(context, rightRows.length);
      for (let i = 0; i < rightRows.length; i++) {
        if (!agrees(a, rightRows[i])) continue;
        place(pair, a, rightRows[i]);
        if (on !== undefined && truth(on.evaluate(environment)) !== true) continue;
        used = true;
        if (rightUsed !== undefined) rightUsed[i] = true;
        add();
      }
      if (!used && keepsLeft) {
        place(pair, a, noRight);
        add();
      }
    }
    if (rightUsed !== undefined) {
      for (let i = 0; i < rightRows.length; i++) {
        if (rightUsed[i]) continue;
        place(pair, noLeft, rightRows[i]);
        add();
      }
    }
    return result;
  }

  return {
    offset,
    width: left.width + right.width + coalesced.length,
    rows: (outer) => kept(outer),
    // What follows asks about whole rows of the level, which these are if nothing stands before them.
    ...(offset === 0 && { kept }),
  };
}
