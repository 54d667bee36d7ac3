// Subqueries in FROM as tables of their own: their rows are stored before the statement that reads them, so what a query makes of a
// subquery is told from what it makes of rows.

import type { Plan, RunStep } from '../../plan/index.ts';
import type { FromItem, Select, Statement } from '../../sql/ast.ts';
import { classOf, mapChildren, type Node, type StatementClass } from '../../sql/index.ts';
import { stepMaker, withSteps } from './edits.ts';
import { typeOf } from './schema-suspects.ts';

const READS: ReadonlySet<StatementClass> = new Set(['query', 'write'] as const);

/** How a table with the rows of a query is made. Its name is free, since names of generated tables begin with another letter. */
type Making = (name: string, select: Select, plan: Plan) => readonly Statement[] | null;

/** Its columns keep their affinities. */
export const createdFrom: Making = (name, select) => [{ kind: 'createTableAs', name, select }];

/** For engines without CREATE TABLE AS, or that lose the types of columns with it. */
export const createdAndFilled: Making = (name, select, plan) => {
  const columns = columnsOf(select)?.map((column, i) => ({ name: column, ...typeOf(plan, select, i) }));
  if (columns === undefined) return null;
  return [
    { kind: 'createTable', name, columns },
    { kind: 'insert', table: name, source: { kind: 'select', select } },
  ];
};

/** Null if there is none. */
export function materialised(plan: Plan, made: Making): Plan | null {
  const step = stepMaker(plan);
  let count = 0;
  return withSteps(plan, (each) => {
    if (each.do !== 'run' || !READS.has(classOf(each.statement))) return [each];
    const before: RunStep[] = [];
    const statement = withTables(each.statement, (select) => {
      const name = `m${count++}`;
      const statements = made(name, select, plan);
      before.push(...(statements ?? []).map((statement) => step(each, statement)));
      return statements === null ? null : name;
    });
    return before.length === 0 ? [each] : [...before, { ...each, statement }];
  });
}

/** Inner subqueries first: the tables of outer ones are filled from theirs. */
function withTables(statement: Statement, tableFor: (select: Select) => string | null): Statement {
  const below = <T extends Node>(node: T): T => {
    const made: Node = mapChildren(node, below);
    if (made.kind !== 'subquery' || !('select' in made)) return made as T;
    const name = tableFor(made.select);
    if (name === null) return made as Node as T;
    const table: FromItem = { kind: 'table', name, ...(made.alias !== undefined && { alias: made.alias }) };
    return table as Node as T;
  };
  return below(statement);
}

/** Names for the columns of a query; null if nobody can tell how many there are. One without a name cannot be named elsewhere. */
function columnsOf({ body }: Select): readonly string[] | null {
  if (body.kind === 'compound') return columnsOf({ kind: 'select', body: body.left });
  if (body.kind === 'values') return body.rows[0].map((_, i) => `column${i + 1}`);
  if (body.kind !== 'core') return null;
  const names: string[] = [];
  for (const [i, column] of body.columns.entries()) {
    if (column.kind !== 'expression') return null;
    const { alias, expression } = column;
    names.push(alias ?? (expression.kind === 'column' ? expression.name : `unnamed${i}`));
  }
  return new Set(names).size === names.length ? names : null;
}
