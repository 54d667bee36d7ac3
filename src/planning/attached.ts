// A second database for a while: attached, filled, read together with the main one, and detached. A file may come back, and must
// hold what it held.

import { type DatabaseView, dialect, type StatementName } from '../dialect/index.ts';
import type { CreateTable } from '../sql/ast.ts';
import { followed } from './acceptance.ts';
import type { Attempt } from './attempt.ts';
import { Discard } from './discard.ts';

const KINDS: readonly StatementName[] = ['select', 'insert', 'update', 'delete', 'transaction'];

/** One group on the first connection. What the model cannot follow is left out. */
export function attached(attempt: Attempt): void {
  const { random, rehearsal, setting } = attempt.planning;
  const name = setting.names.database();
  const file = random.oneIn(2) ? ':memory:' : `${name}.db`;
  attempt.run(0, { kind: 'attach', file, name });
  const { columns } = dialect.generate.createTable(random, rehearsal.view(0), setting);
  const created: CreateTable = { kind: 'createTable', schema: name, name: setting.names.table(), columns };
  attempt.run(0, created);
  const isNew = (table: DatabaseView['tables'][number]) => table.name === created.name;
  const filled = dialect.generate.insert(random, rehearsal.view(0), setting, {
    table: rehearsal.view(0).tables.find(isNew),
    rows: random.between(1, 5),
  });
  if (filled !== undefined && attempt.supports(0, filled)) attempt.run(0, filled, { accept: followed });
  work(attempt, random.between(2, 6), created.name);
  attempt.run(0, { kind: 'detach', name });
  if (file === ':memory:' || !random.oneIn(2)) return;
  const again = setting.names.database();
  attempt.run(0, { kind: 'attach', file, name: again });
  work(attempt, random.between(1, 3), created.name);
  attempt.run(0, { kind: 'detach', name: again });
}

/** A few statements that prefer the attached table, with every transaction ended. */
function work(attempt: Attempt, statements: number, table: string): void {
  const { random, rehearsal, setting } = attempt.planning;
  for (let left = statements; left > 0; left--) {
    const undo = attempt.mark();
    try {
      const drawn = dialect.generate.statement(random, focused(rehearsal.view(0), table), setting, KINDS);
      attempt.run(0, drawn, { accept: followed, isDrawn: true });
    } catch (error) {
      if (!(error instanceof Discard)) throw error;
      undo();
    }
  }
  if (rehearsal.view(0).inTransaction) attempt.endTransaction(0);
}

/** The attached table, and one of the others. */
function focused(view: DatabaseView, table: string): DatabaseView {
  const others = view.tables.filter(({ name }) => name !== table).slice(0, 1);
  return { ...view, tables: [...view.tables.filter(({ name }) => name === table), ...others] };
}
