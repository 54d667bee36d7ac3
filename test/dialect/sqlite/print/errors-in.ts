// What a parser of SQLite's grammar that is not ours says is wrong with a statement.

import { parseStmt } from 'sqlite3-parser';

export function errorsIn(sql: string): string[] {
  const result = parseStmt(sql);
  return result.status === 'ok' ? [] : [`${sql}\n${result.errors.join('\n')}`];
}
