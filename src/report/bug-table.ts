// Bugs as a table, one line each, as wide as the terminal: the end of a campaign and `dirt bugs` print the same.

import { type Bug, bugTitle, describeVersionsShortly, engineOf } from '../find/index.ts';

export interface BugRow {
  readonly bug: Bug;
  /** Before the bug: what came of it, or that it belongs to the row above. */
  readonly mark?: string;
}

export interface BugTableOptions {
  readonly width: number;
  /** To the left of the heads of the columns, before which the rows are indented. */
  readonly head?: string;
  readonly indent?: string;
  /** Also how often it was seen, and which engine it is, if there are several and there is room. */
  readonly isWhole?: boolean;
}

/** On a narrower terminal the title has the place of severity and engine, and versions are cut. */
const WIDE = 100;
const LEAST_TITLE = 12;
const LONGEST_SINCE = { wide: 24, narrow: 14 };
const GAP = '  ';

interface Column {
  readonly head: string;
  /** Numbers are on the right. */
  readonly isNumber?: true;
  /** There is room for its head over the titles. */
  readonly isSlim?: true;
  readonly cells: readonly string[];
}

/** The order is the caller's. */
export function bugTable(
  rows: readonly BugRow[],
  { width, head = '', indent = '', isWhole }: BugTableOptions,
): string[] {
  const isWide = width >= WIDE;
  const column = (name: string, cell: (bug: Bug) => string): Column => ({
    head: name,
    cells: rows.map(({ bug }) => cell(bug)),
  });
  const longest = isWide ? LONGEST_SINCE.wide : LONGEST_SINCE.narrow;
  const engines = column('engine', engineOf);
  const before = [
    { head: '', cells: rows.map(({ mark = '' }) => mark) },
    ...(isWide ? [column('severity', ({ severity }) => severity)] : []),
    column('bug', ({ id }) => id),
    ...(isWhole && isWide && new Set(engines.cells).size > 1 ? [engines] : []),
  ];
  const after = [
    {
      ...column('statements', ({ statements }) => String(statements)),
      isNumber: true,
      isSlim: true,
    } as const,
    ...(isWhole ? [{ ...column('seen', ({ timesSeen }) => `×${timesSeen}`), isNumber: true } as const] : []),
    column('since', (bug) => shortened(sinceOf(bug), longest)),
  ];
  const room = width - indent.length - widthOf([...before, ...after]) - 2 * GAP.length;
  const titles = column('', (bug) => titled(bug, room));
  const columns = [...before, titles, ...after].filter(({ cells }) => cells.some(Boolean));
  return [
    headLine(head, indent, columns),
    ...rows.map((_, row) =>
      `${indent}${columns.map((each) => aligned(each, each.cells[row])).join(GAP)}`.trimEnd(),
    ),
  ];
}

function headLine(head: string, indent: string, columns: readonly Column[]): string {
  let line = head;
  columns.forEach((column, i) => {
    const end = indent.length + widthOf(columns.slice(0, i + 1));
    const start = end - (column.isNumber ? column.head.length : longestIn(column));
    if (column.head !== '' && start >= line.length) line = line.padEnd(start) + column.head;
  });
  return line;
}

function aligned(column: Column, cell: string): string {
  return column.isNumber ? cell.padStart(longestIn(column)) : cell.padEnd(longestIn(column));
}

/** 0 if nothing is in it. */
function longestIn({ head, cells, isSlim }: Column): number {
  const longest = Math.max(0, ...cells.map(({ length }) => length));
  return longest === 0 || isSlim ? longest : Math.max(longest, head.length);
}

/** Columns of which all is empty are left out, with the gap beside them. */
function widthOf(columns: readonly Column[]): number {
  const widths = columns.map(longestIn).filter((width) => width > 0);
  return widths.reduce((sum, width) => sum + width, GAP.length * Math.max(0, widths.length - 1));
}

function titled(bug: Bug, room: number): string {
  const flags = [
    ...(bug.status === 'muted' ? ['muted'] : []),
    ...(bug.passesIn === undefined ? [] : [`passes in ${bug.passesIn}`]),
    ...(bug.isUnfinished ? ['unfinished'] : []),
  ];
  const note = flags.length === 0 ? '' : ` (${flags.join(', ')})`;
  return `${bugTitle(bug, Math.max(LEAST_TITLE, room - note.length))}${note}`;
}

const SINCE = /^since (?<first>.*?)(?<before> or before)?$/;

/** The version alone, if one is known. */
function sinceOf(bug: Bug): string {
  const { first = '', before } = SINCE.exec(describeVersionsShortly(bug) ?? '')?.groups ?? {};
  return before === undefined ? first : `≤ ${first}`;
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
