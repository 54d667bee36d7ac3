// A text of the notation to its tree: the headers, and the lines below them.

import { type Block, blocksOf, type Line } from './lines.ts';
import { parseCondition } from './parse-condition.ts';
import { parseInteraction } from './parse-interaction.ts';
import { isDrawing, parseDrawing, parseMeaning } from './parse-right-side.ts';
import { wrong } from './problem.ts';
import type { Action, GeneratorText, Name, NotationText, PropertyText } from './syntax.ts';
import { Cursor } from './tokens.ts';
import { DATABASE, GENERATED, PARAMETER_KINDS, type ParameterKind } from './words.ts';

const HEADERS = '`gen property db:`, or a generator: `gen name (t: table):`';

export function parseNotation(text: string): NotationText {
  const properties: PropertyText[] = [];
  const generators: GeneratorText[] = [];
  for (const block of blocksOf(text)) {
    const { at } = new Cursor(text, block.header);
    if (block.lines.length === 0) wrong(block.header.to, 'nothing follows', 'expected indented lines below');
    if (/^gen\s+property\b/.test(text.slice(at, block.header.to)))
      properties.push(parseProperty(text, block));
    else generators.push(parseGenerator(text, block));
  }
  if (properties.length === 0) wrong(text.length, 'there is no property', 'expected `gen property db:`');
  return { properties, generators };
}

/** `gen property its-name db:`; the name and the database may be left out, and `=` may stand for the colon. */
function parseProperty(text: string, { header, comment, lines }: Block): PropertyText {
  const words = /^gen\s+property\b\s*(.*?)\s*([:=])$/s.exec(text.slice(header.from, header.to));
  if (words === null) wrong(header.to, 'the line ends without a colon', 'expected `gen property db:`');
  const [, given] = words;
  const [, name] = /^(?:([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\s*)??(?:\bdb)?$/.exec(given) ?? [];
  if (name === undefined && given !== DATABASE && given !== '')
    wrong(
      header.from + words[0].indexOf(given, words[0].indexOf('property') + 'property'.length),
      `\`${given}\` is no name of a property`,
      'expected `gen property db:` or `gen property its-name db:`',
    );
  const body = lines.map((line) => parseAction(text, line, true));
  return {
    at: header.from,
    body,
    ...(name !== undefined && { name }),
    ...(comment !== '' && { claims: comment }),
  };
}

/** `gen condition (t: table):`, and at its end `return …`. */
function parseGenerator(text: string, { header, lines }: Block): GeneratorText {
  const cursor = new Cursor(text, header);
  cursor.expect('gen', HEADERS);
  const name = cursor.name(HEADERS);
  if (Object.hasOwn(GENERATED, name.text))
    wrong(name.at, `\`gen ${name.text}\` is there already`, 'expected another name');
  const parameters: { name: Name; kind: ParameterKind }[] = [];
  if (cursor.accept('(') && !cursor.accept(')')) {
    do parameters.push(parseParameter(cursor));
    while (cursor.accept(','));
    cursor.expect(')', '`,` or `)`');
  }
  if (!cursor.accept('=')) cursor.expect(':', '`:`');
  cursor.end();
  const last = new Cursor(text, lines[lines.length - 1]);
  last.expect('return', '`return …`, the last line of a generator');
  const returns = isDrawing(last) ? parseDrawing(last) : parseMeaning(last);
  last.end();
  const body = lines.slice(0, -1).map((line) => parseAction(text, line, false));
  return { name, parameters, body, returns };
}

function parseParameter(cursor: Cursor): { name: Name; kind: ParameterKind } {
  const name = cursor.name('a parameter');
  cursor.expect(':', `\`:\` and what ${name.text} is`);
  const kind = cursor.word(PARAMETER_KINDS.join(', '));
  if (PARAMETER_KINDS.includes(kind.text as ParameterKind)) return { name, kind: kind.text as ParameterKind };
  return wrong(
    kind.at,
    `\`${kind.text}\` is no kind of parameter`,
    `expected one of ${PARAMETER_KINDS.join(', ')}`,
  );
}

function parseAction(text: string, line: Line, mayInteract: boolean): Action {
  const cursor = new Cursor(text, line);
  const { at } = cursor;
  const action = parseLine(cursor, at, mayInteract);
  cursor.end();
  return action;
}

function parseLine(cursor: Cursor, at: number, mayInteract: boolean): Action {
  if (cursor.accept('!')) {
    if (!mayInteract)
      wrong(at, 'an interaction stands in a generator', 'expected `pick`, `gen`, `:=`, `assume` or `return`');
    return parseInteraction(cursor, at);
  }
  const next = cursor.peek() ?? '';
  if (next === 'assume') {
    cursor.take();
    cursor.expect('(');
    const condition = parseCondition(cursor);
    cursor.expect(')');
    return { do: 'assume', at, condition, text: cursor.textFrom(at), interacts: false };
  }
  if (next === 'return')
    wrong(at, 'a property returns nothing', 'expected `return` only at the end of a generator');
  const isNamed = /^(<-|:=)$/.test(cursor.peek(1) ?? '');
  if (INTERACTIONS.test(next) || (SQL_WORDS.test(next) && !isNamed))
    wrong(at, `\`${next}\` is an interaction`, 'expected `!` before it');
  const names = parseNames(cursor);
  if (cursor.accept('<-')) return { do: 'draw', at, names, from: parseDrawing(cursor) };
  if (cursor.accept(':=')) return { do: 'let', at, names, be: parseMeaning(cursor) };
  return cursor.wrong('`<-` before what is drawn, or `:=`');
}

const INTERACTIONS = /^(assert|FAULT|meanwhile|inspect|refuse|on|undetermined)$/;

const SQL_WORDS =
  /^(SELECT|WITH|VALUES|INSERT|REPLACE|UPDATE|DELETE|CREATE|DROP|ALTER|BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA)$/i;

/** One, or several in parentheses. */
function parseNames(cursor: Cursor): Name[] {
  if (!cursor.accept('(')) return [cursor.name('a name, `assume` or `!`')];
  const names: Name[] = [];
  do names.push(cursor.name('a name'));
  while (cursor.accept(','));
  cursor.expect(')', '`,` or `)`');
  return names;
}
