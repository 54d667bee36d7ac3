// What names can stand for, as far as it is known before anything is drawn.

import type { ParameterKind } from './words.ts';

export type Kind =
  /** `base` is the name that it was picked under, whatever it is called in a query. */
  | { readonly kind: 'table'; readonly base: string }
  | { readonly kind: 'column'; readonly of: string }
  | { readonly kind: 'row'; readonly of: string; readonly isDrawn: boolean }
  /** A value of a row: `r.c`. */
  | { readonly kind: 'part'; readonly of: string }
  /** `about` are the tables whose columns it may read. */
  | { readonly kind: 'expression'; readonly about: readonly string[] }
  | { readonly kind: 'query'; readonly hasWidth: boolean }
  | { readonly kind: 'statement'; readonly makesTable: boolean }
  | { readonly kind: 'result' }
  | { readonly kind: 'number' }
  | { readonly kind: 'name' }
  | { readonly kind: 'tuple'; readonly parts: readonly Kind[] };

const NOUNS: Readonly<Record<Kind['kind'], string>> = {
  table: 'a table',
  column: 'a column',
  row: 'a row',
  part: 'a value of a row',
  expression: 'an expression',
  query: 'a query',
  statement: 'a statement',
  result: 'a result',
  number: 'a number',
  name: 'a name',
  tuple: 'a tuple',
};

export function nounOf({ kind }: Pick<Kind, 'kind'>): string {
  return NOUNS[kind];
}

/** Of a parameter of a generator. */
export function kindOfParameter(kind: ParameterKind, name: string): Kind {
  switch (kind) {
    case 'table':
      return { kind, base: name };
    case 'column':
      return { kind, of: name };
    case 'row':
      return { kind, of: name, isDrawn: false };
    case 'expression':
      return { kind, about: [name] };
    case 'query':
      return { kind, hasWidth: false };
    case 'number':
      return { kind };
  }
}

/** The tables that something reads where it stands in SQL. */
export function aboutOf(kind: Kind): readonly string[] {
  switch (kind.kind) {
    case 'expression':
      return kind.about;
    case 'column':
      return [kind.of];
    case 'table':
      return [kind.base];
    case 'row':
    case 'part':
      return [kind.of];
    case 'tuple':
      return kind.parts.flatMap(aboutOf);
    default:
      return [];
  }
}

/** What a generator returns, where its parameters stand for what it was given. */
export function mapTables(kind: Kind, map: (name: string) => readonly string[]): Kind {
  const one = (name: string) => map(name)[0] ?? '';
  switch (kind.kind) {
    case 'table':
      return { ...kind, base: one(kind.base) };
    case 'column':
    case 'row':
    case 'part':
      return { ...kind, of: one(kind.of) };
    case 'expression':
      return { ...kind, about: kind.about.flatMap(map) };
    case 'tuple':
      return { ...kind, parts: kind.parts.map((part) => mapTables(part, map)) };
    default:
      return kind;
  }
}
