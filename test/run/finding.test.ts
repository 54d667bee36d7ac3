import { expect, test } from 'vitest';
import { normalised } from '../../src/run/finding.ts';

test.each([
  ['names and numbers', 'no such column: t0.c1', 'no such column: …'],
  ['names and numbers', 'UNIQUE constraint failed: t2.c8 (19)', 'UNIQUE constraint failed: … (#)'],
  [
    'quotes around an error as Rust prints it, but not its message',
    'Failed to prepare statement: ParseError("Column x not found")',
    'Failed to prepare statement: ParseError: Column x not found',
  ],
])('the template of a message leaves out %s', (_, message, template) => {
  expect(normalised(message)).toBe(template);
});
