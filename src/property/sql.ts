// Builders of expressions, and what can be done with any piece of SQL: what `sql` of the package has. Statements and queries are not here: a property is made of them, so they are exported by themselves.

import { dialect } from '../dialect/index.ts';

export * from '../sql/build.ts';
export { rewrite, rewriteQueries, some } from '../sql/index.ts';

/** A statement as SQL text. */
export const print = dialect.print;
