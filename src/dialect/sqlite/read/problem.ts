// Why a text is no SQL, in one line: where, what stands there, and what was expected.

import type { ParseDiagnostic } from 'sqlite3-parser';
import type { SyntaxProblem } from '../../dialect.ts';

export function problemIn(sql: string, { message, span, hints = [] }: ParseDiagnostic): SyntaxProblem {
  const before = sql.slice(0, span.offset).split('\n');
  const hint = hints.map((each) => each.message).filter((text) => text !== 'opened here');
  return {
    line: before.length,
    column: before[before.length - 1].length + 1,
    message: [message.replace(/: syntax error$/, ' is not expected'), ...hint].join(': '),
  };
}
