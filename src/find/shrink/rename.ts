// Gives tables, columns, indexes, views and savepoints the names t0, c0, i0, … in the order in which the plan first says them.

import { mapCheck, mapGroup, type Plan } from '../../plan/index.ts';
import type { Statement } from '../../sql/ast.ts';
import { mapNames, type Namespace } from '../../sql/index.ts';
import type { Pass } from './pass.ts';

/** A letter and a number; the letter d is that of draws. */
const GENERATED_NAME = /^[a-ce-z]\d+$/;

export const rename: Pass = {
  name: 'rename',
  *propose(plan) {
    const names = new Map<string, string>();
    const newName = (name: string, of: Namespace) =>
      of !== 'function' && GENERATED_NAME.test(name) ? numbered(name, names) : name;
    const made = renamed(plan, newName);
    if ([...names].some(([old, young]) => old !== young)) yield made;
  },
};

/** The plan with other names. They stand in trees and checks, and are the keys of drawn rows. */
export function renamed(plan: Plan, newName: (name: string, of: Namespace) => string): Plan {
  const groups = plan.groups.map((group) =>
    mapGroup(group, {
      expression: (expression) => mapNames('expression', expression, newName),
      body: (body) => mapNames('body', body, newName),
      statement: (statement) => withText(mapNames('statement', statement, newName), newName),
      row: (values) =>
        Object.fromEntries(
          Object.entries(values).map(([column, value]) => [newName(column, 'column'), value]),
        ),
      check: (check) =>
        mapCheck(check, {
          rows: (term) => (term.term === 'table' ? { ...term, table: newName(term.table, 'table') } : term),
        }),
    }),
  );
  return { ...plan, groups };
}

/** The names in the text of a raw statement are those that it says it touches, and their columns. */
function withText(statement: Statement, newName: (name: string, of: Namespace) => string): Statement {
  if (statement.kind !== 'raw') return statement;
  const sql = statement.sql.replace(TOKEN, (token, name?: string) =>
    name === undefined ? token : newName(name, 'object'),
  );
  return sql === statement.sql ? statement : { ...statement, sql };
}

/** A text, a number, or a word. */
const TOKEN = /'(?:[^']|'')*'|\d[\w.]*|([A-Za-z_]\w*)/g;

/** The next number of the name's letter, or what it was given before. */
function numbered(name: string, names: Map<string, string>): string {
  let known = names.get(name);
  if (known === undefined) {
    const number = [...names.keys()].filter((other) => other[0] === name[0]).length;
    names.set(name, (known = `${name[0]}${number}`));
  }
  return known;
}
