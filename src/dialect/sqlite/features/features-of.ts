// The features that a statement uses, found by walking it. Generation, fingerprints and the ledger are made from this list.

import type { Statement } from '../../../sql/ast.ts';
import { children } from '../../../sql/index.ts';
import { type FeatureId, isFeatureId } from './catalogue.ts';
import type { FeatureSet } from './feature-set.ts';
import { walkAlterTable, walkCreateIndex, walkCreateTable } from './schema-features-of.ts';
import { walkSelect } from './select-features-of.ts';
import { walkCreateTrigger } from './trigger-features-of.ts';
import { add, coreFacts, type KnownSchema, type KnownTable, NO_SCHEMA, type Walk } from './walk.ts';
import { walkDelete, walkInsert, walkUpdate } from './write-features-of.ts';

/**
 * In the order of their first appearance, without repetition. With the schema that the statement meets, also those that
 * depend on its tables, such as DELETE from a WITHOUT ROWID table.
 */
export function featuresOf(statement: Statement, schema: KnownSchema = NO_SCHEMA): FeatureId[] {
  return [...usedBy(statement, schema)];
}

function usedBy(statement: Statement, schema: KnownSchema): ReadonlySet<FeatureId> {
  const walk: Walk = {
    used: new Set(),
    schema,
    levels: [],
    common: [],
    role: 'statement',
    place: 'Result',
    outerOn: false,
    around: [],
    core: coreFacts(),
    select: walkSelect,
  };
  walkStatement(walk, statement);
  return walk.used;
}

/** All tables, if none is named. */
function targetsOf({ schema }: Walk, name: string | undefined): readonly KnownTable[] {
  return name === undefined ? schema.tables : schema.tables.filter((table) => table.name === name);
}

/** Does the engine have all that this statement uses? */
export function isSupported(features: FeatureSet, statement: Statement, schema: KnownSchema): boolean {
  for (const id of usedBy(statement, schema)) if (!features.has(id)) return false;
  return true;
}

function walkStatement(walk: Walk, statement: Statement): void {
  switch (statement.kind) {
    case 'select':
      walkSelect(walk, statement);
      break;
    case 'createTable':
      walkCreateTable(walk, statement);
      break;
    case 'createTableAs':
      add(walk, 'createTable.as');
      if (statement.ifNotExists) add(walk, 'createTable.ifNotExists');
      if (walk.schema.inTransaction) add(walk, 'transaction.createTable');
      walkSelect({ ...walk, role: 'createTableAs' }, statement.select);
      break;
    case 'createIndex':
      walkCreateIndex(walk, statement);
      break;
    case 'createView':
      add(walk, 'createView');
      if (statement.ifNotExists) add(walk, 'createView.ifNotExists');
      if (statement.columns) add(walk, 'createView.columns');
      walkSelect({ ...walk, role: 'view' }, statement.select);
      break;
    case 'createTrigger':
      walkCreateTrigger(walk, statement, walkStatement);
      break;
    case 'drop':
      add(walk, `drop.${statement.what.toLowerCase()}` as FeatureId);
      if (statement.ifExists) add(walk, 'drop.ifExists');
      break;
    case 'alterTable':
      walkAlterTable(walk, statement);
      break;
    case 'insert':
      walkInsert(walk, statement);
      break;
    case 'update':
      walkUpdate(walk, statement);
      break;
    case 'delete':
      walkDelete(walk, statement);
      break;
    case 'begin':
      add(walk, 'begin');
      if (statement.mode) add(walk, `begin.${statement.mode}`);
      break;
    case 'savepoint':
      add(walk, 'savepoint');
      if (walk.schema.inTransaction === false) add(walk, 'savepoint.outermost');
      break;
    case 'pragma': {
      const id = `pragma.${statement.name}`;
      add(walk, isFeatureId(id) ? id : 'pragma.other');
      if (statement.name === 'foreign_keys' && statement.value !== undefined)
        add(walk, 'foreignKey.enforced');
      break;
    }
    case 'analyze':
      add(walk, statement.target === undefined ? 'analyze' : 'analyze.table');
      if (targetsOf(walk, statement.target).some(({ withoutRowid }) => withoutRowid))
        add(walk, 'withoutRowid.analyze');
      break;
    case 'reindex':
      add(walk, statement.target === undefined ? 'reindex' : 'reindex.one');
      break;
    case 'vacuum':
      add(walk, statement.into === undefined ? 'vacuum' : 'vacuum.into');
      break;
    case 'detach':
      add(walk, 'attach');
      break;
    case 'raw':
      for (const id of statement.features ?? ['statement.raw']) if (isFeatureId(id)) add(walk, id);
      break;
    default:
      add(walk, statement.kind);
      for (const child of children(statement)) if (child.kind === 'select') walkSelect(walk, child);
  }
}
