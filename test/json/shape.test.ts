import { describe, expect, expectTypeOf, it } from 'vitest';
import { mismatch } from '../../src/json/read.ts';
import {
  count,
  described,
  either,
  elsewhere,
  type Fitting,
  flag,
  integerFrom,
  kinds,
  lazy,
  listOf,
  MOST_DEPTH,
  matching,
  object,
  oneOf,
  openObject,
  orNull,
  positive,
  provided,
  recordOf,
  type Shape,
  someText,
  text,
} from '../../src/json/shape.ts';

function problemOf(shape: Shape, value: unknown): string | null {
  const found = mismatch(shape, value, 'it');
  return found === null ? null : `${found.problem}: ${found.remedy}`;
}

const person = object({ name: text, age: count }, { friends: listOf(text), mood: oneOf('good', 'bad') });

describe('a shape names the first problem, its place and the remedy', () => {
  it.each<[Shape, unknown, string]>([
    [text, 7, 'it is not a text: write one'],
    [someText, '', 'it is empty: write one'],
    [flag, 'yes', 'it is not true or false: write one'],
    [count, -1, 'it is not a count: write one'],
    [positive, 0, 'it is not a positive integer: write one'],
    [positive, 1.5, 'it is not a positive integer: write one'],
    [integerFrom(1, 9), 10, 'it is not an integer from 1 to 9: write one'],
    [matching(/^\d+s$/, 'a time such as 90s'), 'soon', 'it is "soon": write a time such as 90s'],
    [matching(/^\d+s$/, 'a time such as 90s'), 5, 'it is not a text: write a time such as 90s'],
    [oneOf(1), 2, 'it is not 1: choose one'],
    [oneOf('wal', 'delete'), 'memory', 'it is not one of wal, delete: choose one'],
    [oneOf('wal', 'delete'), 'delte', 'it is not one of wal, delete: did you mean delete?'],
    [listOf(text), {}, 'it is not a list: write one'],
    [listOf(text, 1), [], 'it is empty: add what is missing'],
    [listOf(text, 2), ['a'], 'it has fewer than 2 items: add what is missing'],
    [listOf(listOf(text)), [['a'], ['b', 3]], '[1][1] is not a text: write one'],
    [person, null, 'it is not an object: write one'],
    [person, { name: 'a' }, 'age is missing: add it'],
    [
      person,
      { name: 'a', age: 1, firends: [] },
      'firends is unknown: did you mean friends? Otherwise remove it',
    ],
    [person, { name: 'a', age: 1, x: 1 }, 'x is unknown: known here: name, age, friends, mood'],
    [person, { name: 'a', age: 1, friends: 'b' }, 'friends is not a list: write one, or leave it out'],
    [person, { name: 'a', age: 'b' }, 'age is not a count: write one'],
    [recordOf(person), { a: { name: 'a', age: 1, friends: [2] } }, 'a.friends[0] is not a text: write one'],
    [recordOf(text), { 'a.b': 1 }, '["a.b"] is not a text: write one'],
    [
      recordOf(text, ['left', 'right']),
      { rigth: 'x' },
      'rigth is unknown: did you mean right? Otherwise remove it',
    ],
    [orNull(count), 'x', 'it is not null or a count: write one'],
    [
      either((given) => typeof given === 'string', text, listOf(text)),
      7,
      'it is not a text or a list: write one',
    ],
    [either((given) => typeof given === 'string', text, listOf(text)), [7], '[0] is not a text: write one'],
  ])('%#: %s', (shape, value, problem) => {
    expect(problemOf(shape, value)).toBe(problem);
  });

  it('and says nothing of what fits, whether optional parts are missing or undefined', () => {
    expect(problemOf(person, { name: 'a', age: 1 })).toBeNull();
    expect(problemOf(person, { name: 'a', age: 1, mood: undefined, friends: ['b'] })).toBeNull();
    expect(problemOf(orNull(count), null)).toBeNull();
  });
});

describe('objects of several kinds', () => {
  const shape = kinds('kind', { circle: [{ radius: count }], square: [{ side: count }, { turned: flag }] });

  it('are told apart by one field, and each has fields of its own', () => {
    expect(problemOf(shape, { kind: 'square', side: 2 })).toBeNull();
    expect(problemOf(shape, { kind: 'circle', side: 2 })).toBe('radius is missing: add it');
    expect(problemOf(shape, { kind: 'sqare' })).toBe(
      'kind is not one of circle, square: did you mean square?',
    );
    expect(problemOf(shape, {})).toBe('kind is not one of circle, square: choose one');
    // And so for the compiler.
    expectTypeOf<Fitting<typeof shape>>().toEqualTypeOf<
      | ({ readonly kind: 'circle' } & { readonly radius: number } & Record<never, never>)
      | ({ readonly kind: 'square' } & { readonly side: number } & { readonly turned?: boolean })
    >();
    expectTypeOf<Fitting<typeof person>['mood']>().toEqualTypeOf<'good' | 'bad' | undefined>();
  });
});

describe('what would do harm is refused', () => {
  type Chain = readonly Chain[];
  const chain: Shape<Chain> = listOf(lazy(() => chain));
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

  it(`nesting of more than ${MOST_DEPTH} levels, before anybody's stack overflows`, () => {
    expect(problemOf(chain, nested(MOST_DEPTH))).toBeNull();
    expect(problemOf(chain, nested(MOST_DEPTH + 1))).toMatch(/^(\[0\])+ is nested deeper than 1000 levels/);
    expect(problemOf(chain, nested(100_000))).toMatch(/is nested deeper than 1000 levels: make it simpler$/);
  });

  it.each<[string, Shape]>([
    ['a record', recordOf(text)],
    ['an object', object({}, { name: text })],
    ['an object that may say more', openObject({}, { name: text })],
  ])('a key __proto__ of %s', (_, shape) => {
    expect(problemOf(shape, JSON.parse('{ "__proto__": "x" }'))).toMatch(/^__proto__ is (no name|unknown)/);
  });

  it('a name that every object inherits is not taken for a field or a kind', () => {
    expect(problemOf(object({}, { name: text }), { constructor: 1 })).toMatch(/^constructor is unknown/);
    expect(problemOf(kinds('kind', { a: [{}] }), { kind: 'toString' })).toMatch(/^kind is not a/);
    expect(problemOf(recordOf(text, ['a']), { toString: 'x' })).toMatch(/^toString is unknown/);
  });
});

describe('an object that may say more', () => {
  it('is checked only where it is known, also behind a getter', () => {
    class Engine {
      get version() {
        return 7;
      }
    }
    expect(problemOf(openObject({ version: text }), { version: '1', other: 1 })).toBeNull();
    expect(problemOf(openObject({ version: text }), new Engine())).toBe('version is not a text: write one');
  });
});

describe('a condition', () => {
  const shape = provided(
    object({ least: count, most: count }),
    ({ least, most }) =>
      least > most ? { problem: 'has more at least than at most', remedy: 'swap' } : null,
    { description: 'least is at most most' },
  );

  it('is asked only of what fits otherwise', () => {
    expect(problemOf(shape, { least: 'x', most: 1 })).toBe('least is not a count: write one');
    expect(problemOf(shape, { least: 2, most: 1 })).toBe('it has more at least than at most: swap');
    expect(problemOf(shape, { least: 1, most: 1 })).toBeNull();
  });

  it('stands in the schema', () => {
    expect(shape.schema().description).toBe('least is at most most');
  });
});

it('a shape is printed as JSON Schema, with what is required, described and elsewhere', () => {
  const shape = object(
    { name: described('Of a person.', someText), format: oneOf(1) },
    {
      age: integerFrom(0, 150),
      size: oneOf(1, 2),
      profile: elsewhere('./profile.json', person),
      tags: listOf(text, 1),
    },
  );
  expect(shape.schema()).toEqual({
    type: 'object',
    required: ['name', 'format'],
    properties: {
      name: { type: 'string', minLength: 1, description: 'Of a person.' },
      format: { const: 1 },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      size: { enum: [1, 2] },
      profile: { $ref: './profile.json' },
      tags: { type: 'array', minItems: 1, items: { type: 'string' } },
    },
    additionalProperties: false,
  });
});
