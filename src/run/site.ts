// Where a fault or an inspection takes place: the running engine, the tables that the model knows, and the opener of
// its files.

import type { Engine } from '../engines/index.ts';
import type { TestStep } from '../plan/index.ts';
import { DEFAULT_FUEL } from '../planning/index.ts';
import type { Statement } from '../sql/ast.ts';
import { type Outcome, refused } from '../sql/index.ts';
import {
  Disk,
  everythingIn,
  type FaultHost,
  type Happened,
  type Inspectable,
  type Inspected,
  type Survival,
  type WorldSpec,
} from '../world/index.ts';
import { Session } from './session.ts';

export class Site implements FaultHost, Inspectable {
  readonly #session: Session;
  readonly #world: WorldSpec;
  readonly #opener: Engine | undefined;
  readonly tables: readonly string[];

  constructor(session: Session, test: TestStep, world: WorldSpec, opener: Engine | undefined) {
    this.#session = session;
    this.#world = world;
    this.#opener = opener;
    this.tables = exactTables(test);
  }

  ask(statement: Statement): Promise<Outcome> {
    return this.#session.run(0, statement, DEFAULT_FUEL);
  }

  async elsewhere(look: (copy: Inspectable) => Promise<Inspected>): Promise<Inspected | undefined> {
    if (this.#opener === undefined) return undefined;
    const { copy, outcome } = await this.#copyFor(this.#opener);
    const inspectable: Inspectable = {
      tables: this.tables,
      ask: (statement) => copy.run(0, statement, DEFAULT_FUEL),
      elsewhere: () => Promise.resolve(undefined),
    };
    const inspected: Inspected =
      outcome.kind === 'rows' ? await look(inspectable) : { contents: new Map(), integrity: outcome };
    await copy.drop();
    return inspected;
  }

  async askElsewhere(sql: string): Promise<Outcome> {
    if (this.#opener === undefined) return refused('unsupported', "SQLite cannot open this engine's files");
    const { copy, outcome } = await this.#copyFor(this.#opener);
    const answer =
      outcome.kind === 'rows' ? await copy.run(0, { kind: 'raw', sql, changes: [] }, DEFAULT_FUEL) : outcome;
    await copy.drop();
    return answer;
  }

  /**
   * Boots on a copy of the files, so the engine under test notices nothing. It is dropped in the end: closing would checkpoint files
   * that nobody looks at any more.
   */
  async #copyFor(opener: Engine): Promise<{ readonly copy: Session; readonly outcome: Outcome }> {
    const copy = new Session(opener, this.#world, { disk: Disk.of(await this.#session.files()) });
    return { copy, outcome: await copy.start() };
  }

  reopen(): Promise<Outcome> {
    return this.#session.reopen();
  }

  disconnect(on: number): Promise<Outcome> {
    return this.#session.disconnect(on);
  }

  powerCut(survival: Survival): Promise<Outcome> {
    return this.#session.powerCut(survival);
  }

  clockJump(milliseconds: number): void {
    this.#session.clockJump(milliseconds);
  }

  visit(statements: readonly Statement[]): Promise<Outcome> | null {
    return this.#opener === undefined ? null : this.#session.visit(this.#opener, statements);
  }

  async lookAround(outcome: Outcome): Promise<Happened> {
    return outcome.kind === 'rows' ? { outcome, inspection: await everythingIn(this) } : { outcome };
  }
}

/** Every table that at least one allowed state knows exactly. */
function exactTables({ allowed = [] }: TestStep): string[] {
  const names = new Set<string>();
  for (const state of allowed) {
    for (const { name, knowledge, attached } of state.tables) {
      // What is attached is no part of the database that others open.
      if (knowledge === 'exact' && !attached) names.add(name);
    }
  }
  return [...names];
}
