// What the right sides of `<-` and `:=` make, before anything is drawn.

import { columnNamed } from './check-condition.ts';
import { type Piece, readExpression, readStatement } from './check-sql.ts';
import { aboutOf, type Kind, mapTables, nounOf } from './kinds.ts';
import { partsOf } from './parts.ts';
import { wrong } from './problem.ts';
import type { Scope } from './scope.ts';
import type { Drawing, GeneratorText, Meaning, Name, SqlText, Term } from './syntax.ts';
import { GENERATED, PICKABLE } from './words.ts';

/** What checking finds out for translating. */
export interface Checking {
  readonly pieces: Map<SqlText, Piece>;
  /** A generator of the file, checked, with what it returns. */
  generator(name: Name): { readonly text: GeneratorText; readonly kind: Kind } | undefined;
  readonly generatorNames: readonly string[];
}

/** `name` is what the result will be called, if it is one thing. */
export function kindOfDrawing(drawing: Drawing, scope: Scope, checking: Checking, name: string): Kind {
  switch (drawing.draw) {
    case 'tuple':
      return {
        kind: 'tuple',
        parts: drawing.parts.map((part) => kindOfDrawing(part, scope, checking, name)),
      };
    case 'pick':
      return kindOfPick(drawing, scope, name);
    case 'pickFrom': {
      const kinds = drawing.parts.map((part) => kindOfMeaning(part, scope, checking));
      const other = kinds.findIndex(({ kind }) => kind !== kinds[0].kind);
      if (other > 0)
        wrong(
          drawing.parts[other].at,
          `this is ${nounOf(kinds[other])}`,
          `expected ${nounOf(kinds[0])}, as before it`,
        );
      const [first] = kinds;
      return first.kind === 'expression' ? { ...first, about: kinds.flatMap(aboutOf) } : first;
    }
    case 'genOf': {
      const kind = scope.get(drawing.column.text, drawing.column.at);
      if (kind.kind !== 'column')
        wrong(drawing.column.at, `\`${drawing.column.text}\` is ${nounOf(kind)}`, 'expected a column');
      return { kind: 'expression', about: [] };
    }
    case 'gen':
      return kindOfGen(drawing, scope, checking, name);
  }
}

function kindOfPick(
  { of, field, alias }: Drawing & { readonly draw: 'pick' },
  scope: Scope,
  name: string,
): Kind {
  const isDatabase = of.text === 'db';
  const known: readonly string[] = isDatabase ? PICKABLE.db : PICKABLE.table;
  const base = isDatabase ? '' : scope.table(of.text, of.at).base;
  if (!known.includes(field.text))
    wrong(field.at, `\`${of.text}\` has no ${field.text}`, `expected one of ${known.join(', ')}`);
  if (alias !== undefined) {
    if (!isDatabase) wrong(alias.at, 'only a table can have another name', 'expected `pick db.tables as a`');
    scope.defineAlias(alias);
  }
  switch (field.text) {
    case 'columns':
      return { kind: 'column', of: of.text.toLowerCase() };
    case 'rows':
      return { kind: 'row', of: base, isDrawn: false };
    case 'indexes':
      return { kind: 'name' };
    default:
      return { kind: 'table', base: name };
  }
}

function kindOfGen(
  { what, given, at }: Drawing & { readonly draw: 'gen' },
  scope: Scope,
  checking: Checking,
  name: string,
): Kind {
  const key = /^select$/i.test(what.text) ? 'SELECT' : what.text;
  const takes = (count: number): readonly Term[] => {
    if (given.length === count) return given;
    const said = given.length === 0 ? 'nothing' : `${given.length} things`;
    return wrong(at, `\`gen ${what.text}\` is given ${said}`, `expected \`${GENERATED[key]}\``);
  };
  switch (key) {
    case 'row': {
      const [table] = takes(1);
      return { kind: 'row', of: tableIn(table, scope).base, isDrawn: true };
    }
    case 'expression':
      return kindOfExpression(given, scope);
    case 'value': {
      const [column] = takes(1);
      if (column.is !== 'name') return wrong(column.at, 'this is no column', 'expected the name of a column');
      const kind = scope.get(column.name, column.at);
      if (kind.kind !== 'column')
        return wrong(column.at, `\`${column.name}\` is ${nounOf(kind)}`, 'expected a column');
      return { kind: 'expression', about: [] };
    }
    case 'integer':
      checkRange(takes(2));
      return { kind: 'number' };
    case 'name':
      takes(0);
      return { kind: 'name' };
    case 'table':
      takes(0);
      return { kind: 'statement', makesTable: true };
    case 'index':
      tableIn(takes(1)[0], scope);
      return { kind: 'statement', makesTable: false };
    case 'statement':
      takes(0);
      return { kind: 'statement', makesTable: false };
    case 'SELECT': {
      const [tables] = takes(1);
      if (tables.is !== 'field' || tables.of !== 'db' || tables.field !== 'tables')
        wrong(tables.at, 'a query is drawn over the whole database', 'expected `db.tables`');
      return { kind: 'query', hasWidth: true };
    }
    default:
      return kindOfCall(what, given, scope, checking, name);
  }
}

/** The numbers that are drawn have 32 bits. */
const MOST_IN_RANGE = 2n ** 31n;

function checkRange(bounds: readonly Term[]): void {
  const [least, greatest] = bounds.map((bound) => {
    if (bound.is !== 'value' || typeof bound.value !== 'bigint')
      return wrong(bound.at, 'this is no whole number', 'expected two numbers: the least and the greatest');
    if (bound.value >= MOST_IN_RANGE || bound.value <= -MOST_IN_RANGE)
      wrong(bound.at, 'the number is too large', `expected numbers below ${MOST_IN_RANGE}`);
    return bound.value;
  });
  if (least > greatest)
    wrong(bounds[0].at, `${least} is more than ${greatest}`, 'expected the least and then the greatest');
}

function tableIn(term: Term, scope: Scope): Kind & { readonly kind: 'table' } {
  if (term.is !== 'name') return wrong(term.at, 'this is no table', 'expected the name of a table');
  return scope.table(term.name, term.at);
}

/** `(t)`, `(t, c)`, `(t, r)`, `(t, u)`, or nothing: all tables that were picked. */
function kindOfExpression(given: readonly Term[], scope: Scope): Kind {
  if (given.length === 0) return { kind: 'expression', about: scope.tables };
  const kinds = given.map((term) => {
    if (term.is !== 'name') return wrong(term.at, 'this is no name', 'expected a table, a column or a row');
    const kind = scope.get(term.name, term.at);
    if (kind.kind === 'table' || kind.kind === 'column' || kind.kind === 'row') return { kind, term };
    return wrong(term.at, `\`${term.name}\` is ${nounOf(kind)}`, 'expected a table, a column or a row');
  });
  const tables = kinds.filter(({ kind }) => kind.kind === 'table');
  const columns = kinds.filter(({ kind }) => kind.kind === 'column');
  const [alone] = kinds;
  if (kinds.length === 1 && alone.kind.kind === 'row') return { kind: 'expression', about: [alone.kind.of] };
  for (const { kind, term } of kinds) {
    if (kind.kind !== 'row') continue;
    if (tables.length !== 1)
      wrong(term.at, 'an expression is true of a row of one table', 'expected `(t, r)`');
    const [table] = tables;
    if (table.kind.kind === 'table' && kind.of !== table.kind.base)
      wrong(
        term.at,
        `\`${term.name}\` is a row of ${kind.of || 'another table'}`,
        `expected a row of ${table.term.name}`,
      );
  }
  if (kinds.filter(({ kind }) => kind.kind === 'row').length > 1)
    wrong(given[0].at, 'an expression is true of one row', 'expected `(t, r)`');
  const about =
    tables.length > 0
      ? tables.map(({ term }) => term.name.toLowerCase())
      : columns.flatMap(({ kind }) => aboutOf(kind));
  if (new Set(about).size > 1 && tables.length === 0)
    wrong(given[0].at, 'these are columns of several tables', 'expected the tables: `(t, u)`');
  return { kind: 'expression', about: [...new Set(about)] };
}

function kindOfCall(
  what: Name,
  given: readonly Term[],
  scope: Scope,
  checking: Checking,
  name: string,
): Kind {
  const generator = checking.generator(what);
  if (generator === undefined) {
    const known = [...Object.keys(GENERATED), ...checking.generatorNames];
    return wrong(what.at, `there is no generator \`${what.text}\``, `expected one of ${known.join(', ')}`);
  }
  const { parameters } = generator.text;
  if (given.length !== parameters.length)
    wrong(
      what.at,
      `\`${what.text}\` is given ${given.length} of ${parameters.length}`,
      `expected (${parameters.map((each) => `${each.name.text}: ${each.kind}`).join(', ')})`,
    );
  const tables = new Map<string, readonly string[]>();
  for (const [i, parameter] of parameters.entries()) {
    const kind = kindOfArgument(given[i], scope);
    if (kind.kind !== parameter.kind)
      wrong(given[i].at, `this is ${nounOf(kind)}`, `expected ${nounOf({ kind: parameter.kind })}`);
    const term = given[i];
    tables.set(
      parameter.name.text.toLowerCase(),
      kind.kind === 'table' && term.is === 'name' ? [term.name.toLowerCase()] : aboutOf(kind),
    );
  }
  const returned = mapTables(generator.kind, (table) => tables.get(table) ?? []);
  return returned.kind === 'table' && returned.base === '' ? { ...returned, base: name } : returned;
}

function kindOfArgument(term: Term, scope: Scope): Kind {
  if (term.is === 'name') return scope.get(term.name, term.at);
  if (term.is === 'value' && typeof term.value === 'bigint') return { kind: 'number' };
  return wrong(term.at, 'this is no name', 'expected a name or a number');
}

const QUERY = /^(SELECT|WITH|VALUES)\b/i;
const STATEMENT =
  /^(INSERT|REPLACE|UPDATE|DELETE|CREATE|DROP|ALTER|BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA|ANALYZE|REINDEX|VACUUM|ATTACH|DETACH)\b(?!\s*\()/i;

export function kindOfMeaning(meaning: Meaning, scope: Scope, checking: Checking): Kind {
  switch (meaning.mean) {
    case 'tuple':
      return { kind: 'tuple', parts: meaning.parts.map((part) => kindOfMeaning(part, scope, checking)) };
    case 'alias': {
      const { base } = scope.table(meaning.table.text, meaning.table.at);
      scope.defineAlias(meaning.alias);
      return { kind: 'table', base };
    }
    case 'sql':
      return kindOfSql(meaning.sql, scope, checking);
  }
}

/** The names of a piece that is one name, or a name with a column: `r`, `r.c`. */
export function pathIn(sql: SqlText): readonly string[] | null {
  const parts = partsOf(sql.text).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const isPath = parts.every(({ kind, text }, i) => (i % 2 === 0 ? kind === 'word' : text === '.'));
  const names = parts.filter((_, i) => i % 2 === 0).map(({ text }) => text);
  return isPath && (parts.length === 1 || parts.length === 3) ? names : null;
}

function isQueryText(sql: SqlText, scope: Scope): boolean {
  const [first] = partsOf(sql.text);
  return QUERY.test(sql.text) || (scope.find(first?.text ?? '')?.kind === 'query' && pathIn(sql) === null);
}

function kindOfSql(sql: SqlText, scope: Scope, checking: Checking): Kind {
  const [name, column] = pathIn(sql) ?? [];
  const named = name === undefined ? undefined : scope.find(name);
  if (named !== undefined && column === undefined) return named;
  if (named?.kind === 'row' && column !== undefined) {
    columnNamed(column, sql.at + sql.text.indexOf(column, name.length), scope);
    return { kind: 'part', of: named.of };
  }
  if (isQueryText(sql, scope)) {
    const piece = readStatement(sql, scope);
    checking.pieces.set(sql, piece);
    return { kind: 'query', hasWidth: widthOf(piece) !== undefined };
  }
  if (STATEMENT.test(sql.text)) {
    const piece = readStatement(sql, scope);
    checking.pieces.set(sql, piece);
    if (piece.creates !== undefined)
      wrong(sql.at, 'a table gets its name when it is created', 'expected `! CREATE …`');
    return { kind: 'statement', makesTable: false };
  }
  const piece = readExpression(sql, scope);
  checking.pieces.set(sql, piece);
  return { kind: 'expression', about: tablesSaid(sql, scope) };
}

/** How many columns a query has, if its text tells. */
function widthOf({ statement }: Piece): number | undefined {
  if (statement.kind !== 'select' || statement.body.kind !== 'core') return undefined;
  const { columns } = statement.body;
  return columns.every((column) => column.kind === 'expression') ? columns.length : undefined;
}

/** The tables that the names in a piece are about. */
function tablesSaid(sql: SqlText, scope: Scope): readonly string[] {
  const words = partsOf(sql.text).filter(({ kind }) => kind === 'word');
  const about = words.flatMap(({ text }) => {
    const kind = scope.find(text);
    if (kind?.kind === 'table') return [text.toLowerCase()];
    return kind?.kind === 'expression' || kind?.kind === 'column' ? aboutOf(kind) : [];
  });
  return [...new Set(about)];
}
