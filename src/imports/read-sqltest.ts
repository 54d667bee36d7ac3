// Turso's .sqltest: named tests with a block of SQL and a block of rows, each on a fresh database, after the setups that it names.

import type { Row } from '../sql/index.ts';
import type { Expected, ImportedScript, ReadFile } from './script.ts';
import { ScriptDraft } from './script-draft.ts';
import { shellText } from './suite-text.ts';

interface Block {
  readonly word: string;
  /** Between the word and the brace. */
  readonly head: string;
  readonly body: string;
  readonly line: number;
  /** The lines with @ before it. */
  readonly marks: readonly string[];
}

export function readSqltest(name: string, text: string): ReadFile {
  const leftOut: string[] = [];
  const setups = new Map<string, string>();
  const scripts: ImportedScript[] = [];
  const blocks = blocksIn(text);
  const needs = /^@database\s+(?!:memory:|:temp:)(\S+)/m.exec(text);
  if (needs !== null) return { scripts, leftOut: [`${name}: it needs the database ${needs[1]}`] };
  blocks.forEach(({ word, head, body, line, marks }, at) => {
    if (word === 'setup') setups.set(head, body);
    if (word !== 'test') return;
    const skipped = marks.find((mark) => /^@skip\b|^@skip-if\s+sqlite\b/.test(mark));
    if (skipped !== undefined) {
      leftOut.push(`${name}:${line}: ${skipped}`);
      return;
    }
    const draft = new ScriptDraft(`${name}:${head}`);
    for (const mark of marks) {
      const [, setup] = /^@setup\s+(\S+)/.exec(mark) ?? [];
      if (setup !== undefined) draft.add(setups.get(setup) ?? '', line, null);
    }
    draft.add(body, line, expectedIn(blocks.slice(at + 1)));
    scripts.push(...draft.scripts());
  });
  return { scripts, leftOut };
}

/** What the blocks say that come right after a test, but for those of other engines than the command line. */
function expectedIn(blocks: readonly Block[]): Expected | null {
  const next = blocks.findIndex(({ word }) => word !== 'expect');
  const own = (next < 0 ? blocks : blocks.slice(0, next)).find(({ head }) => !head.startsWith('@'));
  if (own === undefined) return null;
  if (own.head === 'error') return { kind: 'refused' };
  if (own.head !== '' && own.head !== 'unordered') return null;
  const isSorted = own.head === 'unordered';
  const order = (texts: string[]) => (isSorted ? texts.sort() : texts);
  const linesOf = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return {
    kind: 'rows',
    texts: order(linesOf(own.body)),
    // A text of several lines is several lines there, and an empty row is none.
    textsOf: (rows: readonly Row[]) => order(rows.flatMap((row) => linesOf(row.map(shellText).join('|')))),
  };
}

function blocksIn(text: string): Block[] {
  const blocks: Block[] = [];
  let marks: string[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const end = endOf(text, '\n', at);
    const rest = text.slice(at, end);
    const [opened, word, head] = /^\s*(setup|test|expect|snapshot)\b([^{\n]*)\{/.exec(rest) ?? [];
    if (opened !== undefined) {
      const from = at + opened.length;
      const to = closing(text, from);
      blocks.push({ word, head: head.trim(), body: text.slice(from, to), line, marks });
      marks = [];
      line += text.slice(at, to).split('\n').length - 1;
      // What opens on the same line, such as `} expect {`, is read next.
      at = to + 1;
    } else {
      if (rest.trim().startsWith('@')) marks = [...marks, rest.trim()];
      line++;
      at = end + 1;
    }
  }
  return blocks;
}

/** Where the block ends that begins here: braces in it come in pairs. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

function endOf(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at;
}
