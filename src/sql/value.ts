// SQL values as JavaScript values, one type per storage class, so that INTEGER 1 and REAL 1.0 stay apart.

/** NULL is null, INTEGER a bigint, REAL a number, TEXT a string, BLOB a Uint8Array. */
export type SqlValue = null | bigint | number | string | Uint8Array;

export type Row = readonly SqlValue[];

export type StorageClass = 'null' | 'integer' | 'real' | 'text' | 'blob';

export function storageClass(value: SqlValue): StorageClass {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'bigint':
      return 'integer';
    case 'number':
      return 'real';
    case 'string':
      return 'text';
    default:
      return 'blob';
  }
}

/** Identity of values: same class and same bits, so −0.0 is not 0.0 and 1 is not 1.0. */
export function sameValue(a: SqlValue, b: SqlValue): boolean {
  if (a instanceof Uint8Array) return b instanceof Uint8Array && sameBytes(a, b);
  return Object.is(a, b);
}

export function sameRow(a: Row, b: Row): boolean {
  return a.length === b.length && a.every((value, i) => sameValue(value, b[i]));
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** A text that two values share exactly when they are the same value: the key for bags and maps. */
export function valueKey(value: SqlValue): string {
  if (value === null) return 'n';
  switch (typeof value) {
    case 'bigint':
      return `i${value}`;
    case 'number':
      return Object.is(value, -0) ? 'r-0' : `r${value}`;
    case 'string':
      return `t${value.length}:${value}`;
    default:
      return `b${hexOf(value)}`;
  }
}

export function rowKey(row: Row): string {
  let key = '';
  for (const value of row) key += `${valueKey(value)},`;
  return key;
}

export function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

export function bytesOf(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
