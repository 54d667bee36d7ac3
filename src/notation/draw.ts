// What `<-` and `:=` give a name to.

import { invariant } from '../errors.ts';
import { query, type RowHandle, sql, type TableHandle } from '../property/index.ts';
import type { ColumnReference, Expression } from '../sql/ast.ts';
import { pathIn } from './check-drawing.ts';
import { checkOf, columnOf } from './conditions.ts';
import type { Instance } from './instance.ts';
import type { Action, Drawing, GeneratorText, Meaning, Name, SqlText, Term } from './syntax.ts';
import { current, type RowValue, type TableValue, type Value } from './values.ts';

const MOST_COLUMNS = 3;

/** A line that interacts with nothing. */
export function prepare(action: Action, instance: Instance): void {
  if (action.do === 'draw') bind(action.names, drawn(action.from, instance), instance);
  if (action.do === 'let') bind(action.names, meant(action.be, instance), instance);
  if (action.do !== 'assume') return;
  const { at, condition, text } = action;
  const reason = `${instance.place(at)}: ${text} does not hold`;
  instance.tools.assume(checkOf(condition, instance, instance.tools), reason);
}

function bind(names: readonly Name[], value: Value, instance: Instance): void {
  if (names.length === 1) {
    instance.set(names[0].text, value);
    return;
  }
  invariant(value.is === 'tuple', 'the checker has counted the names');
  for (const [i, { text }] of names.entries()) instance.set(text, value.parts[i]);
}

function drawn(drawing: Drawing, instance: Instance): Value {
  const { tools } = instance;
  switch (drawing.draw) {
    case 'tuple':
      return { is: 'tuple', parts: drawing.parts.map((part) => drawn(part, instance)) };
    case 'pick':
      return picked(drawing, instance);
    case 'pickFrom':
      return tools.pick(drawing.parts.map((part) => meant(part, instance)));
    case 'genOf': {
      const value = instance.value(drawing.column.text);
      invariant(value.is === 'column', 'the checker has seen a column');
      return { is: 'expression', expression: tools.gen.value(value.table.handle, value.column.name) };
    }
    case 'gen':
      return generated(drawing, instance);
  }
}

function picked({ of, field, alias }: Drawing & { readonly draw: 'pick' }, instance: Instance): Value {
  const { pick, db, gen } = instance.tools;
  const asValue = (handle: TableHandle): TableValue => ({
    is: 'table',
    handle: alias === undefined ? handle : handle.as(alias.text),
  });
  if (of.text === 'db') return asValue(pick(field.text === 'tables' ? db.tables : db.readable));
  const table = instance.table(of.text);
  const value: TableValue = { is: 'table', handle: table };
  if (field.text === 'columns') return { is: 'column', column: pick(table.columns), table: value };
  if (field.text === 'indexes') return { is: 'name', name: pick(table.view.indexes).name };
  return {
    is: 'row',
    table: value,
    handle: gen.storedRow(table),
    columns: table.view.columns.map(({ name }) => name),
  };
}

function generated({ what, given }: Drawing & { readonly draw: 'gen' }, instance: Instance): Value {
  const { gen } = instance.tools;
  const [first, second] = given;
  switch (/^select$/i.test(what.text) ? 'SELECT' : what.text) {
    case 'row': {
      const table = instance.table(nameIn(first));
      const row = gen.row(table);
      return {
        is: 'row',
        table: { is: 'table', handle: table },
        drawn: row,
        handle: row,
        columns: row.columns,
      };
    }
    case 'expression':
      return { is: 'expression', expression: condition(given, instance) };
    case 'value': {
      const value = instance.find(nameIn(first));
      invariant(value?.is === 'column', 'the checker has seen a column');
      return { is: 'expression', expression: gen.value(value.table.handle, value.column.name) };
    }
    case 'integer':
      return { is: 'number', number: gen.integer(wholeIn(first), wholeIn(second)) };
    case 'name':
      return { is: 'name', name: gen.tableName() };
    case 'table':
      return { is: 'statement', statement: gen.table() };
    case 'index':
      return { is: 'statement', statement: gen.index(instance.table(nameIn(first))) };
    case 'statement':
      return { is: 'statement', statement: gen.statement() };
    case 'SELECT': {
      const columns = gen.integer(1, MOST_COLUMNS);
      return { is: 'query', query: gen.select({ columns }), width: columns };
    }
    default: {
      const generator = instance.checked.generators.get(what.text);
      invariant(generator !== undefined, `the checker has seen the generator ${what.text}`);
      return called(generator, given, instance, what.at);
    }
  }
}

function nameIn(term: Term): string {
  invariant(term.is === 'name', 'the checker has seen a name');
  return term.name;
}

function wholeIn(term: Term): number {
  invariant(term.is === 'value', 'the checker has seen a number');
  return Number(term.value);
}

/** An expression whose value is 1, 0 or NULL, and 1 for the row if there is one. */
function condition(given: readonly Term[], instance: Instance): Expression {
  const { gen } = instance.tools;
  const values = given.map((term) => instance.value(nameIn(term)));
  const tables = values.flatMap((value, i) =>
    value.is === 'table' ? [instance.table(nameIn(given[i]))] : [],
  );
  const columns = values.flatMap((value) => (value.is === 'column' ? [value] : []));
  const row = values.find((value): value is RowValue => value.is === 'row');
  if (given.length === 0) tables.push(...instance.tables);
  if (tables.length === 0 && columns.length > 0) {
    const [{ table }] = columns;
    tables.push(
      only(
        table.handle,
        columns.map(({ column }) => column),
      ),
    );
  }
  if (tables.length === 0 && row !== undefined) {
    const table = current(row.table, instance.tools.db);
    return gen.predicate(table, { truthValue: true, trueFor: row.handle, ofRowAlone: true });
  }
  if (tables.length !== 1) return sql.not(sql.not(gen.expression(...tables)));
  const trueFor: RowHandle | undefined = row?.handle;
  return gen.predicate(tables[0], { truthValue: true, ...(trueFor && { trueFor }) });
}

/** The table as if it had no other columns. */
function only(table: TableHandle, columns: readonly ColumnReference[]): TableHandle {
  const others = table.columns.filter(({ name }) => !columns.some((column) => column.name === name));
  return table.hiding(...others.map(({ name }) => name));
}

function called(generator: GeneratorText, given: readonly Term[], instance: Instance, at: number): Value {
  const inner = instance.inner(at);
  for (const [i, { name }] of generator.parameters.entries()) {
    const term = given[i];
    inner.set(
      name.text,
      term.is === 'name' ? instance.value(term.name) : { is: 'number', number: wholeIn(term) },
    );
  }
  for (const action of generator.body) prepare(action, inner);
  const { returns } = generator;
  return 'draw' in returns ? drawn(returns, inner) : meant(returns, inner);
}

function meant(meaning: Meaning, instance: Instance): Value {
  switch (meaning.mean) {
    case 'tuple':
      return { is: 'tuple', parts: meaning.parts.map((part) => meant(part, instance)) };
    case 'alias':
      return { is: 'table', handle: instance.table(meaning.table.text).as(meaning.alias.text) };
    case 'sql':
      return meantBySql(meaning.sql, instance);
  }
}

function meantBySql(text: SqlText, instance: Instance): Value {
  const [name, column] = pathIn(text) ?? [];
  const named = name === undefined ? undefined : instance.find(name);
  if (named !== undefined && column === undefined) return named;
  if (named?.is === 'row' && column !== undefined)
    return { is: 'part', row: named, column: columnOf(named.handle.table, column, instance) };
  if (instance.piece(text).expression !== undefined)
    return { is: 'expression', expression: instance.expression(text) };
  const statement = instance.statement(text);
  if (statement.kind !== 'select') return { is: 'statement', statement };
  const { body } = statement;
  const hasWidth = body.kind === 'core' && body.columns.every(({ kind }) => kind === 'expression');
  return { is: 'query', query: query(statement), ...(hasWidth && { width: body.columns.length }) };
}
