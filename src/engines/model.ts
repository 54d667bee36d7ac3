// The shadow database as an engine, so that it can be run and compared like any other. It reads statements as data; what it
// cannot follow it refuses as unsupported, with its reason.

import { type Database, dialect, type Prediction } from '../dialect/index.ts';
import type { Statement } from '../sql/ast.ts';
import { NOTHING, type Outcome, refused, sameTree, selectAll } from '../sql/index.ts';
import { DIRT_VERSION } from '../version.ts';
import { type Clock, PAGE_SIZES, SIMULATED_FAULTS } from '../world/index.ts';
import type { Connection, Engine, Instance } from './engine.ts';

/** A world's clock outlives its reboots, so what is committed is kept with it: this engine never loses anything. */
const committed = new WeakMap<Clock, Database>();

export const model: Engine = {
  name: 'model',
  version: DIRT_VERSION,
  abilities: {
    faults: SIMULATED_FAULTS,
    journalModes: ['wal', 'delete'],
    pageSizes: PAGE_SIZES,
    connections: 16,
    deterministic: true,
  },
  boot: ({ clock }) => new ModelInstance(clock),
};

class ModelInstance implements Instance {
  readonly kind = 'instance';
  readonly #clock: Clock;
  #connections = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.database = dialect.model.afterRestart(this.database);
  }

  get database(): Database {
    return committed.get(this.#clock) ?? dialect.model.empty();
  }

  set database(database: Database) {
    committed.set(this.#clock, database);
  }

  connect(): Connection {
    const connection = this.#connections++;
    return {
      kind: 'connection',
      run: (sql, _fuel, statement) => this.#run(connection, statement ?? { kind: 'raw', sql, changes: [] }),
      close: () => {
        this.database = dialect.model.afterDisconnect(this.database, connection);
        return NOTHING;
      },
    };
  }

  close(): Outcome {
    this.drop();
    return NOTHING;
  }

  drop(): void {
    this.database = dialect.model.afterRestart(this.database);
  }

  #run(connection: number, statement: Statement): Outcome {
    const { database, prediction } = dialect.model.predict(this.database, connection, statement);
    this.database = database;
    const outcome = outcomeOf(prediction, statement);
    return outcome.kind === 'refused' ? (this.#contents(connection, statement) ?? outcome) : outcome;
  }

  /** `SELECT *` of a table that is known exactly is answered even where the model calls the result unknown or undetermined. */
  #contents(connection: number, statement: Statement): Outcome | null {
    if (this.database.lost !== undefined) return null;
    const name = tableRead(statement);
    const table = dialect.model
      .viewOf(this.database, connection)
      .tables.find((candidate) => candidate.name === name);
    if (table?.knowledge !== 'exact') return null;
    return { kind: 'rows', rows: [...table.rows()], changes: 0 };
  }
}

/** The table of `SELECT * FROM table`. */
function tableRead(statement: Statement): string | undefined {
  if (statement.kind !== 'select' || statement.body.kind !== 'core') return undefined;
  const { from } = statement.body;
  return from?.kind === 'table' && sameTree('select', statement, selectAll(from.name))
    ? from.name
    : undefined;
}

function outcomeOf(prediction: Prediction, statement: Statement): Outcome {
  switch (prediction.kind) {
    case 'rows':
      return { kind: 'rows', rows: prediction.rows, changes: prediction.changes };
    case 'refused':
      return refused(prediction.class, prediction.message, prediction.constraint);
    default:
      // The model has no storage that a pragma could report on.
      if (statement.kind === 'pragma') return NOTHING;
      return refused('unsupported', `the model does not know (${prediction.reason})`);
  }
}
