// The table and the AST are one: what the compiler must stop is marked with @ts-expect-error, and must be an error.

import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Binary, Compound, Delete, Like, SelectBody } from '../../src/sql/ast.ts';
import { entriesOf, kindsOfSort, sorts } from '../../src/sql/grammar/entries.ts';
import {
  type Fields,
  keyword,
  kindsOf,
  listOf,
  name,
  node,
  operand,
  optional,
  type Variants,
} from '../../src/sql/grammar/field.ts';
import { grammar } from '../../src/sql/grammar.ts';

describe('a table that does not fit the AST does not compile', () => {
  const { operator } = grammar.expression.kinds.binary;

  it('when a field is missing, unknown or of another sort', () => {
    const tables: Fields<Binary>[] = [
      { operator, left: operand, right: operand },
      // @ts-expect-error: a field is missing
      { operator, left: operand },
      // @ts-expect-error: the AST has no such field
      { operator, left: operand, right: operand, middle: operand },
      // @ts-expect-error: a query is no expression
      { operator, left: operand, right: node('select') },
      // @ts-expect-error: a list of expressions is no expression
      { operator, left: operand, right: listOf(operand) },
      // @ts-expect-error: some operators are missing
      { operator: keyword('+', '-'), left: operand, right: operand },
    ];
    expect(tables).toBeDefined();
  });

  it('when a field is optional on one side only', () => {
    const { like } = grammar.expression.kinds;
    const tables: Fields<Like>[] = [
      like,
      // @ts-expect-error: it may be missing
      { ...like, escape: node('expression') },
      // @ts-expect-error: it is never missing
      { ...like, pattern: optional(operand) },
    ];
    const deletes: Fields<Delete>[] = [
      grammar.statement.kinds.delete,
      // @ts-expect-error: a keyword is no name
      { ...grammar.statement.kinds.delete, table: keyword('a', 'b') },
      // @ts-expect-error: nor is a name an expression
      { ...grammar.statement.kinds.delete, where: optional(name('column')) },
    ];
    expect([tables, deletes]).toBeDefined();
  });

  it('when a kind is missing or too many are allowed', () => {
    const { draw, ...others } = grammar.body.kinds;
    const bodies: Variants<SelectBody>[] = [
      { ...others, draw },
      // @ts-expect-error: a kind is missing
      others,
    ];
    const compounds: Fields<Compound>[] = [
      others.compound,
      // @ts-expect-error: the right side is never itself a compound
      { ...others.compound, right: node('body') },
      // @ts-expect-error: it may be a drawn one
      { ...others.compound, right: kindsOf('body', 'core', 'values') },
    ];
    expect([bodies, compounds]).toBeDefined();
    expectTypeOf(others.compound.left).not.toEqualTypeOf(others.compound.right);
  });
});

describe('the grammar in a form to loop over', () => {
  it('has all sorts and kinds, so that no walk misses one', () => {
    expect(sorts).toEqual(Object.keys(grammar));
    expect([...kindsOfSort('expression').keys()]).toEqual(Object.keys(grammar.expression.kinds));
    expect([...kindsOfSort('window').keys()]).toEqual(['window']);
  });

  it('tells parts that can go from those that hang on others', () => {
    const raise = entriesOf('expression', { kind: 'raise', action: 'ABORT', message: 'no' });
    expect(raise.map(({ key, isOptional, isDroppable }) => [key, isOptional, isDroppable])).toEqual([
      ['action', false, false],
      ['message', true, false],
    ]);
    const [frame] = entriesOf('window', { partitionBy: [], orderBy: [] }).filter(
      ({ key }) => key === 'frame',
    );
    expect(frame).toMatchObject({ isOptional: true, isDroppable: true });
  });
});
