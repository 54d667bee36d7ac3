// Writes to views that have an INSTEAD OF trigger.

import type { Random } from '../../../../random.ts';
import type { Statement } from '../../../../sql/ast.ts';
import type { DatabaseView, TableView, ViewView } from '../../../view.ts';
import type { Setting } from '../setting.ts';
import { insert } from './insert.ts';
import { deleteRows, update } from './update-delete.ts';

/** Undefined if no view has such a trigger. */
export function viewWrite(random: Random, view: DatabaseView, setting: Setting): Statement | undefined {
  const fitting = view.triggers.filter(({ timing }) => timing === 'INSTEAD OF');
  if (fitting.length === 0) return undefined;
  const { table: name, event } = random.pick(fitting);
  const target = view.views.find((candidate) => candidate.name === name);
  if (target === undefined) return undefined;
  const options = { table: asTable(target) };
  const percent = { ...setting.weights.percent, upsert: 0, returning: 0, insertSelect: 0 };
  const plain = { ...setting, weights: { ...setting.weights, percent } };
  if (event === 'INSERT') return insert(random, view, plain, options);
  const made = (event === 'UPDATE' ? update : deleteRows)(random, view, plain, options);
  // SQLite does not find the columns of a view under another name.
  return made?.alias === undefined ? made : undefined;
}

/** The view as something that takes rows: without keys, and without rows that anybody knows. */
function asTable({ name, columns }: ViewView): TableView {
  return {
    name,
    knowledge: 'schemaOnly',
    columns: columns.map((column) => ({
      ...column,
      type: '',
      notNull: false,
      primaryKey: false,
      rowidAlias: false,
      generated: false,
    })),
    strict: false,
    withoutRowid: true,
    indexes: [],
    uniqueKeys: [],
    rowCount: 0,
    rowAt: () => [],
    rows: () => [],
  };
}
