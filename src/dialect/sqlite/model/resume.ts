// What is done with statements that are left before their end, as the dialect offers it.

import type { Model } from '../../dialect.ts';
import type { Database } from './database.ts';
import { abandon, advance, disturbed, openStatement, reset, startStatement } from './open-statements.ts';
import { valuesOf } from './persistent-map.ts';
import { predictReading } from './predict.ts';

export const openStatements: Pick<Model<Database>, 'abandon' | 'advance' | 'hasOpen' | 'reset' | 'start'> = {
  hasOpen: ({ connections }) => valuesOf(connections).some(({ open = [] }) => open.length > 0),
  start: (database, connection, begun) => {
    const begins = startStatement(database, connection, begun, predictReading);
    return { ...begins, database: disturbed(begins.database, connection) };
  },
  advance: (database, id, steps) => {
    const found = openStatement(database, id);
    const resumed = found && advance(database, found, steps, predictReading);
    return resumed && { ...resumed, database: disturbed(resumed.database, resumed.on) };
  },
  reset: (database, id) => {
    const found = openStatement(database, id);
    return found && (reset(database, found) ?? undefined);
  },
  abandon: (database, id) => {
    const found = openStatement(database, id);
    return found && abandon(database, found);
  },
};
