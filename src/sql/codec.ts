// The one JSON form of values, used by plans, `--json` and the program protocol. It keeps every bit:
// null | ["i","9007199254740993"] | ["r","-0.0"] | ["t","…"] | ["b","00ff"].

import { invariant } from '../errors.ts';
import { type Shape, shortened } from '../json/index.ts';
import { bytesOf, hexOf, type Row, type SqlValue } from './value.ts';

export type EncodedValue = null | readonly ['i' | 'r' | 't' | 'b', string];

export function encodeValue(value: SqlValue): EncodedValue {
  if (value === null) return null;
  switch (typeof value) {
    case 'bigint':
      return ['i', value.toString()];
    case 'number':
      return ['r', encodeReal(value)];
    case 'string':
      return ['t', value];
    default:
      return ['b', hexOf(value)];
  }
}

/** The form that `encodeValue` makes, checked in JSON from outside. */
export const encodedValue: Shape<EncodedValue> = {
  noun: 'an encoded value',
  check: (given) =>
    decoded(given) === undefined
      ? {
          path: [],
          problem: `is not an encoded value: ${shortened(JSON.stringify(given) ?? 'undefined')}`,
          remedy: REMEDY,
        }
      : null,
  schema: () => ({}),
};

const REMEDY = 'write null, ["i","1"], ["r","1.5"], ["t","text"] or ["b","00ff"]';

export function decodeValue(encoded: EncodedValue): SqlValue {
  const value = decoded(encoded);
  invariant(value !== undefined, 'an encoded value was checked');
  return value;
}

/** Undefined if it is no encoded value. */
function decoded(encoded: unknown): SqlValue | undefined {
  if (encoded === null) return null;
  if (!Array.isArray(encoded) || encoded.length !== 2 || typeof encoded[1] !== 'string') return undefined;
  const [tag, text] = encoded as [unknown, string];
  switch (tag) {
    case 'i':
      if (/^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)) return BigInt(text);
      break;
    case 'r': {
      const real = REAL_NAMES.get(text) ?? (/^-?\d/.test(text) ? Number(text) : Number.NaN);
      if (!Number.isNaN(real)) return real;
      break;
    }
    case 't':
      return text;
    case 'b':
      if (/^([0-9a-f]{2})*$/.test(text)) return bytesOf(text);
      break;
  }
  return undefined;
}

export function encodeRow(row: Row): EncodedValue[] {
  return row.map(encodeValue);
}

function encodeReal(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

const REAL_NAMES = new Map([
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);
