// An engine that is being looked at, and what is said of it.

import type { Engine } from '../engines/index.ts';
import { planOfScript, unrehearsed } from '../plan/index.ts';
import { Session } from '../run/index.ts';
import type { Outcome } from '../sql/index.ts';
import { DEFAULT_WORLD, type WorldSpec } from '../world/index.ts';

/** `note`: it can be tested, but less than it could be. */
export type Verdict = 'ok' | 'note' | 'wrong' | 'skipped';

export interface Complaint {
  readonly verdict: Exclude<Verdict, 'ok'>;
  /** What was seen. */
  readonly saw: string;
  /** What it means for testing. */
  readonly means?: string;
  readonly mend?: string;
}

export interface Examination {
  /** What must be so. */
  readonly claim: string;
  examine(patient: Patient): Promise<Complaint | null>;
}

const FUEL = 10_000_000;

/** An engine that is being looked at. Every session is on a database of its own. */
export class Patient {
  readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  get world(): WorldSpec {
    const { journalModes, pageSizes } = this.engine.abilities;
    const journalMode = journalModes.includes(DEFAULT_WORLD.journalMode)
      ? DEFAULT_WORLD.journalMode
      : (journalModes[0] ?? DEFAULT_WORLD.journalMode);
    const pageSize = pageSizes.includes(DEFAULT_WORLD.pageSize)
      ? DEFAULT_WORLD.pageSize
      : (pageSizes[0] ?? DEFAULT_WORLD.pageSize);
    return { ...DEFAULT_WORLD, journalMode, pageSize };
  }

  /** A fresh database on which the statements have been run; what came of the last one. */
  async with<T>(script: string, look: (session: Session, last: Outcome) => Promise<T>): Promise<T> {
    const session = new Session(this.engine, this.world);
    try {
      let last = await session.start();
      for (const sql of statementsOf(script)) {
        if (last.kind !== 'rows') break;
        last = await run(session, sql);
      }
      return await look(session, last);
    } finally {
      await session.drop();
    }
  }

  /** What came of the last statement of a script on a fresh database. */
  ask(script: string): Promise<Outcome> {
    return this.with(script, async (_session, last) => last);
  }
}

export function run(session: Session, sql: string, on = 0, fuel = FUEL): Promise<Outcome> {
  return session.run(on, { kind: 'raw', sql, changes: [] }, fuel);
}

function statementsOf(script: string): string[] {
  return [...unrehearsed(planOfScript(script, FUEL)).steps].flatMap(({ sql }) => sql ?? []);
}
