// SQL in the notation: read once, with its names looked up and tried in their places before anything is drawn.

import { fillIn, Misplaced, readSql } from '../property/index.ts';
import type { Expression, FromItem, SelectBody, Statement } from '../sql/ast.ts';
import { visitNames } from '../sql/index.ts';
import { aboutOf, type Kind, nounOf } from './kinds.ts';
import { type Part, partsOf, withoutPrimes, withPrimes } from './parts.ts';
import { wrong } from './problem.ts';
import type { Scope } from './scope.ts';
import type { SqlText } from './syntax.ts';
import { insertable, sampleOf } from './values.ts';

/** SQL as a tree in which names of the notation are names. */
export interface Piece {
  readonly statement: Statement;
  /** Of a piece that is no statement. */
  readonly expression?: Expression;
  /** What it creates and names itself: each instance has another name for it. */
  readonly creates?: string;
  /** The row of the notation that it inserts. */
  readonly inserts?: string;
}

/** A name as the author wrote it, of one that SQL read. */
export function nameOf(read: string): string {
  return withPrimes(read).toLowerCase();
}

export function readStatement(sql: SqlText, scope: Scope): Piece {
  const statement = withTables(read(sql, sql.text, 0, scope), scope);
  const creates = createdIn(statement, scope);
  checkNames(sql, statement, scope, creates);
  const inserts = insertedRow(statement, scope);
  return {
    statement,
    ...(creates !== undefined && { creates }),
    ...(inserts !== undefined && { inserts }),
  };
}

const SELECT = 'SELECT ';

export function readExpression(sql: SqlText, scope: Scope): Piece & { readonly expression: Expression } {
  const statement = read(sql, SELECT + sql.text, SELECT.length, scope);
  const expression = onlyExpression(statement);
  if (expression === undefined) wrong(sql.at, 'this is no expression', 'expected one expression of SQL');
  checkNames(sql, statement, scope, undefined);
  return { statement, expression };
}

function onlyExpression(statement: Statement): Expression | undefined {
  if (statement.kind !== 'select' || Object.keys(statement).length !== 2) return undefined;
  const { body } = statement;
  if (body.kind !== 'core' || Object.keys(body).length !== 2 || body.columns.length !== 1) return undefined;
  const [only] = body.columns;
  return only.kind === 'expression' && only.alias === undefined ? only.expression : undefined;
}

/** `added` characters stand before the piece in the text that is read. */
function read(sql: SqlText, text: string, added: number, scope: Scope): Statement {
  const words = partsOf(text).flatMap(({ kind, text: word }) => (kind === 'word' ? [word] : []));
  const of = (kind: Kind['kind']) =>
    new Set(words.filter((word) => scope.find(word)?.kind === kind).map(withoutPrimes));
  const found = readSql(withoutPrimes(text), { queries: of('query'), rows: of('row') });
  if (!('message' in found)) return found;
  const lines = text.split('\n').slice(0, found.line - 1);
  const offset = lines.reduce((sum, line) => sum + line.length + 1, 0) + found.column - 1;
  const at = sql.at + Math.max(0, Math.min(offset - added, sql.text.length));
  const [problem, ...hints] = withPrimes(found.message).split(': ');
  return wrong(at, problem, hints.length === 0 ? 'expected SQL' : hints.join(': '));
}

/** A SELECT without FROM reads the tables that what stands in it is about. */
function withTables(statement: Statement, scope: Scope): Statement {
  if (statement.kind !== 'select') return statement;
  return { ...statement, body: withTablesOf(statement.body, scope) };
}

function withTablesOf(body: SelectBody, scope: Scope): SelectBody {
  if (body.kind === 'compound') {
    const right = withTablesOf(body.right, scope) as typeof body.right;
    return { ...body, left: withTablesOf(body.left, scope), right };
  }
  if (body.kind !== 'core' || body.from !== undefined) return body;
  const tables = new Set<string>();
  collect(body, scope, tables);
  const items = [...tables].map((name): FromItem => ({ kind: 'table', name }));
  if (items.length === 0) return body;
  return { ...body, from: items.reduce((left, right) => ({ kind: 'join', operator: ',', left, right })) };
}

/** The tables that the names below a node are about; what reads from tables of its own is left out. */
function collect(node: unknown, scope: Scope, tables: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  const { kind, from, name, table } = node as Record<string, unknown>;
  if (kind === 'core' && from !== undefined) return;
  if (kind === 'column') {
    const meant = scope.find(nameOf((table ?? name) as string));
    if (
      meant?.kind === 'expression' ||
      meant?.kind === 'column' ||
      (table !== undefined && meant?.kind === 'table')
    )
      for (const about of aboutOf(meant)) if (scope.find(about)?.kind === 'table') tables.add(about);
  }
  for (const child of Object.values(node)) collect(child, scope, tables);
}

function createdIn(statement: Statement, scope: Scope): string | undefined {
  switch (statement.kind) {
    case 'createTable':
    case 'createTableAs':
    case 'createView':
    case 'createIndex':
    case 'createTrigger':
      return scope.find(nameOf(statement.name)) === undefined ? nameOf(statement.name) : undefined;
    default:
      return undefined;
  }
}

function insertedRow(statement: Statement, scope: Scope): string | undefined {
  if (statement.kind !== 'insert' || statement.source.kind !== 'values') return undefined;
  const { rows } = statement.source;
  const [row] = rows;
  const only =
    rows.length === 1 && Array.isArray(row) && row.length === 1 ? (row[0] as Expression) : undefined;
  if (only?.kind !== 'column' || only.table !== undefined) return undefined;
  const name = nameOf(only.name);
  return scope.find(name)?.kind === 'row' ? name : undefined;
}

/** Names that every table or statement has. */
const EVERYWHERE = new Set(['rowid', 'oid', '_rowid_', 'new', 'old', 'excluded', 'main', 'temp']);

function checkNames(sql: SqlText, statement: Statement, scope: Scope, creates: string | undefined): void {
  const own = new Set<string>();
  definedIn(statement, own);
  const shadowing = [...own].find(
    (name) => name !== creates && (scope.find(name)?.kind ?? 'name') !== 'name',
  );
  if (shadowing !== undefined)
    wrong(atName(sql, shadowing), `\`${shadowing}\` has a meaning already`, 'expected another name here');
  if (statement.kind !== 'pragma') {
    visitNames('statement', statement, (said, of) => {
      const name = nameOf(said);
      if (of === 'function' || of === 'database' || of === 'savepoint') return;
      if (
        own.has(name) ||
        scope.find(name) !== undefined ||
        scope.hasColumn(name) ||
        scope.hasAlias(name) ||
        EVERYWHERE.has(name)
      )
        return;
      wrong(atName(sql, name), `there is no \`${withPrimes(said)}\``, scope.expected);
    });
  }
  tryIn(sql, statement, scope);
}

/** Names that a statement gives: aliases, common tables, what it creates and the columns of it. */
function definedIn(node: unknown, own: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  const { kind, alias, name, to, column, columns, select } = node as Record<string, unknown>;
  if (typeof alias === 'string') own.add(nameOf(alias));
  if (typeof to === 'string') own.add(nameOf(to));
  const isCommonTable = kind === undefined && select !== undefined;
  const isNew = typeof kind === 'string' && /^(create|savepoint|attach)/.test(kind);
  if (typeof name === 'string' && (isCommonTable || isNew)) own.add(nameOf(name));
  if (kind === 'addColumn') own.add(nameOf((column as { name: string }).name));
  const namesColumns = isCommonTable || kind === 'createView' || kind === 'createTable';
  if (namesColumns && Array.isArray(columns))
    for (const column of columns)
      own.add(nameOf(typeof column === 'string' ? column : (column as { name: string }).name));
  for (const child of Object.values(node)) definedIn(child, own);
}

/** Whether everything can stand where it stands. */
function tryIn(sql: SqlText, statement: Statement, scope: Scope): void {
  const problem = misplacedIn(statement, scope);
  if (problem === null) return;
  const name = nameOf(problem.named);
  const kind = scope.find(name);
  const expected = kind === undefined ? 'expected SQL' : `${nounOf(kind)} is not expected there`;
  wrong(whereMisplaced(sql, name, scope), withPrimes(problem.message), expected);
}

function misplacedIn(statement: Statement, scope: Scope): Misplaced | null {
  try {
    fillIn(statement, (read) => {
      const kind = scope.find(nameOf(read));
      return kind && insertable(withPrimes(read), sampleOf(kind), { readable: [] });
    });
    return null;
  } catch (error) {
    if (error instanceof Misplaced) return error;
    throw error;
  }
}

/** A name may stand in several places: the one without which nothing is wrong. */
function whereMisplaced(sql: SqlText, name: string, scope: Scope): number {
  for (const { at, text } of placesOf(sql, name)) {
    const other = '_'.repeat(text.length);
    const changed = sql.text.slice(0, at) + other + sql.text.slice(at + text.length);
    const found = readSql(withoutPrimes(changed), { queries: new Set(), rows: new Set() });
    if (!('message' in found) && misplacedIn(found, scope) === null) return sql.at + at;
  }
  return atName(sql, name);
}

/** Where the piece says a name first. */
function atName(sql: SqlText, name: string): number {
  return sql.at + (placesOf(sql, name)[0]?.at ?? 0);
}

function placesOf(sql: SqlText, name: string): Part[] {
  return partsOf(sql.text).filter(({ kind, text }) => kind === 'word' && text.toLowerCase() === name);
}
