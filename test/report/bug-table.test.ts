// One line per bug, whatever the width: lists of bugs that wrap cannot be read.

import { describe, expect, it } from 'vitest';
import { bugTable } from '../../src/report/bug-table.ts';
import { freshBase, put } from './github/bugs-on-disk.ts';

const base = freshBase();
const bugs = [
  put(base, 'wronglyaccepted-12345678', { statements: 12, version: '0.7', alsoIn: ['0.9'], timesSeen: 999 }),
  put(base, 'panic-1', { message: 'a long one '.repeat(40), status: 'muted', isUnfinished: true }),
];

describe('a table of bugs', () => {
  it.each([80, 100, 120, 200])('has one line per bug that fits into %i columns', (width) => {
    for (const isWhole of [false, true]) {
      const lines = bugTable(
        bugs.map((bug) => ({ bug })),
        { width, isWhole, head: 'New:', indent: '  ' },
      );
      expect(lines).toHaveLength(3);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    }
  });

  it('says of each how many statements, since when, and what became of it', () => {
    const rows = bugs.map((bug, i) => ({ bug, ...(i > 0 && { mark: '+' }) }));
    expect(bugTable(rows, { width: 80, isWhole: true })).toMatchInlineSnapshot(`
      [
        "   bug                                                 statements  seen  since",
        "   wronglyaccepted-12345678  DISTINCT: the rows are not thos…  12  ×999  ≤ 0.7",
        "+  panic-1                   DISTINCT: a… (muted, unfinished)   2    ×1",
      ]
    `);
  });
});
