// What a statement does, as one table over all kinds: code that needs a set of kinds asks for the class.

import type { Statement } from './ast.ts';

/**
 * `query` and `pragma` leave rows and schema alone; `write` changes rows; `schema` changes what is declared; `transaction`
 * begins and ends; `maintenance` rewrites or measures storage; `attachment` adds and removes databases; `raw` is text.
 */
export type StatementClass =
  | 'query'
  | 'pragma'
  | 'write'
  | 'schema'
  | 'transaction'
  | 'maintenance'
  | 'attachment'
  | 'raw';

const CLASSES = {
  select: 'query',
  pragma: 'pragma',
  insert: 'write',
  update: 'write',
  delete: 'write',
  createTable: 'schema',
  createTableAs: 'schema',
  createIndex: 'schema',
  createView: 'schema',
  createTrigger: 'schema',
  drop: 'schema',
  alterTable: 'schema',
  begin: 'transaction',
  commit: 'transaction',
  rollback: 'transaction',
  savepoint: 'transaction',
  release: 'transaction',
  rollbackTo: 'transaction',
  analyze: 'maintenance',
  reindex: 'maintenance',
  vacuum: 'maintenance',
  attach: 'attachment',
  detach: 'attachment',
  raw: 'raw',
} as const satisfies Readonly<Record<Statement['kind'], StatementClass>>;

type KindOf<Class extends StatementClass> = {
  [Kind in Statement['kind']]: (typeof CLASSES)[Kind] extends Class ? Kind : never;
}[Statement['kind']];

/** The statements of a class, as a type: `StatementOf<'transaction'>`. */
export type StatementOf<Class extends StatementClass> = Extract<Statement, { readonly kind: KindOf<Class> }>;

export function isStatementKind(kind: string): kind is Statement['kind'] {
  return kind in CLASSES;
}

export function classOf({ kind }: Statement): StatementClass {
  return CLASSES[kind];
}

/** Changes neither rows nor schema: an outcome that is not known leaves everything else known. */
export function isReading(statement: Statement): statement is StatementOf<'query' | 'pragma'> {
  const found = classOf(statement);
  return found === 'query' || found === 'pragma';
}

/** BEGIN, COMMIT, ROLLBACK and the statements about savepoints. */
export function isTransactionControl(statement: Statement): statement is StatementOf<'transaction'> {
  return classOf(statement) === 'transaction';
}
