// The three collations: how texts compare, byte by byte of their UTF-8 form.

import type { Collation } from '../../../sql/ast.ts';
import { byteLength, lowerCode } from './text.ts';

export function compareTexts(a: string, b: string, collation: Collation): number {
  switch (collation) {
    case 'BINARY':
      return compareBinary(a, b);
    case 'NOCASE':
      return compareNoCase(a, b);
    case 'RTRIM':
      return compareBinary(withoutTrailingSpaces(a), withoutTrailingSpaces(b));
  }
}

function compareBinary(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return byUtf8(x) < byUtf8(y) ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

/** Surrogates stand for code points beyond all others, though their code units lie in the middle. */
const byUtf8 = (code: number): number => (code >= 0xd800 && code <= 0xdfff ? code + 0x10000 : code);

/** Folds ASCII only. What follows a NUL counts only by its length. */
function compareNoCase(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = lowerCode(a.charCodeAt(i));
    const y = lowerCode(b.charCodeAt(i));
    if (x !== y) return byUtf8(x) < byUtf8(y) ? -1 : 1;
    if (x === 0) return byteLength(a) - byteLength(b);
  }
  return a.length - b.length;
}

function withoutTrailingSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 32) end--;
  return end === text.length ? text : text.slice(0, end);
}
