// What is made from a query: CREATE VIEW and CREATE TABLE … AS SELECT, and SELECT itself.

import type { Random } from '../../../../random.ts';
import type { CreateTableAs, CreateView, Select } from '../../../../sql/ast.ts';
import type { DatabaseView } from '../../../view.ts';
import { derive } from '../expressions/generation-context.ts';
import { contextFor } from '../expressions/grow.ts';
import type { Setting } from '../setting.ts';
import { shadowed } from './shadowing.ts';

export function select(
  random: Random,
  view: DatabaseView,
  setting: Pick<Setting, 'features' | 'weights'>,
): Select {
  const context = contextFor(random, view, setting);
  const made = context.grow.query(context, {}, setting.weights.limit.expressionDepth).select;
  return shadowed(random, view, setting, made);
}

/** Undefined if there is no table to look at. */
export function createView(random: Random, view: DatabaseView, setting: Setting): CreateView | undefined {
  const { features, weights, names } = setting;
  if (view.tables.length === 0 || !features.has('select.alias')) return undefined;
  const context = derive(contextFor(random, view, setting), { lasting: true, rare: true });
  const columns = features.has('createView.columns') && random.oneIn(4);
  // The names of its columns are given, so what the query calls them does not matter.
  const isBare = columns && random.oneIn(3);
  const isRows = isBare && features.has('view.ofValues') && random.oneIn(4);
  const query = context.grow.query(context, isRows ? { rows: true } : { named: true, mayStar: isBare }, 2);
  const again = features.has('createView.ifNotExists') && random.chance(weights.percent.ifExists);
  return {
    kind: 'createView',
    name: names.view(),
    ...(again ? { ifNotExists: true } : {}),
    ...(columns ? { columns: query.columns.map(() => names.column()) } : {}),
    select: query.select,
  };
}

/** Undefined if there is no table to copy from. */
export function createTableAs(
  random: Random,
  view: DatabaseView,
  setting: Setting,
): CreateTableAs | undefined {
  if (view.tables.length === 0 || !setting.features.has('select.alias')) return undefined;
  const context = derive(contextFor(random, view, setting), { rare: true });
  const shape = { named: true, freshName: () => setting.names.column() };
  const { select: source } = context.grow.query(context, shape, 2);
  return { kind: 'createTableAs', name: setting.names.table(), select: source };
}
