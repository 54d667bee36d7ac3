import { expect, it } from 'vitest';
import { commentedScript } from '../../src/find/exports.ts';
import { planOfScript } from '../../src/plan/script.ts';
import type { Finding } from '../../src/run/finding.ts';

const damaged: Finding = {
  kind: 'corruption',
  judge: 'sqliteOpensIt',
  property: 'interaction',
  at: 1,
  signature: 'corruption/sqliteOpensIt/row # missing from index …',
  message: 'integrity_check says: row 1 missing from index i0',
  look: 'PRAGMA integrity_check',
};

it('what only SQLite sees in the file is asked of SQLite by the script of the report, and not of the engine', () => {
  const plan = planOfScript('CREATE TABLE t0 (c0);\n-- dirt: reopen', 1000);
  const script = commentedScript({ plan, finding: damaged, outcomes: [] });
  expect(planOfScript(script, 1000).groups[0].steps.at(-1)).toEqual({
    do: 'askSqlite',
    sql: 'PRAGMA integrity_check',
  });
});
