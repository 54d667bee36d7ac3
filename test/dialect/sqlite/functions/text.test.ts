import { expect, test } from 'vitest';
import { compile } from '../../../../src/dialect/sqlite/evaluate/compile.ts';
import { printExpression } from '../../../../src/dialect/sqlite/print/print.ts';
import { call, text } from '../../../../src/sql/build.ts';
import { openReference } from '../../../conformance/reference.ts';
import { tableScope } from '../../../conformance/scope.ts';

/** Where SQLite decodes characters, it reads the two that end the basic plane as U+FFFD; where it compares bytes, it does not. */
const LAST = ['\ufffd', '\ufffe', '\uffff'];

test('the last characters of the basic plane are those for a function that they are for SQLite', async () => {
  const calls = LAST.flatMap((a) => [
    call('unicode', text(a)),
    ...LAST.flatMap((b) =>
      ['unhex', 'trim', 'instr', 'like', 'glob'].map((name) => call(name, text(a), text(b))),
    ),
  ]);
  const sqlite = await openReference();
  const [answers] = sqlite.query(`SELECT ${calls.map((each) => printExpression(each)).join(', ')}`);
  sqlite.close();
  expect(calls.map((each) => compile(each, tableScope).evaluate({ row: [] }))).toEqual(answers);
});
