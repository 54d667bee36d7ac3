import { expect, it } from 'vitest';
import { bugTitle } from '../../src/find/title.ts';

const bug = {
  kind: 'difference',
  cause: { heart: ['WITHOUT ROWID', 'a declared type'] },
  signature: 'difference/model/class of a value',
  message: 'the rows are not those that SQL defines',
  skeleton: 'CREATE TABLE n (n) WITHOUT ROWID;SELECT * FROM n',
} as const;

it('a title says what is needed, what is wrong and in which statement', () => {
  expect(bugTitle(bug)).toBe('WITHOUT ROWID with a declared type: a value of another storage class (SELECT)');
  const held = { ...bug, kind: 'content', signature: 'content/contents/rows missing' } as const;
  expect(bugTitle(held)).toBe('WITHOUT ROWID with a declared type: the table holds too few rows (SELECT)');
});

it('where the engine says something, the title says it', () => {
  const refused = {
    ...bug,
    kind: 'error',
    cause: { said: 'x', heart: [] },
    signature: 'error/noError/other,boom',
    message: 'refused though it must work: prepare failed: Parse error: boom\nmore',
    skeleton: 'CREATE TABLE n (n);ALTER TABLE n ADD COLUMN n',
  } as const;
  expect(bugTitle(refused)).toBe('refused (ALTER TABLE): boom more');
  expect(bugTitle(refused, 20)).toBe('refused (ALTER TABL…');
  const panicked = { ...refused, kind: 'panic', message: 'the engine panicked at a.rs:1:2: boom' } as const;
  expect(bugTitle(panicked)).toBe('panic (ALTER TABLE): a.rs:1:2: boom');
});
