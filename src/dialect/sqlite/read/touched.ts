// What a statement touches that the AST has no place for, as far as its syntax tells: so the model forgets that and nothing else.

import type { Stmt } from 'sqlite3-parser';
import type { RawStatement } from '../../../sql/ast.ts';
import type { Reading } from './reading.ts';

/** The statement as text, with what it reads, changes and redefines. */
export function rawOf(sql: string, statement: Stmt, by: Reading): RawStatement {
  const raw = { kind: 'raw', sql: sql.trim().replace(/;\s*$/, '') } as const;
  const names = namesIn(statement).map((name) => by.spelling(name));
  switch (statement.type) {
    case 'SelectStmt':
    case 'ExplainStmt': {
      const isOpen = statement.type === 'ExplainStmt' || isUndetermined(statement);
      return { ...raw, changes: [], reads: names, ...(isOpen && { undetermined: true }) };
    }
    case 'InsertStmt':
    case 'UpdateStmt':
    case 'DeleteStmt': {
      const { dbName, objName } = statement.tblName;
      // Statistics change plans, and no outcome; other tables of SQLite's own are the schema, and what rowids follow from.
      if (/^sqlite_stat/i.test(objName.text)) return { ...raw, changes: [], reads: names };
      if (/^(sqlite|pragma)_/i.test(objName.text)) return { ...raw, changes: [], unbounded: true };
      const target = by.spelling(objName.text);
      const reads = names.filter((name) => name !== target);
      // In which database it finds the table is not known.
      if (dbName !== undefined) return { ...raw, changes: [target], reads, redefines: [target] };
      return { ...raw, changes: [target], reads };
    }
    case 'CreateTableStmt':
    case 'CreateIndexStmt':
    case 'CreateViewStmt':
    case 'CreateTriggerStmt':
    case 'CreateVirtualTableStmt':
    case 'AlterTableStmt':
    case 'DropTableStmt':
    case 'DropIndexStmt':
    case 'DropViewStmt':
    case 'DropTriggerStmt':
      return { ...raw, changes: [], redefines: names };
    case 'AnalyzeStmt':
    case 'ReindexStmt':
    case 'VacuumStmt':
      return { ...raw, changes: [] };
    case 'PragmaStmt':
      return statement.body === undefined
        ? { ...raw, changes: [], undetermined: true }
        : { ...raw, changes: [], unbounded: true };
    case 'AttachStmt':
    case 'DetachStmt':
    case 'BeginStmt':
    case 'CommitStmt':
    case 'RollbackStmt':
    case 'SavepointStmt':
    case 'ReleaseStmt':
      return { ...raw, changes: [], unbounded: true };
  }
}

interface Parsed {
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** In the order of the text. Without recursion: what is nested too deeply to be read comes here, too. */
function visit(root: unknown, enter: (node: Parsed) => void): void {
  const left = [root];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node !== 'object' || node === null || node instanceof Uint8Array) continue;
    if (!Array.isArray(node)) enter(node as Parsed);
    for (const part of Object.values(node).reverse()) left.push(part);
  }
}

/** Tables, views, indexes and triggers, with common tables and the new name of a table among them. */
function namesIn(statement: Stmt): string[] {
  const names = new Set<string>();
  const add = (name: unknown) => {
    if (isName(name)) names.add(name.text);
  };
  visit(statement, (node) => {
    if (node.type === 'QualifiedName') add(node.objName);
    if (node.type === 'RenameToAlterTableBody') add(node.name);
    add(node.tblName);
  });
  return [...names];
}

function isName(node: unknown): node is { readonly text: string } {
  return (node as Parsed | undefined)?.type === 'Name';
}

/** Of these functions, and of windows and LIMIT, SQL does not always say what they give. */
const OPEN_FUNCTIONS =
  /^(random|randomblob|changes|total_changes|last_insert_rowid|group_concat|string_agg|json_group_|jsonb_group_|sqlite_|date|time|datetime|julianday|unixepoch|strftime|timediff)/i;

function isUndetermined(statement: Stmt): boolean {
  let isOpen = false;
  visit(statement, (node) => {
    const { type = '', name, objName } = node;
    if (/Over$|^Current(Date|Time)/.test(type) || node.limit !== undefined) isOpen = true;
    if (/^FunctionCall/.test(type) && OPEN_FUNCTIONS.test((name as { name: string }).name)) isOpen = true;
    if (isName(objName) && /^(sqlite|pragma)_/i.test(objName.text)) isOpen = true;
  });
  return isOpen;
}
