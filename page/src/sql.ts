// SQL in pieces, for colours. It need not understand anything: what it does not know is plain text, and no character is lost.

export type TokenKind = 'keyword' | 'string' | 'number' | 'comment' | 'directive' | 'plain';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const KEYWORDS = new Set(
  (
    'abort add after all alter always analyze and as asc attach autoincrement before begin between by cascade case cast check ' +
    'collate column commit conflict constraint create cross current default deferrable deferred delete desc detach distinct do ' +
    'drop each else end escape except exclusive exists explain fail filter following for foreign from full generated glob group ' +
    'having if ignore immediate in index indexed initially inner insert instead intersect into is isnull join key left like ' +
    'limit match materialized natural no not nothing notnull null nulls of offset on or order outer over partition plan pragma ' +
    'preceding primary query raise range recursive references regexp reindex release rename replace restrict returning right ' +
    'rollback row rows rowid savepoint select set stored strict table temp temporary then to transaction trigger true false ' +
    'unbounded union unique update using vacuum values view virtual when where window with without integer text real blob numeric any'
  ).split(' '),
);

const TOKEN =
  /(--[^\n]*|\/\*[\s\S]*?\*\/)|([xX]?'(?:[^']|'')*'?)|("(?:[^"]|"")*"?|`[^`]*`?)|((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_][\w$]*)|([\s\S])/g;

export function tokens(sql: string): Token[] {
  const found: Token[] = [];
  const add = (kind: TokenKind, text: string): void => {
    const last = found.at(-1);
    if (last?.kind === kind && kind === 'plain') found[found.length - 1] = { kind, text: last.text + text };
    else found.push({ kind, text });
  };
  for (const [text, comment, string, , number, word] of sql.matchAll(TOKEN)) {
    if (comment !== undefined) add(/^-- dirt:/.test(comment) ? 'directive' : 'comment', text);
    else if (string !== undefined) add('string', text);
    else if (number !== undefined) add('number', text);
    else if (word !== undefined && KEYWORDS.has(word.toLowerCase())) add('keyword', text);
    else add('plain', text);
  }
  return found;
}
