// The SET clause of UPDATE and of upserts: compiled assignments, and the new row they make of an old one.

import type { Assignment } from '../../../../sql/ast.ts';
import type { Row, SqlValue } from '../../../../sql/index.ts';
import type { Environment, Evaluate } from '../../evaluate/compile.ts';
import { Refusal } from '../../evaluate/stop.ts';
import { compileIn, type Level } from '../query/scope.ts';
import type { TableSchema } from '../table.ts';
import { rowidFrom } from './rowid.ts';
import { targetColumn } from './target.ts';

export interface Setter {
  /** Positions that change; -1 is the rowid. */
  readonly positions: ReadonlySet<number>;
  /** The new row, in stored form but without affinities, or a refusal for a rowid that is no integer. */
  apply(old: Row, environment: Environment): SqlValue[];
}

export function compileSet(assignments: readonly Assignment[], schema: TableSchema, level: Level): Setter {
  const parts: { readonly positions: readonly number[]; readonly values: (e: Environment) => Row }[] = [];
  for (const { columns, value } of assignments) {
    const positions = columns.map((name) => targetColumn(schema, name, 'UPDATE'));
    parts.push({ positions, values: compileValues(value, positions.length, level) });
  }
  const positions = new Set(parts.flatMap((part) => part.positions));
  const { rowidAlias } = schema;
  return {
    positions,
    apply(old, environment) {
      const row = old.slice();
      let rowid: SqlValue | undefined;
      for (const part of parts) {
        const values = part.values(environment);
        part.positions.forEach((position, i) => {
          if (position === -1 || position === rowidAlias) rowid = values[i];
          else row[position] = values[i];
        });
      }
      if (rowid !== undefined) {
        const integer = rowidFrom(rowid);
        row[schema.columns.length] = integer;
        if (rowidAlias >= 0) row[rowidAlias] = integer;
      }
      return row;
    },
  };
}

function compileValues(
  value: Assignment['value'],
  width: number,
  level: Level,
): (environment: Environment) => Row {
  if (width === 1) {
    const { evaluate } = compileIn(level, value);
    return (environment) => [evaluate(environment)];
  }
  if (value.kind === 'row') {
    checkWidth(value.items.length, width);
    const items: Evaluate[] = value.items.map((item) => compileIn(level, item).evaluate);
    return (environment) => items.map((evaluate) => evaluate(environment));
  }
  if (value.kind === 'scalar') {
    const { columns, rows } = level.subquery(value.select, 'firstRow');
    checkWidth(columns.length, width);
    const none: Row = new Array<SqlValue>(width).fill(null);
    return (environment) => {
      for (const row of rows(environment)) return row;
      return none;
    };
  }
  throw new Refusal('other', `${width} columns assigned 1 values`);
}

function checkWidth(values: number, columns: number): void {
  if (values !== columns) throw new Refusal('other', `${columns} columns assigned ${values} values`);
}
