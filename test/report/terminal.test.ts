// What a person reads. A change of the snapshot is a change of the product: look at it.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Bug } from '../../src/bugs/bug.ts';
import { exportedFiles } from '../../src/bugs/exports.ts';
import type { CampaignEvent } from '../../src/campaign/events.ts';
import { type Investigated, investigate } from '../../src/campaign/investigate.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { loadSqlite } from '../../src/engines/sqlite/sqlite.ts';
import { PLAN_FORMAT, type Plan, type RunStep } from '../../src/plan/plan.ts';
import { DEFAULT_WORLD } from '../../src/plan/world-spec.ts';
import { terminalReporter } from '../../src/report/terminal.ts';
import { examine, rehearsedOrThrow } from '../../src/run/examine.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { binary, column, integer, text } from '../../src/sql/build.ts';
import { mutantOf } from '../mutants/mutant.ts';

const statements: Statement[] = [
  { kind: 'createTable', name: 't0', columns: [{ name: 'c0' }, { name: 'c1' }] },
  {
    kind: 'insert',
    table: 't0',
    source: {
      kind: 'values',
      rows: [
        [integer(1), text('a')],
        [integer(2), text('b')],
      ],
    },
  },
  { kind: 'delete', table: 't0', where: binary(column('c0'), '>', integer(1)) },
];

const plan: Plan = {
  format: PLAN_FORMAT,
  seed: '42',
  index: 7,
  made: { dirt: '', profile: 'default', ledger: '' },
  world: DEFAULT_WORLD,
  groups: [
    {
      property: 'deleted-rows-are-gone',
      draws: {},
      steps: [
        ...statements.map(
          (statement, id): RunStep => ({ do: 'run', id, on: 0, statement, expect: 'ok', fuel: 10_000_000 }),
        ),
        { do: 'inspect', what: 'contents' },
      ],
    },
  ],
};

let bugEvent: Extract<CampaignEvent, { event: 'bug' }>;
let investigated: Investigated;
let bug: Bug;

beforeAll(async () => {
  const sqlite: Engine = await loadSqlite();
  const engine = mutantOf(sqlite, {
    name: 'a DELETE that does nothing',
    rewrite: (sql) => sql.replace(/^DELETE FROM (\S+) WHERE.*/, 'SELECT 1 WHERE 0'),
    lie: (outcome, sql) =>
      sql.startsWith('DELETE') && outcome.kind === 'rows' ? { ...outcome, changes: 1 } : outcome,
  });
  const { finding } = await examine(plan, engine, rehearsedOrThrow(plan), { arbiter: sqlite });
  investigated = await investigate(plan, finding!, { engine, arbiter: sqlite, goOn: () => true });
  const { fingerprint, skeleton, statementsBefore, statements: count } = investigated;
  bug = {
    id: 'content-12345678',
    kind: investigated.finding.kind,
    property: 'deleted-rows-are-gone',
    sentence: 'Deleted rows are gone: after DELETE WHERE p, nothing that p is TRUE of is left.',
    signature: fingerprint.signature,
    features: fingerprint.features,
    culprit: investigated.culprit.features,
    skeleton,
    message: investigated.finding.message,
    alone: investigated.alone,
    engine: 'mutant',
    version: '1',
    seed: '42',
    index: 7,
    statementsBefore,
    statements: count,
    firstSeen: '2026-01-01T00:00:00Z',
    lastSeen: '2026-01-01T00:00:00Z',
    timesSeen: 1,
    status: 'open',
  };
  bugEvent = { event: 'bug', bug, isNew: true, folder: '.dirt/bugs/content-12345678', investigated };
});

function printed(event: CampaignEvent, columns = 80): string {
  let out = '';
  terminalReporter({ isTerminal: false, columns, write: (part) => (out += part) })(event);
  return out;
}

describe('the report of a bug', () => {
  it('reads like this at 80 columns and without colour', () => {
    expect(printed(bugEvent)).toMatchInlineSnapshot(`
      "
      content: mutant@1, property deleted-rows-are-gone
        Deleted rows are gone: after DELETE WHERE p, nothing that p is TRUE of is
          left.

        CREATE TABLE t0 (c0);
        INSERT INTO t0 VALUES (0);
        DELETE FROM t0 WHERE 1;
        SELECT * FROM t0;
        ! table t0 does not hold the rows it must
        ! expected: 0 rows
        ! actual: 1 row
        !   0

        the engine is alone: SQLite and the model agree with each other
        3 statements shrunk to 3; seed 42, plan 7; new bug
        replay: npx dirt replay content-12345678
        script: .dirt/bugs/content-12345678/repro.sql

      "
    `);
  });

  it('has no line longer than the terminal, words aside', () => {
    for (const line of printed(bugEvent, 80).split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('is a script for any shell', () => {
    expect(exportedFiles(bug, investigated)['repro.sql']).toMatchInlineSnapshot(`
      "-- content-12345678: table t0 does not hold the rows it must
      -- mutant@1; seed 42, plan 7
      CREATE TABLE t0 (c0);
      INSERT INTO t0 VALUES (0);
      DELETE FROM t0 WHERE 1;
      SELECT * FROM t0;
      --   table t0 does not hold the rows it must
      --   expected: 0 rows
      --   actual: 1 row
      --     0
      "
    `);
  });
});
