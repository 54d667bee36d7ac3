import { expect, it } from 'vitest';
import { type Mismatch, mismatch, read, readIfFits } from '../../src/json/read.ts';
import { count, object } from '../../src/json/shape.ts';

const shape = object({ size: count });
const wrong = ({ problem, remedy }: Mismatch) => new Error(`${problem} (${remedy})`);

it('what is read has the type of its shape, or is refused with its place', () => {
  expect(read(shape, '{ "size": 3 }', 'the file', wrong).size).toBe(3);
  expect(() => read(shape, '{ "size": -3 }', 'the file', wrong)).toThrow('size is not a count (write one)');
  expect(() => read(shape, '[]', 'the file', wrong)).toThrow('the file is not an object (write one)');
});

it('what is not JSON is refused in the same way, and the parser is quoted', () => {
  expect(() => read(shape, '{ "size": ', 'the file', wrong)).toThrow(
    /^the file is not JSON \(.*\) \(correct it\)$/,
  );
});

it('where nobody can be told, what does not fit is as good as not there', () => {
  expect(readIfFits(shape, '{ "size": 3 }')).toEqual({ size: 3 });
  expect(readIfFits(shape, '{ "size": "3" }')).toBeNull();
  expect(readIfFits(shape, '{')).toBeNull();
});

it('the place of a part of something larger begins with that', () => {
  expect(mismatch(shape, {}, 'it', ['engines', 'my.db'])?.problem).toBe('engines["my.db"].size is missing');
});
