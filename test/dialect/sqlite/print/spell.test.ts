// Spellings: they must mean what the usual one means, or every statement that is written so raises a false alarm.

import { describe, expect, it } from 'vitest';
import { requestAt } from '../../../../src/campaign/settings.ts';
import { dialect } from '../../../../src/dialect/index.ts';
import { spelled } from '../../../../src/dialect/sqlite/print/spell.ts';
import { sqlite } from '../../../../src/engines/sqlite/sqlite.ts';
import { isRun } from '../../../../src/plan/test-step.ts';
import { Planner } from '../../../../src/planning/planner.ts';
import { defaultProfile } from '../../../../src/planning/profiles.ts';
import { SPELLING_KINDS, type SpellingKind } from '../../../../src/sql/spelling.ts';

const settings = {
  seed: 'spelling',
  statements: 100,
  profile: defaultProfile,
  properties: [],
  features: dialect.features.ids,
  abilities: sqlite.abilities,
};

describe('a statement in another spelling', () => {
  it.each(SPELLING_KINDS.map((kind) => [kind]))('is read as the usual one: %s', async (kind) => {
    const read = (await dialect.readers())();
    let others = 0;
    for (let index = 0; index < 6; index++) {
      for (const test of new Planner(requestAt(settings, index)).steps) {
        // What a setting is set to stays as text.
        if (!isRun(test) || /^(?:raw|pragma)$/.test(test.statement.kind) || test.step.expect !== 'ok')
          continue;
        const usual = dialect.print(test.statement);
        const other = dialect.print(test.statement, undefined, { seed: index, of: [kind] });
        if (other !== usual) others++;
        const [one, two] = [read(usual), read(other)];
        if ('problem' in one || one.unread !== undefined) continue;
        if ('problem' in two) throw new Error(`${two.problem.message}: ${other}`);
        expect(dialect.print(two.statement)).toBe(dialect.print(one.statement));
      }
    }
    expect(others).toBeGreaterThan(50);
  });

  const sql = `SELECT "a b", c0, abs(c1), 'it''s FROM', x'AB', new.c2, rowid FROM t0 WHERE NOT c0 IS NULL`;
  const as = (...of: readonly SpellingKind[]) => spelled(sql, 'select', { seed: 3, of });

  it('leaves texts, blobs, quoted names, functions and what needs no declaration as they are', () => {
    expect([as('lowerCase'), as('brackets'), as('backticks'), as('quotes')]).toMatchInlineSnapshot(`
      [
        "select "a b", c0, abs(c1), 'it''s FROM', x'AB', new.c2, rowid from t0 where not c0 is null",
        "SELECT "a b", c0, abs([c1]), 'it''s FROM', x'AB', new.[c2], rowid FROM t0 WHERE NOT [c0] IS NULL",
        "SELECT "a b", c0, abs(\`c1\`), 'it''s FROM', x'AB', new.\`c2\`, rowid FROM t0 WHERE NOT \`c0\` IS NULL",
        "SELECT "a b", c0, abs("c1"), 'it''s FROM', x'AB', new."c2", rowid FROM t0 WHERE NOT "c0" IS NULL",
      ]
    `);
  });

  it('is the same for the same seed, and another for another', () => {
    expect(as('comments', 'whitespace')).toBe(as('comments', 'whitespace'));
    expect(spelled(sql, 'select', { seed: 4, of: ['comments'] })).not.toBe(as('comments'));
  });

  it('has no quotes where the names of types and settings look like names', () => {
    const table = 'CREATE TABLE t0 (c0 varchar)';
    for (let seed = 0; seed < 20; seed++)
      expect(spelled(table, 'createTable', { seed, of: ['brackets'] })).toBe(table);
  });
});
