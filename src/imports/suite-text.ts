// Values as test suites write them.

import type { Row, SqlValue } from '../sql/index.ts';

/** As SQLite's shell prints it: NULL is nothing. */
export function shellText(value: SqlValue): string {
  if (value === null) return '';
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (typeof value === 'number') return realText(value);
  return String(value);
}

/** Fifteen digits, and a point in any case. */
function realText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf';
  const text = String(Number(value.toPrecision(15)));
  return /[.e]/.test(text) ? text : `${text}.0`;
}

export function valuesOf(rows: readonly Row[]): SqlValue[] {
  return rows.flat();
}
