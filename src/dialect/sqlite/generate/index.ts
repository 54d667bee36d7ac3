// Generation as the seam wants it: what fits a view, by weight.

import type { DrawSource, Generate } from '../../dialect.ts';
import type { FeatureId } from '../features/catalogue.ts';
import { derive } from './expressions/generation-context.ts';
import { contextFor } from './expressions/grow.ts';
import { namesAfter } from './names.ts';
import { tableSource } from './queries/source.ts';
import { defaultSetting } from './setting.ts';
import { createIndex } from './statements/create-index.ts';
import { createTable } from './statements/create-table.ts';
import { insert } from './statements/insert.ts';
import { isMistaken } from './statements/mistake.ts';
import { row } from './statements/rows.ts';
import {
  neededFor,
  type StatementName,
  statement,
  statementNames,
  statementNamesOf,
} from './statements/statements.ts';
import { valueFor } from './values/values.ts';
import { defaultWeights, type Weights } from './weights.ts';

export const generate: Generate<FeatureId, StatementName, Weights> = {
  defaultWeights,
  productions: statementNames,
  productionsOf: statementNamesOf,
  neededFor,
  namesAfter,
  setting: defaultSetting,
  statement,
  isMistaken,
  createTable,
  createIndex: (random, view, setting, table) => createIndex(random, view, setting, { table }),
  insert,
  row,
  value: (random, table, column, setting) => {
    const source = tableSource(table, undefined).columns.find(({ name }) => name === column);
    return source && valueFor(random, source, setting);
  },
  expression: (random, view, setting, sources) => {
    const context = contextFor(random, view, setting, sources.map(asSource));
    return context.grow.value(context, 'any', setting.weights.limit.expressionDepth);
  },
  predicate: (random, view, setting, source, { ofRowAlone, groupedBy }) => {
    const context = contextFor(random, view, setting, [asSource(source)]);
    const within = derive(context, { pure: ofRowAlone ?? false, group: groupedBy ?? null });
    return context.grow.predicate(within, setting.weights.limit.expressionDepth - 1);
  },
  query: (random, view, setting, shape) => {
    const context = contextFor(random, view, setting);
    return context.grow.query(context, shape, setting.weights.limit.expressionDepth).select;
  },
};

function asSource({ view, alias }: DrawSource) {
  return tableSource(view, alias);
}
