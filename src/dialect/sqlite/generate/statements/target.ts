// The table that a statement changes.

import type { Random } from '../../../../random.ts';
import type { DatabaseView, TableView } from '../../../view.ts';

export interface TargetOptions {
  readonly table?: TableView;
}

/** Any table whose columns are known; undefined if there is none. */
export function targetTable(random: Random, view: DatabaseView): TableView | undefined {
  const tables = view.tables.filter(({ knowledge }) => knowledge !== 'unknown');
  return tables.length > 0 ? random.pick(tables) : undefined;
}
