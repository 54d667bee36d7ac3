// The namespace `sql` of the package: SQL as data. Builders of expressions, the types of all nodes, and what can be done with any
// piece of SQL. Statements and queries are not here: a property is made of them, so they are exported by themselves.

import { dialect } from '../dialect/index.ts';

export type * from '../sql/ast.ts';
export * from '../sql/build.ts';
export { type Node, type NodeSorts, rewrite, rewriteQueries, some, type Tree } from '../sql/index.ts';

/** A statement as SQL text. */
export const print = dialect.print;
