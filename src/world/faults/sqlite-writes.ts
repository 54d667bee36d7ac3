// The database is closed, SQLite writes to its file, and the engine goes on with that for the rest of the plan.

import type { Statement } from '../../sql/ast.ts';
import { fault } from './fault.ts';
import { reopen } from './reopen.ts';

export interface SqliteWritesStep {
  readonly do: 'sqliteWrites';
}

/** Leaves the contents as they are, but other pages, a longer free list, and all indexes as SQLite builds them. */
const VISIT: readonly Statement[] = [
  'CREATE TABLE dirt_visit (a TEXT)',
  'CREATE INDEX dirt_visit_a ON dirt_visit (a)',
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) INSERT INTO dirt_visit SELECT i || hex(zeroblob(120)) FROM n',
  'DELETE FROM dirt_visit WHERE rowid % 3 = 0',
  'REINDEX',
  'DROP TABLE dirt_visit',
].map((sql) => ({ kind: 'raw', sql, changes: [] }));

export const sqliteWrites = fault<'sqliteWrites', SqliteWritesStep>({
  name: 'sqliteWrites',
  about: 'SQLite writes to the files, and the engine goes on with them',
  perThousand: 4,
  kindOf: () => 'sqliteWrites',
  needsNoSimulation: true,
  closes: true,
  opensElsewhere: true,
  fields: {},
  directive: {
    form: 'sqlite writes',
    parse: (words) => (words.join(' ') === 'sqlite writes' ? { do: 'sqliteWrites' } : null),
    print: () => 'sqlite writes',
  },
  draw: () => ({ do: 'sqliteWrites' }),
  rehearse: (model) => model.restart(),
  run: async (host) => {
    const visit = host.visit(VISIT);
    return visit === null ? { outcome: await host.reopen() } : host.lookAround(await visit);
  },
  looksAround: true,
  judge: 'continues',
  weaker: () => [{ do: reopen.name }],
});
