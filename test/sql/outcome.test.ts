import { expect, test } from 'vitest';
import { panicReport } from '../../src/run/judges/no-panic.ts';
import { isFatal, isLacking, type Panic, refused } from '../../src/sql/outcome.ts';

const panic = (message: string): Panic => ({
  kind: 'panic',
  message,
  location: 'core/translate/expr.rs:388:18',
});

test.each([
  'not yet implemented',
  'not yet implemented: TODO concat blob',
  'not implemented: ON CONFLICT not implemented',
  'only Passive mode supported',
  "cannot attach database 'q': page size mismatch (main=PageSize(1024), attached=PageSize(4096))",
  'unsupported opcode',
])(
  'a panic that says "%s" is a missing feature and no bug, and ends the instance all the same',
  (message) => {
    expect(isLacking(panic(message))).toBe(true);
    expect(isFatal(panic(message))).toBe(true);
    expect(panicReport(panic(message))).toMatchObject({ kind: 'unsupportedCombination', judge: 'noPanic' });
  },
);

test.each([
  'index out of bounds: the len is 1 but the index is 1',
  'called `Option::unwrap()` on a `None` value',
  'Failed to clear page cache: Dirty',
  'the process died: SIGSEGV',
])('a panic that says "%s" is a bug', (message) => {
  expect(isLacking(panic(message))).toBe(false);
  expect(panicReport(panic(message))?.kind).toBe('panic');
});

test('a refusal lacks something by its class alone', () => {
  expect(isLacking(refused('unsupported', 'no'))).toBe(true);
  expect(isLacking(refused('syntax', 'near "x": syntax error'))).toBe(true);
  expect(isLacking(refused('constraint', 'CHECK constraint failed: not supported', 'check'))).toBe(false);
  expect(isLacking({ kind: 'fuel' })).toBe(false);
});
