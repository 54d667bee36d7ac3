import { expect, test } from 'vitest';
import { saysNotImplemented } from '../../src/sql/not-implemented.ts';

test.each([
  'not yet implemented: op Add not implemented',
  'Parse error: UPSERT and REPLACE on WITHOUT ROWID tables are not supported',
  'this build only supports one database',
  'no such function: cosh',
  'no filesystem on wasm',
])('what an engine says that it lacks is no bug: %s', (message) => {
  expect(saysNotImplemented(message)).toBe(true);
});

test.each([
  'no such column: c0',
  'called `Option::unwrap()` on a `None` value',
  'UNIQUE constraint failed: t0.c0',
  'ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint',
])('a mistake is not taken for something that is missing: %s', (message) => {
  expect(saysNotImplemented(message)).toBe(false);
});
