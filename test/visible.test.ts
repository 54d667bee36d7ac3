import { describe, expect, it } from 'vitest';
import {
  bounded,
  escapedSql,
  shellWord,
  shownLine,
  shownLines,
  unescapedSql,
  visible,
  visibleJson,
  visibleLines,
  visibleShort,
} from '../src/visible.ts';

/** What does something where it is shown raw. */
const HOSTILE =
  'a\u001b[2J\u009b31m\u0007\u202e\u2066\u200b\u2028\u0085\r\n::error title=x::y\n  ::add-mask::z ##[error]e ##vso[task.x] \u{e0041}\ud800';

const DOES_SOMETHING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|##\w*\[|^\s*::/u;

describe('foreign text', () => {
  it('is one line in which everything is visible and nothing is a command', () => {
    expect(visible(HOSTILE)).not.toMatch(DOES_SOMETHING);
    expect(visible('::error::x')).toBe(':\\u{3a}error::x');
    expect(visible('\u001b[31m\n\u202e')).toBe('\\u{1b}[31m\\n\\u{202e}');
  });

  it('with several lines keeps them, and none of them is a command', () => {
    const lines = visibleLines(HOSTILE).split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).not.toMatch(DOES_SOMETHING);
  });

  it('that is plain stays as it is', () => {
    const plain = 'SELECT \'ä\', "🦆", a::b ## [x] #[y] – 数据 \\ $`|';
    expect([visible(plain), visibleLines(plain), escapedSql(plain)]).toEqual([plain, plain, null]);
  });

  it('that is long is cut', () => {
    expect(visibleShort('\n'.repeat(400), 300)).toHaveLength(300);
    expect(visibleShort('short', 300)).toBe('short');
  });

  it('that is a megabyte is printed in part, and says how much is left out', () => {
    const long = 'x'.repeat(2 ** 20);
    expect(shownLine(long)).toMatch(/^x{3900}… \(1044676 more characters\)$/);
    expect(shownLine(bounded(long))).toBe(shownLine(long));
    expect(shownLines('x\n'.repeat(2 ** 20))).toMatch(/^(?:x\n){99950}… \(1897252 more characters\)$/);
    expect(shownLine('x'.repeat(4000))).toBe('x'.repeat(4000));
  });

  it('in JSON is the same when it is read', () => {
    const value = { [HOSTILE]: [HOSTILE, '##[error]'] };
    expect(visibleJson(value)).not.toMatch(DOES_SOMETHING);
    expect(JSON.parse(visibleJson(value))).toEqual(value);
  });

  it('in SQL is the same when the script is run', () => {
    for (const sql of [HOSTILE, "SELECT '\\u{41}', '\\', '\n'", '::x', "'\u0001\\'"]) {
      const escaped = escapedSql(sql);
      expect(escaped).not.toMatch(DOES_SOMETHING);
      expect(unescapedSql(escaped ?? '')).toBe(sql);
    }
    expect(unescapedSql('\\u{ffffff}')).toBe('\\u{ffffff}');
  });

  it('in a command is one word of it', () => {
    expect(shellWord('turso@0.4.4')).toBe('turso@0.4.4');
    expect(shellWord("x; rm -rf $HOME '`")).toBe(`'x; rm -rf $HOME '\\''\`'`);
    expect(shellWord('')).toBe("''");
  });
});
