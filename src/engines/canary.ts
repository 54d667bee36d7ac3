// SQLite with a planted bug: whoever tests it and finds nothing has not tested. A fleet asks each of its campaigns for that; by hand it shows
// what DIRT does when an engine is wrong.

import type { Statement } from '../sql/ast.ts';
import type { Engine } from './engine.ts';
import { sqlite } from './sqlite/sqlite.ts';
import { type EngineHooks, wrapEngine } from './wrap-engine.ts';

/** It loses the last row of a query with a WHERE that has several. */
const plant = (): EngineHooks => ({
  rows: (told, { statement }) =>
    told.rows.length > 1 && isFiltered(statement) ? { ...told, rows: told.rows.slice(0, -1) } : told,
});

function isFiltered(statement: Statement): boolean {
  return statement.kind === 'select' && statement.body.kind === 'core' && statement.body.where !== undefined;
}

const planted = wrapEngine(sqlite, plant);

export const canary: Engine = {
  name: 'canary',
  version: sqlite.version,
  abilities: planted.abilities,
  build: planted.build,
  boot: (world) => planted.boot(world),
};
