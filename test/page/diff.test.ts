import { describe, expect, it } from 'vitest';
import { marked } from '../../page/src/diff.ts';

const show = (rows: ReturnType<typeof marked>[0]) =>
  rows.map(
    ({ cells, mark, differing }) => `${mark} ${cells.map((c, i) => (differing.has(i) ? `[${c}]` : c))}`,
  );

describe('what differs between rows', () => {
  it('is marked on both sides, with the cells that differ', () => {
    const [left, right] = marked(
      [
        ['1', 'a'],
        ['2', 'b'],
      ],
      [
        ['0', 'a'],
        ['2', 'b'],
      ],
      true,
    );
    expect(show(left)).toEqual(['only [1],a', 'same 2,b']);
    expect(show(right)).toEqual(['only [0],a', 'same 2,b']);
  });

  it('is told by the row that is most alike, and not by one with which nothing is in common', () => {
    const [left, right] = marked(
      [
        ['7', 'x'],
        ['1', 'a'],
      ],
      [
        ['1', 'b'],
        ['2', 'c'],
      ],
      true,
    );
    expect(show(left)).toEqual(['only 7,x', 'only 1,[a]']);
    expect(show(right)).toEqual(['only 1,[b]', 'only 2,c']);
    expect(show(marked([['0']], [['2']], true)[0])).toEqual(['only [0]']);
  });

  it('is a row too few or too many, also among equal rows', () => {
    const [left, right] = marked([['1'], ['1']], [['1']], true);
    expect(show(left)).toEqual(['same 1', 'only 1']);
    expect(show(right)).toEqual(['same 1']);
  });

  it('is the order where there is one, and nothing where there is none', () => {
    const rows = [
      [['1'], ['2']],
      [['2'], ['1']],
    ] as const;
    expect(show(marked(rows[0], rows[1], false)[0])).toEqual(['moved 1', 'moved 2']);
    expect(show(marked(rows[0], rows[1], true)[0])).toEqual(['same 1', 'same 2']);
  });

  it('does not confuse a row of two cells with one that looks like it', () => {
    const [left] = marked([['a,b']], [['a', 'b']], true);
    expect(show(left)).toEqual(['only a,b']);
  });
});
