// A bug that was really found and shrunk, in an engine that forgets to delete: what reporters are tried on.

import type { Engine } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import type { Bug } from '../../src/find/bug.ts';
import { investigate } from '../../src/find/investigate.ts';
import { PLAN_FORMAT, type Plan, type RunStep } from '../../src/plan/plan.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import type { BugEvent } from '../../src/report/campaign-record.ts';
import { examine } from '../../src/run/examine.ts';
import { refereeWith } from '../../src/run/referee.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { binary, column, integer, text } from '../../src/sql/build.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
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

const foundPlan: Plan = planWith(statements);

/** These statements, and a look at all tables. */
export function planWith(all: readonly Statement[]): Plan {
  return {
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
          ...all.map(
            (statement, id): RunStep => ({ do: 'run', id, on: 0, statement, expect: 'ok', fuel: 10_000_000 }),
          ),
          { do: 'inspect', what: 'contents' },
        ],
      },
    ],
  };
}

/** Says that it deletes. */
export function forgetfulEngine(): Engine {
  return mutantOf(sqlite, {
    name: 'a DELETE that does nothing',
    rewrite: (sql) => sql.replace(/^DELETE FROM (\S+) WHERE.*/, 'SELECT 1 WHERE 0'),
    lie: (outcome, sql) =>
      sql.startsWith('DELETE') && outcome.kind === 'rows' ? { ...outcome, changes: 1 } : outcome,
  });
}

export async function foundBug(): Promise<BugEvent> {
  const engine = forgetfulEngine();
  const { finding } = await examine(testOf(foundPlan), engine, { opener: sqlite });
  const investigated = await investigate(foundPlan, finding!, {
    engine,
    referee: refereeWith(),
    goOn: () => true,
  });
  const { cause, features, skeleton, statementsBefore, statements: count } = investigated;
  const bug: Bug = {
    id: 'content-12345678',
    kind: investigated.finding.kind,
    property: 'deleted-rows-are-gone',
    claims: 'Deleted rows are gone: after DELETE WHERE p, nothing that p is TRUE of is left.',
    signature: investigated.finding.signature,
    severity: 'data',
    cause,
    features,
    skeleton,
    message: investigated.finding.message,
    outvoted: investigated.outvoted,
    arbiter: investigated.arbiter,
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
  return {
    event: 'bug',
    bug,
    isNew: true,
    folder: '.dirt/bugs/content-12345678',
    investigated,
    tookMs: 1200,
  };
}
