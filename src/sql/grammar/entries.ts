// The tables of the grammar in a form to loop over: the fields of each kind as a list, in the order of the table.

import { invariant } from '../../errors.ts';
import { grammar } from '../grammar.ts';
import type { Held, Sort, Sorts } from './field.ts';

export interface Entry {
  readonly key: string;
  readonly held: Held;
  readonly isOptional: boolean;
  /** Optional, and nothing around it says whether it must be there. */
  readonly isDroppable: boolean;
}

type Table = Readonly<Record<string, Held | { readonly optional: Held; readonly dependent: boolean }>>;

/** By kind; a record without kinds has one list under the name of its sort. */
export type Kinds = ReadonlyMap<string, readonly Entry[]>;

const ALL = new Map(
  (Object.keys(grammar) as Sort[]).map((sort): [Sort, Kinds] => {
    const rule = grammar[sort];
    const tables: Readonly<Record<string, Table>> = 'kinds' in rule ? rule.kinds : { [sort]: rule.fields };
    return [sort, new Map(Object.entries(tables).map(([kind, table]) => [kind, listed(table)]))];
  }),
);

function listed(table: Table): readonly Entry[] {
  return Object.entries(table).map(([key, field]) =>
    'optional' in field
      ? { key, held: field.optional, isOptional: true, isDroppable: !field.dependent }
      : { key, held: field, isOptional: false, isDroppable: false },
  );
}

export const sorts: readonly Sort[] = [...ALL.keys()];

export function kindsOfSort(sort: Sort): Kinds {
  const kinds = ALL.get(sort);
  invariant(kinds !== undefined, `the grammar has the sort ${sort}`);
  return kinds;
}

/** Is it told apart by `kind` what stands there? */
export function hasKinds(sort: Sort): boolean {
  return 'kinds' in grammar[sort];
}

export function entriesOf<S extends Sort>(sort: S, part: Sorts[S]): readonly Entry[] {
  const kind = hasKinds(sort) ? (part as { readonly kind: string }).kind : sort;
  const entries = kindsOfSort(sort).get(kind);
  invariant(entries !== undefined, `the grammar has ${kind} among the ${sort}s`);
  return entries;
}
