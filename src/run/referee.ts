// Who is asked besides the engine under test and the model. Every command makes it from `--reference`.

import { type Engine, newestSqlite, sqlite, titleOf } from '../engines/index.ts';
import type { Test, TestStep } from '../plan/index.ts';
import type { Statement } from '../sql/ast.ts';
import { synchronous } from '../world/index.ts';

export interface Referee {
  /** Runs every plan too, is compared with, and says whether engine or model is wrong; null if nobody is to be asked. */
  readonly reference: Engine | null;
  /** Says who is wrong where the reference and the model contradict each other: SQLite, unless that is the reference itself. */
  readonly third: Engine | null;
  /** Opens the engine's files and writes to them. It is always SQLite, because the files are in its format. */
  readonly opener: Engine;
}

export function refereeWith(reference: Engine | null = sqlite): Referee {
  const hasThird = reference !== null && titleOf(reference) !== titleOf(sqlite);
  return { reference, third: hasThird ? sqlite : null, opener: sqlite };
}

/** Can it be asked about these steps? SQLite has no journal mode mvcc, and gives other answers. */
export function canBeAsked(engine: Engine, steps: Iterable<TestStep>): boolean {
  if (engine.name !== sqlite.name) return true;
  for (const { statement } of steps) if (statement !== undefined && isOfMvcc(statement)) return false;
  return true;
}

/** The test as an engine that is asked about it can run it: how I/O completes must change nothing. */
export function forEngine(engine: Engine, test: Test): Test {
  return engine.abilities.asyncIo ? test : { world: synchronous(test.world), steps: test.steps };
}

function isOfMvcc(statement: Statement): boolean {
  if (statement.kind === 'raw') return /\bmvcc\b|\bbegin\s+concurrent\b/i.test(statement.sql);
  if (statement.kind === 'begin') return statement.mode === 'CONCURRENT';
  return statement.kind === 'pragma' && /mvcc/i.test(statement.value ?? '');
}

/** Whose contradiction makes the model wrong. */
export function lastWordOf({ reference, third }: Referee): Engine | null {
  return third ?? reference;
}

/**
 * Who must agree with the reference before its word alone convicts an engine: for one SQLite another, so that what was mended or
 * changed between the two is held against nobody. Null where nobody is asked.
 */
export function seconderOf(reference: Engine): Engine | null {
  if (reference.name !== sqlite.name) return null;
  return reference.version === newestSqlite.version ? sqlite : newestSqlite;
}
