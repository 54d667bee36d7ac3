// ALTER TABLE: each of its kinds is a suspect. All of them write the schema anew, so what goes wrong with a table that is only renamed and
// named back is a matter of the family and not of one kind.

import type { Plan } from '../../plan/index.ts';
import type { AlterTable, ColumnDefinition, Statement } from '../../sql/ast.ts';
import { renamed } from '../shrink/rename.ts';
import { stepMaker, withNamedColumns, withoutStatements, withSteps, withTables } from './edits.ts';
import { type Suspect, structure } from './suspects.ts';

const FAMILY = 'ALTER TABLE';

export const ADD_COLUMN: Suspect = structure('ADD COLUMN', declaredAtOnce, {
  features: ['alter.addColumn'],
  family: FAMILY,
});
export const DROP_COLUMN: Suspect = structure('DROP COLUMN', withoutDropColumn, {
  features: ['alter.dropColumn'],
  family: FAMILY,
});
export const RENAME: Suspect = structure('ALTER TABLE RENAME', namedFromTheBeginning, {
  keepsRows: true,
  features: ['alter.renameTable', 'alter.renameColumn'],
  family: FAMILY,
});

export const ALTER_TABLE: Suspect = structure(FAMILY, (plan) => unaltered(plan), {
  isFamily: true,
  exchanged: renamedAndBack,
  features: [ADD_COLUMN, DROP_COLUMN, RENAME].flatMap(({ features = [] }) => features),
});

function unaltered(plan: Plan, isKept?: (statement: Statement) => boolean): Plan | null {
  let edited: Plan | null = null;
  const named = (each: Plan) => namedFromTheBeginning(each, isKept);
  for (const edit of [named, declaredAtOnce, withoutDropColumn]) edited = edit(edited ?? plan) ?? edited;
  return edited;
}

/** In the place of each ALTER TABLE the table is renamed, and back. */
function renamedAndBack(plan: Plan): Plan | null {
  const step = stepMaker(plan);
  const trips = new Set<Statement>();
  const rename = (table: string, to: string): AlterTable => {
    const statement: AlterTable = { kind: 'alterTable', table, action: { kind: 'renameTable', to } };
    trips.add(statement);
    return statement;
  };
  const there = withSteps(plan, (each) => {
    if (each.do !== 'run' || each.statement.kind !== 'alterTable') return [each];
    const { table, action } = each.statement;
    const name = action.kind === 'renameTable' ? action.to : table;
    const other = `renamed${trips.size}`;
    return [each, step(each, rename(name, other)), step(each, rename(other, name))];
  });
  return there && unaltered(there, (statement) => trips.has(statement));
}

/** Columns that are added later are there from the beginning. */
function declaredAtOnce(plan: Plan): Plan | null {
  const added = new Map<string, ColumnDefinition[]>();
  const named = withNamedColumns(plan);
  const kept = withoutStatements(named, (statement) => {
    if (statement.kind !== 'alterTable') return false;
    const { table, action } = statement;
    if (action.kind !== 'addColumn') return false;
    added.set(table, [...(added.get(table) ?? []), action.column]);
    return true;
  });
  if (kept === null || added.size === 0) return kept;
  return withTables(kept, (table) => {
    const more = added.get(table.name) ?? [];
    return more.length === 0 ? table : { ...table, columns: [...table.columns, ...more] };
  });
}

function withoutDropColumn(plan: Plan): Plan | null {
  return withoutStatements(
    withNamedColumns(plan),
    (statement) => statement.kind === 'alterTable' && statement.action.kind === 'dropColumn',
  );
}

/** What is renamed has its new name from the beginning: no name is used twice in a plan. */
function namedFromTheBeginning(plan: Plan, isKept = (_: Statement) => false): Plan | null {
  const names = new Map<string, string>();
  const kept = withoutStatements(plan, (statement) => {
    if (statement.kind !== 'alterTable' || isKept(statement)) return false;
    const { table, action } = statement;
    if (action.kind === 'renameTable') names.set(table, action.to);
    if (action.kind === 'renameColumn') names.set(action.column, action.to);
    return action.kind === 'renameTable' || action.kind === 'renameColumn';
  });
  const last = (name: string): string => (names.has(name) ? last(names.get(name)!) : name);
  return kept && renamed(kept, (name) => last(name));
}
