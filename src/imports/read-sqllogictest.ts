// sqllogictest: records of statements and queries with their results, one database per file.

import { createHash } from 'node:crypto';
import type { Row, SqlValue } from '../sql/index.ts';
import type { Expected, ReadFile } from './script.ts';
import { ScriptDraft } from './script-draft.ts';
import { shellText } from './suite-text.ts';

/** What such a file has, and Tcl has not. */
export const IS_SQLLOGICTEST = /^(?:statement (?:ok|error|count)|query [A-Z]+\b)/m;

export function readSqllogictest(name: string, text: string): ReadFile {
  const lines = text.split(/\r?\n/);
  const draft = new ScriptDraft(name);
  const leftOut: string[] = [];
  let isLeftOut = false;
  let on = 0;
  const connections = ['', 'default'];
  const connectionNamed = (name: string): number => {
    if (name === 'default') return 0;
    if (!connections.includes(name)) connections.push(name);
    return connections.indexOf(name) - 1;
  };
  for (let at = 0; at < lines.length; at++) {
    const [word = '', ...more] = (lines[at].startsWith('#') ? '' : lines[at]).trim().split(/\s+/);
    const line = at + 1;
    if (word === 'halt') break;
    if (word === 'connection') on = connectionNamed(more[0] ?? '');
    if (word === 'skipif') isLeftOut ||= more[0] === 'sqlite';
    else if (word === 'onlyif') isLeftOut ||= more[0] !== 'sqlite';
    if (word !== 'statement' && word !== 'query') continue;
    const end = blankAfter(lines, at + 1);
    const block = lines.slice(at + 1, end);
    const cut = block.indexOf('----');
    const sql = (cut < 0 ? block : block.slice(0, cut)).filter((each) => !each.startsWith('#')).join('\n');
    const expects =
      word === 'statement' ? expectedOf(more[0]) : cut < 0 ? null : rowsOf(more, block.slice(cut + 1));
    if (isLeftOut) leftOut.push(`${name}:${line}: for other databases`);
    else draft.add(sql, line, expects, on);
    isLeftOut = false;
    on = 0;
    at = end;
  }
  return { scripts: draft.scripts(), leftOut };
}

function blankAfter(lines: readonly string[], from: number): number {
  const at = lines.findIndex((line, i) => i >= from && line.trim() === '');
  return at < 0 ? lines.length : at;
}

function expectedOf(word = ''): Expected | null {
  if (word === 'ok') return { kind: 'works' };
  return word === 'error' ? { kind: 'refused' } : null;
}

function rowsOf([types = '', sort = 'nosort']: readonly string[], results: readonly string[]): Expected {
  const hashed = /^(\d+) values hashing to ([0-9a-f]{32})$/.exec(results[0] ?? '');
  const isSorted = sort === 'rowsort' || sort === 'valuesort';
  const valuesIn = (rows: readonly Row[]): string[] => {
    const texts = rows.map((row) => row.map((value, at) => textOf(value, types[at])));
    if (sort === 'rowsort') texts.sort((a, b) => compare(a.join(' '), b.join(' ')));
    return sort === 'valuesort' ? texts.flat().sort(compare) : texts.flat();
  };
  if (hashed !== null)
    return {
      kind: 'rows',
      texts: [`${hashed[1]} values hashing to ${hashed[2]}`],
      textsOf: (rows) => [hashOf(valuesIn(rows))],
    };
  // A value per line, or a row per line: in words both are the same.
  const words = (texts: readonly string[]) => {
    const all = texts.flatMap((text) => text.split(/\s+/)).filter((word) => word !== '');
    return isSorted ? all.sort(compare) : all;
  };
  return { kind: 'rows', texts: words(results), textsOf: (rows) => words(valuesIn(rows)) };
}

function hashOf(values: readonly string[]): string {
  const hash = createHash('md5');
  for (const value of values) hash.update(`${value}\n`);
  return `${values.length} values hashing to ${hash.digest('hex')}`;
}

function textOf(value: SqlValue, type = 'T'): string {
  if (value === null) return 'NULL';
  if (type === 'R' && typeof value !== 'object') return Number(value).toFixed(3);
  if (type === 'I' && typeof value !== 'object') return String(Math.trunc(Number(value)) || 0);
  const text = shellText(value);
  return text === '' ? '(empty)' : text.replace(/[^ -~]/g, '@');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
