// UPDATE and DELETE.

import type { Random } from '../../../../random.ts';
import type { CommonTable, Delete, Expression, Select, Update } from '../../../../sql/ast.ts';
import { binary, column as columnNamed } from '../../../../sql/build.ts';
import type { DatabaseView, TableView } from '../../../view.ts';
import type { FeatureId } from '../../features/catalogue.ts';
import { derive, freshAlias, type GenerationContext } from '../expressions/generation-context.ts';
import { contextFor } from '../expressions/grow.ts';
import { pickColumn, reference } from '../expressions/leaf.ts';
import { from, fromCommon } from '../queries/from.ts';
import { tableSource } from '../queries/source.ts';
import type { Setting } from '../setting.ts';
import { assignments } from './assignments.ts';
import { returning } from './insert.ts';
import { resolution } from './resolution.ts';
import { type TargetOptions, targetTable } from './target.ts';

/** Undefined if there is no table. */
export function update(
  random: Random,
  view: DatabaseView,
  setting: Setting,
  options: TargetOptions = {},
): Update | undefined {
  const { features, weights } = setting;
  const target = targetOf(random, view, setting, options, 'update.alias');
  if (target === undefined) return undefined;
  const { table, alias, context } = target;
  const other =
    features.has('update.from') && random.chance(weights.percent.updateFrom) ? joined(context) : undefined;
  const within: GenerationContext = other
    ? derive(context, { sources: [...context.sources, ...other.sources] })
    : context;
  const filtered = features.has('update.where') && !random.chance(weights.percent.updateAll);
  const asked = filtered ? askedBefore(within, setting) : undefined;
  const common = [...(other?.common ?? []), ...(asked?.common ?? [])];
  return {
    kind: 'update',
    ...(common.length > 0 ? { with: common } : {}),
    table: table.name,
    ...alias,
    ...resolution(random, setting),
    set: assignments(within, setting, table),
    ...(other ? { from: other.item } : {}),
    ...(filtered ? { where: asked?.condition ?? condition(within, setting) } : {}),
    ...returning(context, setting, table),
  };
}

/** Undefined if there is no table, or only one that must not be emptied. */
export function deleteRows(
  random: Random,
  view: DatabaseView,
  setting: Setting,
  options: TargetOptions = {},
): Delete | undefined {
  const { features, weights } = setting;
  const target = targetOf(random, view, setting, options, 'delete.alias');
  if (target === undefined) return undefined;
  const { table, alias, context } = target;
  const filtered = features.has('delete.where') && !random.chance(weights.percent.deleteAll);
  const asked = filtered ? askedBefore(context, setting) : undefined;
  return {
    kind: 'delete',
    ...(asked ? { with: asked.common } : {}),
    table: table.name,
    ...alias,
    ...(filtered ? { where: asked?.condition ?? condition(context, setting) } : {}),
    ...returning(context, setting, table),
  };
}

/** The table that is changed, perhaps by another name, and what its rows offer to expressions. */
interface Target {
  readonly table: TableView;
  readonly alias: { readonly alias?: string };
  readonly context: GenerationContext;
}

function targetOf(
  random: Random,
  view: DatabaseView,
  setting: Setting,
  options: TargetOptions,
  aliased: FeatureId,
): Target | undefined {
  const table = options.table ?? targetTable(random, view);
  if (table === undefined) return undefined;
  const bare = contextFor(random, view, setting);
  const alias = setting.features.has(aliased) && random.oneIn(6) ? freshAlias(bare) : undefined;
  const context = derive(bare, { sources: [tableSource(table, alias ?? table.name)] });
  return { table, alias: alias === undefined ? {} : { alias }, context };
}

/** A common table in front of the statement, and a condition that reads it; undefined most of the time. */
function askedBefore(
  context: GenerationContext,
  { features }: Setting,
): { readonly common: readonly CommonTable[]; readonly condition: Expression } | undefined {
  const { random, grow } = context;
  if (!features.has('with.update') || !features.has('with') || !random.oneIn(12)) return undefined;
  if (!features.has('select.alias') || !features.has('expression.inSelect')) return undefined;
  const { item, common, sources } = fromCommon(derive(context, { sources: [], outer: [] }), 1);
  const reach = pickColumn(context, 'any');
  if (reach === undefined) return undefined;
  const shown = columnNamed(random.pick(sources[0].columns).name);
  const select: Select = {
    kind: 'select',
    body: { kind: 'core', columns: [{ kind: 'expression', expression: shown }], from: item },
  };
  const found: Expression = {
    kind: 'inSelect',
    operand: reference(context, reach),
    select,
    negated: random.oneIn(3),
  };
  const mayJoin = features.has('operator.AND') && random.oneIn(3);
  return { common, condition: mayJoin ? binary(found, 'AND', grow.predicate(context, 0)) : found };
}

function condition(context: GenerationContext, { weights }: Setting): Expression {
  return context.grow.predicate(context, weights.limit.expressionDepth - 1);
}

/**
 * One more table beside the target, or several, and under another name than the target's.
 */
function joined(context: GenerationContext) {
  const { random, grammar } = context;
  const isDeep = grammar.features.has('update.fromSubquery') && random.oneIn(3);
  const count = grammar.features.has('update.fromJoin') && random.oneIn(4) ? 2 : 1;
  const found = from(derive(context, { sources: [] }), count, isDeep ? 1 : 0, context.sources);
  if (found === undefined || (found.common.length > 0 && !grammar.features.has('with.update')))
    return undefined;
  const isTarget = found.sources.some(({ name }) => context.sources.some((target) => target.name === name));
  return isTarget ? undefined : found;
}
