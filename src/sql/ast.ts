// The language as plain data. Builders (build.ts) make these values, one printer (print.ts) writes them as SQL,
// and nothing else knows SQL's syntax. Every node is JSON but for SqlValue, which has a codec.
//
// Tables, columns, indexes and views are named by their SQL names. Generation never reuses a name within a plan,
// so a name is an identity; there is no second naming scheme to keep in step.

export type * from './ast/expressions.ts';
export type * from './ast/queries.ts';
export type * from './ast/statements.ts';
