// A statement in another spelling: comments, white space, the case of keywords and quotes around names, none of which mean anything.
// It works on the tokens of what the printer gave, so it needs to know no more of SQL than what is a name there.

import { Random } from '../../../random.ts';
import type { Statement } from '../../../sql/ast.ts';
import type { Spelling, SpellingKind } from '../../../sql/index.ts';
import { isKeyword } from './identifier.ts';

const TOKEN =
  /x'[\da-f]*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[a-z_]\w*|0x[\da-f]+|\d+(?:\.\d*)?(?:e[+-]?\d+)?|\s+|[^\s\w]/giy;

const COMMENTS = ['/**/', '/* it is; nothing */', "/*'*/", '/*"*/', '-- it is; nothing\n', "--'\n", '--\n'];
const SPACES = ['  ', '\n', '\t', '\r\n', ' \n '];

const SPELL: Readonly<Record<SpellingKind, (token: string, random: Random) => string>> = {
  comments: (token, random) => (isSpace(token) && random.oneIn(3) ? ` ${random.pick(COMMENTS)} ` : token),
  whitespace: (token, random) => (isSpace(token) && random.oneIn(2) ? random.pick(SPACES) : token),
  lowerCase: (token) => (isWord(token) ? token.toLowerCase() : token),
  mixedCase: (token, random) =>
    isWord(token) ? token.replaceAll(/\w/g, (each) => (random.oneIn(2) ? each.toLowerCase() : each)) : token,
  quotes: (token) => `"${token}"`,
  brackets: (token) => `[${token}]`,
  backticks: (token) => `\`${token}\``,
};

/** The kinds that put something around a name. */
const QUOTING: ReadonlySet<SpellingKind> = new Set<SpellingKind>(['quotes', 'brackets', 'backticks']);

/** What is written in capitals by the printer is a keyword, or the name of a type or a collation. */
const isWord = (token: string): boolean => /^[A-Z_]+$/.test(token) && isKeyword(token);
const isSpace = (token: string): boolean => /^\s/.test(token);

/** A name that may be quoted: not of a function, and none that is known without being declared. */
const NAME = /^[a-z]\w*$/;
const UNQUOTED = /^(?:rowid|oid|_rowid_|excluded|new|old|x|temp|main|true|false)$/;

/** In these the names of types, settings and functions look like others. */
const WITHOUT_QUOTES: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>([
  'createTable',
  'alterTable',
  'pragma',
]);

/** White space inside of a declared type belongs to it, and SQLite takes GENERATED ALWAYS for a part of one at first. */
function isPartOfType(tokens: readonly string[], at: number): boolean {
  if (!isSpace(tokens[at])) return false;
  const [before = '', after = ''] = [tokens[at - 1], tokens[at + 1]];
  if (before === 'GENERATED' || after === 'GENERATED') return true;
  return [before, after].every((token) => /^[A-Z]+$/i.test(token) && !isKeyword(token));
}

export function spelled(sql: string, kind: Statement['kind'], { seed, of }: Spelling): string {
  if (kind === 'raw') return sql;
  const random = Random.of('spelling', seed);
  const tokens = sql.match(TOKEN) ?? [];
  const quoting = WITHOUT_QUOTES.has(kind) ? undefined : of.find((each) => QUOTING.has(each));
  const others = of.filter((each) => !QUOTING.has(each));
  return tokens
    .map((token, i) => {
      const isName = NAME.test(token) && !UNQUOTED.test(token) && tokens[i + 1] !== '(';
      const quoted =
        quoting !== undefined && isName && random.oneIn(2) ? SPELL[quoting](token, random) : token;
      if (isPartOfType(tokens, i)) return token;
      return others.reduce((text, each) => SPELL[each](text, random), quoted);
    })
    .join('');
}
