import { expect, test } from 'vitest';
import { compile } from '../../../../src/dialect/sqlite/evaluate/compile.ts';
import { printExpression } from '../../../../src/dialect/sqlite/print/print.ts';
import { call, text } from '../../../../src/sql/build.ts';
import { orUnknown, UNKNOWN } from '../../../conformance/or-unknown.ts';
import { openReference } from '../../../conformance/reference.ts';
import { tableScope } from '../../../conformance/scope.ts';

const LAST = ['\ufffd', '\ufffe', '\uffff'];

test('the last characters of the basic plane are those for a function that they are for both SQLites', async () => {
  const calls = LAST.flatMap((a) => [
    call('unicode', text(a)),
    ...LAST.flatMap((b) =>
      ['unhex', 'trim', 'instr', 'like', 'glob'].map((name) => call(name, text(a), text(b))),
    ),
  ]);
  const query = `SELECT ${calls.map((each) => printExpression(each)).join(', ')}`;
  let known = 0;
  for (const which of ['installed', 'newest'] as const) {
    const sqlite = await openReference(which);
    const [answers] = sqlite.query(query);
    sqlite.close();
    for (const [i, each] of calls.entries()) {
      const answer = orUnknown(() => compile(each, tableScope).evaluate({ row: [] }));
      if (answer === UNKNOWN) continue;
      known++;
      expect(answer, printExpression(each)).toEqual(answers[i]);
    }
  }
  expect(known).toBeGreaterThan(calls.length / 2);
});
