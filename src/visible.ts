// Text from outside (messages, rows, names, versions, seeds, SQL) where people and programs read it: it is shown, and does nothing. What is
// not visible, ends a line, turns the direction of writing or moves a cursor is spelt out, and what the log of a CI job would take for a
// command is broken up. What is printed is also bounded: an engine may say a megabyte. Every output of DIRT goes through here.

/** Control and format characters, halves of surrogate pairs, separators of lines and paragraphs. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Azure and GitHub look for commands such as ##[error] anywhere in a line. */
const COMMAND = /##(?=\w*\[)/g;

/** GitHub's ::error:: and the like begin a line, after any space. */
const COMMAND_AT_START = /^(\s*:):/;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function spelt(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** One line. */
export function visible(text: string): string {
  return text
    .replace(HIDDEN, (character) => SHORT[character] ?? spelt(character))
    .replace(COMMAND, `#${spelt('#')}`)
    .replace(COMMAND_AT_START, `$1${spelt(':')}`);
}

/** More of a line than anybody reads: who wants the whole has files and JSON. */
const MOST_SHOWN = 4_000;
/** Of a text of several lines. */
const MOST_OF_TEXT = 200_000;

/** What is cut has room for the note, and to be indented, or it would be cut once more. */
const ROOM = 100;

/** Its beginning, and how much is left out, if it is longer than that. */
export function bounded(text: string, most = MOST_SHOWN): string {
  if (text.length <= most) return text;
  const kept = most - ROOM;
  return `${text.slice(0, kept)}… (${text.length - kept} more characters)`;
}

/** A line as it is printed. */
export function shownLine(text: string): string {
  return visible(bounded(text));
}

/** Lines as they are printed. */
export function shownLines(text: string): string {
  return bounded(text, MOST_OF_TEXT).split('\n').map(shownLine).join('\n');
}

/** Each line of a text that has several. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** One line of at most so many characters. */
export function visibleShort(text: string, most: number): string {
  const line = visible(text);
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}

/** JSON on one line, in which everything is spelt out as JSON does. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(HIDDEN, inUnits)
    .replace(COMMAND, `#${inUnits('#')}`);
}

function inUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** SQL with characters spelt out, which `unescapedSql` reads; null if nothing in it needs that. */
export function escapedSql(sql: string): string | null {
  if (visible(sql) === sql) return null;
  return sql
    .replaceAll('\\', spelt('\\'))
    .replace(HIDDEN, spelt)
    .replace(COMMAND, `#${spelt('#')}`)
    .replace(COMMAND_AT_START, `$1${spelt(':')}`);
}

export function unescapedSql(text: string): string {
  return text.replace(/\\u\{([\da-f]{1,6})\}/g, (whole, digits: string) => {
    const code = Number.parseInt(digits, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

/** A word of a command that a person may copy into a shell. */
export function shellWord(text: string): string {
  const word = visible(text);
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
