// Aliases in FROM that are the names of other tables, where a name may be looked up in the wrong place.

import type { Plan } from '../../plan/index.ts';
import type { FromItem, ResultColumn, SelectBody } from '../../sql/ast.ts';
import { mapChildren, type Node } from '../../sql/index.ts';
import { withNodes } from './edits.ts';

type Core = Extract<SelectBody, { readonly kind: 'core' }>;

/** Each of them becomes a name that nothing else has. */
export function withOwnTableAliases(plan: Plan): Plan | null {
  const tables = namesOfTables(plan);
  return withNodes(plan, (node) => {
    if (node.kind !== 'core' || node.from === undefined) return node;
    const hiding = aliasesIn(node.from).filter((alias) => tables.has(alias));
    return hiding.length === 0 ? node : renamedIn(node, new Set(hiding));
  });
}

function namesOfTables(plan: Plan): ReadonlySet<string> {
  const names = new Set<string>();
  withNodes(plan, (node) => {
    if (node.kind === 'createTable' || node.kind === 'createView') names.add(node.name);
    return node;
  });
  return names;
}

/** Of items that have another name, too. */
function aliasesIn(from: FromItem): readonly string[] {
  if (from.kind === 'join') return [...aliasesIn(from.left), ...aliasesIn(from.right)];
  const { alias } = from;
  return alias === undefined || (from.kind === 'table' && from.name === alias) ? [] : [alias];
}

function ownName(name: string): string {
  return `own_${name}`;
}

function renamedIn(core: Core, names: ReadonlySet<string>): Core {
  const below = <T extends Node>(node: T): T => {
    if (node.kind === 'core' && 'columns' in node && hidesAny(node, names)) return node;
    if (node.kind === 'column' && node.table !== undefined && names.has(node.table))
      return { ...node, table: ownName(node.table) };
    const mapped = mapChildren(node, below);
    return mapped.kind === 'core' ? ({ ...mapped, columns: mapped.columns.map(ofColumns) } as T) : mapped;
  };
  const ofColumns = (each: ResultColumn): ResultColumn =>
    each.kind === 'allOf' && names.has(each.table) ? { ...each, table: ownName(each.table) } : each;
  const { from, ...rest } = mapChildren(core, below);
  return {
    ...rest,
    columns: rest.columns.map(ofColumns),
    ...(from && { from: withAliases(from, names) }),
  };
}

/** Names of its own stand in front of those of the query around it. */
function hidesAny({ from }: Core, names: ReadonlySet<string>): boolean {
  return from !== undefined && namesIn(from).some((name) => names.has(name));
}

function namesIn(from: FromItem): readonly string[] {
  if (from.kind === 'join') return [...namesIn(from.left), ...namesIn(from.right)];
  const name = from.alias ?? (from.kind === 'table' ? from.name : undefined);
  return name === undefined ? [] : [name];
}

function withAliases(from: FromItem, names: ReadonlySet<string>): FromItem {
  if (from.kind === 'join')
    return { ...from, left: withAliases(from.left, names), right: withAliases(from.right, names) };
  const isOwn = from.kind === 'table' && from.name === from.alias;
  if (from.alias === undefined || isOwn || !names.has(from.alias)) return from;
  return { ...from, alias: ownName(from.alias) };
}
