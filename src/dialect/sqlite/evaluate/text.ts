// Text as SQLite sees it: UTF-8 bytes. Strings here are always well formed, so code points say the same.

import { sqliteBugs, wrongInSqlite } from '../sqlite-bugs.ts';
import { Unknown } from './stop.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Bytes as TEXT. What is not valid UTF-8 has no string, and SQLite promises nothing about it: no engine is held to what becomes of it. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Unknown('text that is not valid UTF-8', undefined, true);
  }
}

/** SQLite says that the results of expressions with a NUL in a text are undefined; here it is where functions end a text at it. */
export function withoutNul<T extends string | null>(text: T): T {
  if (text?.includes('\0')) throw new Unknown('a NUL in a text', undefined, true);
  return text;
}

/** One character per byte, so that a prefix of bytes can be read as ASCII whatever follows. */
export function bytesAsCharacters(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** Number of bytes in UTF-8. */
export function byteLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) length += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return length;
}

/** Number of code points. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) count--;
  return count;
}

/** Where the code point number `count` after position `from` begins, or the end. */
export function skipCharacters(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0 && at < text.length; left--) at += isPair(text, at) ? 2 : 1;
  return at;
}

const isPair = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;

/** The code point at that place. */
export function readCharacter(text: string, at: number): number {
  const point = text.codePointAt(at)!;
  if (sqliteBugs['last-of-the-plane'].isMet(point)) throw wrongInSqlite('last-of-the-plane');
  return point;
}

/** Many of SQLite's functions read C strings, which end at the first NUL. */
export function untilNul(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** Only A to Z have another case. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function upperCase(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

export const lowerCode = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);
