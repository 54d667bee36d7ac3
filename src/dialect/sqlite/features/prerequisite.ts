// What a feature builds on: without that it cannot work, and need not be tried.

import { type FeatureId, isFeatureId } from './catalogue.ts';

const BY_FAMILY: Readonly<Record<string, FeatureId>> = {
  foreignKey: 'constraint.foreignKey',
  generated: 'column.generatedVirtual',
  trigger: 'trigger.afterInsert',
  view: 'createView',
  window: 'window.over',
  withoutRowid: 'createTable.withoutRowid',
};

/** Named like a part of another feature, but able to work without it. */
const ON_THEIR_OWN: ReadonlySet<FeatureId> = new Set([
  'analyze.table',
  'reindex.one',
  'expression.rowValue.inSelect',
]);

/** `join.full.using` builds on `join.full`, `withoutRowid.update` on `createTable.withoutRowid`. */
export function prerequisiteOf(id: FeatureId): FeatureId | undefined {
  if (ON_THEIR_OWN.has(id)) return undefined;
  const parent = id.slice(0, Math.max(0, id.lastIndexOf('.')));
  const found = isFeatureId(parent) ? parent : BY_FAMILY[id.split('.')[0]];
  return found === id ? undefined : found;
}
