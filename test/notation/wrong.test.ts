import { beforeAll, describe, expect, it } from 'vitest';
import { DirtError } from '../../src/errors.ts';
import { loadSql } from '../../src/index.ts';
import { readNotation } from '../../src/notation/index.ts';
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

  it('is told where the piece of SQL stands in the file, also behind a prime and on a later line', () => {
    const text =
      "gen property db:\n    t <- pick db.tables\n    p' <- gen expression (t)\n    ! RS := SELECT *\n        FROM t WHERE p' AND q";
    expect(mistakeIn(text)).toMatch(/^wrong\.dirt:5:29: there is no `q`/);
  });
});
