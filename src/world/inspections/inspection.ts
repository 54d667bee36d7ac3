// What an inspection is: a look at the database that changes nothing. A new one is a file beside this one and a line in
// index.ts; steps, rates, schemas and the executor derive from it.

import type { Statement } from '../../sql/ast.ts';
import { isFatal, type Outcome, selectAll } from '../../sql/index.ts';

export interface Inspected {
  /** What `SELECT * FROM table` gave, by table. */
  readonly contents: ReadonlyMap<string, Outcome>;
  readonly integrity?: Outcome;
}

/** A database that can be looked at. */
export interface Inspectable {
  /** The tables that the model knows exactly. */
  readonly tables: readonly string[];
  /** Runs a statement on the first connection. */
  ask(statement: Statement): Promise<Outcome>;
  /** Lets the opener look at a copy of the files; undefined if no opener can read them. */
  elsewhere(look: (copy: Inspectable) => Promise<Inspected>): Promise<Inspected | undefined>;
}

export interface Inspection<Name extends string, Rate extends string> {
  readonly name: Name;
  /** The name of its rate in profiles. */
  readonly rate: Rate;
  /** What is looked at, in words. */
  readonly about: string;
  /** How often it happens in an ordinary profile, in a thousand groups. */
  readonly perThousand: number;
  /** Whether another engine opens the files. */
  readonly opensElsewhere: boolean;
  inspect(database: Inspectable): Promise<Inspected | undefined>;
}

export function integrityOf(database: Inspectable): Promise<Outcome> {
  return database.ask({ kind: 'pragma', name: 'integrity_check' });
}

export async function contentsOf(database: Inspectable): Promise<Map<string, Outcome>> {
  const contents = new Map<string, Outcome>();
  for (const table of database.tables) {
    const outcome = await database.ask(selectAll(table));
    contents.set(table, outcome);
    if (isFatal(outcome)) break;
  }
  return contents;
}

/** Contents and integrity, unless the engine dies on the way. */
export async function everythingIn(database: Inspectable): Promise<Inspected> {
  const integrity = await integrityOf(database);
  if (isFatal(integrity)) return { contents: new Map(), integrity };
  return { contents: await contentsOf(database), integrity };
}
