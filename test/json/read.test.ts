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

it('what is nested without end is refused before anything is made of it, and brackets in texts do not count', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(() => read(shape, deep(100_000), 'the file', wrong)).toThrow(
    'the file is nested deeper than 1000 levels (make it simpler)',
  );
  expect(() => read(shape, deep(1_000), 'the file', wrong)).toThrow('the file is not an object');
  expect(readIfFits(shape, deep(100_000))).toBeNull();
  const text = JSON.stringify({ size: 3, '\\"[': '\\"'.repeat(10) + '['.repeat(5_000) });
  expect(() => read(shape, text, 'the file', wrong)).toThrow('is unknown');
});
