import { describe, expect, it } from 'vitest';
import { tokens } from '../../page/src/sql.ts';

describe('the colours of SQL', () => {
  it('lose no character, whatever the text is', () => {
    const texts = [
      "SELECT 'it''s' || x'00', \"a b\" -- end\nFROM t",
      "'not closed",
      '/* nor this',
      '\0\u202e<script>',
      '',
    ];
    for (const text of texts)
      expect(
        tokens(text)
          .map((each) => each.text)
          .join(''),
      ).toBe(text);
  });

  it('tell keywords, texts, numbers and comments apart', () => {
    expect(tokens("SELECT c0, 1.5e3 FROM t WHERE x = 'a'").filter(({ kind }) => kind !== 'plain')).toEqual([
      { kind: 'keyword', text: 'SELECT' },
      { kind: 'number', text: '1.5e3' },
      { kind: 'keyword', text: 'FROM' },
      { kind: 'keyword', text: 'WHERE' },
      { kind: 'string', text: "'a'" },
    ]);
    expect(tokens('-- dirt: reopen')[0].kind).toBe('directive');
    expect(tokens('constructor')[0].kind).toBe('plain');
  });
});
