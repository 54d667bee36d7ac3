// SQL text to tokens.

import { SqlError } from './sql-error.ts';

export interface Token {
  readonly kind: 'word' | 'name' | 'integer' | 'text' | 'symbol' | 'end';
  /** Words in capitals; names and texts without their quotes. */
  readonly text: string;
  /** A word as it was written. */
  readonly written: string;
}

const TOKEN = /\s*(?:([A-Za-z_]\w*)|"((?:[^"]|"")*)"|(\d+)|'((?:[^']|'')*)'|(<>|<=|>=|==|!=|[-(),.*=<>]))/y;

export function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  const end = sql.replace(/[\s;]+$/, '').length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const [, word, name, integer, text, symbol] = TOKEN.exec(sql) ?? fail(sql, at);
    if (word !== undefined) tokens.push({ kind: 'word', text: word.toUpperCase(), written: word });
    else if (name !== undefined) tokens.push(token('name', name.replaceAll('""', '"')));
    else if (integer !== undefined) tokens.push(token('integer', integer));
    else if (text !== undefined) tokens.push(token('text', text.replaceAll("''", "'")));
    else tokens.push(token('symbol', symbol));
  }
  return [...tokens, token('end', '')];
}

function token(kind: Token['kind'], text: string): Token {
  return { kind, text, written: text };
}

function fail(sql: string, at: number): never {
  throw new SqlError('syntax', `near "${sql.slice(at).trim().slice(0, 10)}": syntax error`);
}
