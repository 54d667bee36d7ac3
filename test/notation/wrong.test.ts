import { beforeAll, describe, expect, it } from 'vitest';
import { DirtError } from '../../src/errors.ts';
import { loadSql } from '../../src/index.ts';
import { readNotation } from '../../src/notation/index.ts';
import { instancesOf } from '../../src/planning/index.ts';
import { WRONG } from './wrong-files.ts';

beforeAll(loadSql);

function mistakeIn(text: string): string {
  try {
    readNotation(text, 'wrong.dirt');
  } catch (error) {
    if (error instanceof DirtError) return error.message;
    throw error;
  }
  return 'nothing is wrong';
}

describe('a wrong file of the notation', () => {
  it('is one of forty or more, so that they are not thinned out', () => {
    expect(Object.keys(WRONG).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(WRONG))(
    'is told in one line, with place and what was expected: %s',
    (_, [text, said]) => {
      const message = mistakeIn(text);
      expect(message).toBe(`wrong.dirt:${said}`);
      expect(message).not.toContain('\n');
    },
  );

  it('does not fill the memory or run for ever where what it draws grows beyond reason', () => {
    const lines = (count: number, line: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => line(i));
    const property = (...drawn: readonly string[]) =>
      [
        'gen property db:',
        '    t <- pick db.tables',
        ...drawn,
        '    ! RS := SELECT * FROM t WHERE p',
        '    ! assert(RS.length() == RS.length())',
      ].join('\n');
    const first = '    p <- gen expression (t)';
    const grown: readonly (readonly [string, RegExp])[] = [
      [
        property(
          first,
          ...lines(
            30,
            (i) => `    p${i} := ${i === 0 ? 'p' : `p${i - 1}`} AND ${i === 0 ? 'p' : `p${i - 1}`}`,
          ),
        ),
        /^wrong\.dirt:\d+: what is drawn has more than 20000 parts/,
      ],
      [
        property(first, ...lines(1000, (i) => `    p${i} := ${i === 0 ? 'p' : `p${i - 1}`} AND 1`)),
        /^wrong\.dirt:\d+: what is drawn is nested deeper than 300 levels/,
      ],
      [
        [
          ...lines(
            30,
            (i) =>
              `gen g${i} (t: table):\n    x <- gen g${i + 1} t\n    y <- gen g${i + 1} t\n    return x\n`,
          ),
          'gen g30 (t: table):\n    return t.rowid = 1',
          property('    p <- gen g0 t'),
        ].join('\n'),
        /^wrong\.dirt:\d+: generators are called more than 1000 times/,
      ],
    ];
    for (const [text, said] of grown) {
      const [read] = readNotation(text, 'wrong.dirt');
      expect(() => instancesOf(read, '1', 1)).toThrow(said);
    }
  });

  it('is told where the piece of SQL stands in the file, also behind a prime and on a later line', () => {
    const text =
      "gen property db:\n    t <- pick db.tables\n    p' <- gen expression (t)\n    ! RS := SELECT *\n        FROM t WHERE p' AND q";
    expect(mistakeIn(text)).toMatch(/^wrong\.dirt:5:29: there is no `q`/);
  });
});
