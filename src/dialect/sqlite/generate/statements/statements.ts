// Any statement that fits the state of the database, by weight.

import type { Random } from '../../../../random.ts';
import type { ResultColumn, Select, Statement } from '../../../../sql/ast.ts';
import { NULL } from '../../../../sql/build.ts';
import type { StatementClass } from '../../../../sql/index.ts';
import type { DatabaseView } from '../../../view.ts';
import type { FeatureId } from '../../features/catalogue.ts';
import { allFeatures } from '../../features/feature-set.ts';
import { isSupported } from '../../features/features-of.ts';
import { createTableAs, createView, select } from '../queries/create-query.ts';
import type { Setting } from '../setting.ts';
import type { Weights } from '../weights.ts';
import { alterTable } from './alter-table.ts';
import { createIndex } from './create-index.ts';
import { createTable } from './create-table.ts';
import { createTrigger, dropTrigger } from './create-trigger.ts';
import { dropIndex, dropTable, dropView } from './drop.ts';
import { insert } from './insert.ts';
import { analyze, pragma, reindex, vacuum } from './maintenance.ts';
import { mistakenQuery, mistakenSchema, mistakenWrite } from './mistake.ts';
import { targetTable } from './target.ts';
import { transaction } from './transaction.ts';
import { deleteRows, update } from './update-delete.ts';
import { viewWrite } from './view-write.ts';

export type StatementName = keyof Weights['statement'];

interface Production {
  readonly makes: StatementClass;
  readonly needs: FeatureId | undefined;
  readonly make: (random: Random, view: DatabaseView, setting: Setting) => Statement | undefined;
}

const PRODUCTIONS: Readonly<Record<StatementName, Production>> = {
  select: { makes: 'query', needs: 'select', make: select },
  mistakenQuery: { makes: 'query', needs: undefined, make: mistakenQuery },
  insert: { makes: 'write', needs: 'insert', make: insert },
  update: { makes: 'write', needs: 'update', make: update },
  delete: { makes: 'write', needs: 'delete', make: deleteRows },
  viewWrite: { makes: 'write', needs: 'trigger.insteadOf', make: viewWrite },
  mistakenWrite: { makes: 'write', needs: undefined, make: mistakenWrite },
  createTable: { makes: 'schema', needs: 'createTable', make: createTableWithin },
  createTableAs: { makes: 'schema', needs: 'createTable.as', make: createTableAsWithin },
  createIndex: { makes: 'schema', needs: 'createIndex', make: createIndex },
  createView: { makes: 'schema', needs: 'createView', make: createViewWithin },
  createTrigger: { makes: 'schema', needs: undefined, make: createTrigger },
  mistakenSchema: { makes: 'schema', needs: undefined, make: mistakenSchema },
  dropTable: { makes: 'schema', needs: 'drop.table', make: dropTable },
  dropIndex: { makes: 'schema', needs: 'drop.index', make: dropIndex },
  dropView: { makes: 'schema', needs: 'drop.view', make: dropView },
  dropTrigger: { makes: 'schema', needs: 'drop.trigger', make: dropTrigger },
  alterTable: { makes: 'schema', needs: undefined, make: alterTable },
  transaction: { makes: 'transaction', needs: undefined, make: transaction },
  pragma: { makes: 'pragma', needs: undefined, make: pragma },
  analyze: { makes: 'maintenance', needs: 'analyze', make: analyze },
  reindex: { makes: 'maintenance', needs: 'reindex', make: reindex },
  vacuum: { makes: 'maintenance', needs: undefined, make: vacuum },
};

export const statementNames = Object.keys(PRODUCTIONS) as readonly StatementName[];

/** The productions that make statements of these classes. */
export function statementNamesOf(...classes: readonly StatementClass[]): readonly StatementName[] {
  return statementNames.filter((name) => classes.includes(PRODUCTIONS[name].makes));
}

/** The feature without which no such statement is made; undefined if it depends on more. */
export function neededFor(name: StatementName): FeatureId | undefined {
  return PRODUCTIONS[name].needs;
}

/** A statement of one of these kinds (of all, if none are given). Without any table it is CREATE TABLE. */
export function statement(
  random: Random,
  view: DatabaseView,
  setting: Setting,
  kinds: readonly StatementName[] = statementNames,
): Statement {
  const { features, weights } = setting;
  if (view.tables.length === 0) return firstTable(random, view, setting);
  const hasAll = features === allFeatures();
  const choices: [number, Production][] = [];
  for (const name of kinds) {
    const production = PRODUCTIONS[name];
    const weight = weights.statement[name];
    const supported = production.needs === undefined || features.has(production.needs);
    if (weight > 0 && supported) choices.push([weight, production]);
  }
  for (let attempt = 0; choices.length > 0 && attempt < ATTEMPTS; attempt++) {
    const made = random.weighted(choices).make(random, view, setting);
    // Productions ask for their own features; what only their combination brings is found out here.
    if (made !== undefined && (hasAll || isSupported(features, made, view))) return made;
  }
  return plainSelect(random, view);
}

/** What every engine has. */
function plainSelect(random: Random, view: DatabaseView): Select {
  const table = targetTable(random, view);
  const column: ResultColumn = table ? { kind: 'all' } : { kind: 'expression', expression: NULL };
  const from = table && ({ kind: 'table', name: table.name } as const);
  return { kind: 'select', body: { kind: 'core', columns: [column], ...(from ? { from } : {}) } };
}

function createTableWithin(random: Random, view: DatabaseView, setting: Setting): Statement | undefined {
  return view.tables.length < setting.weights.limit.tables ? createTable(random, view, setting) : undefined;
}

function createTableAsWithin(random: Random, view: DatabaseView, setting: Setting): Statement | undefined {
  return view.tables.length < setting.weights.limit.tables ? createTableAs(random, view, setting) : undefined;
}

function createViewWithin(random: Random, view: DatabaseView, setting: Setting): Statement | undefined {
  return view.views.length < setting.weights.limit.views ? createView(random, view, setting) : undefined;
}

function firstTable(random: Random, view: DatabaseView, setting: Setting): Statement {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made = createTable(random, view, setting);
    if (isSupported(setting.features, made, view)) return made;
  }
  const columns = [{ name: setting.names.column(), type: 'INTEGER' }];
  return { kind: 'createTable', name: setting.names.table(), columns };
}

const ATTEMPTS = 20;
