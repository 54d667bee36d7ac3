import { expect, test } from 'vitest';
import { classify } from '../../src/engines/turso/classify.ts';

// What builds from 0.0.8 to 0.8.3 have said.
test.each([
  ['prepare failed: unexpected token at SourceSpan { offset: SourceOffset(0), length: 5 }', 'syntax'],
  ["prepare failed: unexpected token 'SELEC' at offset 0", 'syntax'],
  ['prepare failed: near "SELEC": syntax error', 'syntax'],
  ['prepare failed: unexpected end of file', 'syntax'],
  ["prepare failed: non-terminated literal ''abc' at offset 7", 'syntax'],
  ['prepare failed: Parse error: Parse error: no such table: t', 'noSuchTable'],
  ["prepare failed: Parse error: Error: table 't' does not exist.", 'noSuchTable'],
  ['database is busy', 'busy'],
  ['database is locked', 'busy'],
  ['step failed: Database snapshot is stale. You must rollback and retry the whole transaction.', 'busy'],
  ['prepare failed: Parse error: SAVEPOINT not supported yet', 'unsupported'],
  ['prepare failed: Parse error: RIGHT JOIN is not supported', 'unsupported'],
  ['prepare failed: Parse error: ON CONFLICT clause is not supported in UPDATE', 'unsupported'],
  ['prepare failed: Parse error: Not a valid pragma name', 'unsupported'],
  ['prepare failed: Parse error: no such function: row_number', 'unsupported'],
  [
    'prepare failed: Parse error: CREATE TRIGGER is an experimental feature. Enable with a flag',
    'unsupported',
  ],
  ['Failed to prepare statement: ParseError("only Passive mode supported")', 'unsupported'],
  ['ParseError("only UNION ALL and UNION are supported for compound SELECTs")', 'unsupported'],
  ['ParseError("CREATE INDEX enabled only with index_experimental feature")', 'unsupported'],
  ['ParseError("SELECT with DISTINCT is not allowed without indexes enabled")', 'unsupported'],
  ['ParseError("No such table-valued function: json_each")', 'unsupported'],
  ['ExtensionError("Virtual table module not found: generate_series")', 'unsupported'],
  ['ParseError("unknown function row_number")', 'unsupported'],
  ['prepare failed: Parse error: Error: cannot use expressions in CREATE INDEX', 'unsupported'],
  ['step failed: Parse error: Unknown journal mode: mvcc', 'unsupported'],
  ['Failed to prepare statement: ParseError("Table nope not found")', 'noSuchTable'],
  ['LexerError(ParserError(SyntaxError("bogus"), Some((1, 6))))', 'syntax'],
  ['LexerError(ParseUnexpectedToken { parsed_offset: SourceSpan { offset: 0 }, got: TK_ID })', 'syntax'],
  ['Failed to prepare statement: ParseError("Column x not found")', 'other'],
  ['prepare failed: Parse error: HAVING clause must contain an aggregate function', 'other'],
  ['step failed: I/O error: short read on page 2: expected 4096 bytes, got 2048', 'io'],
  ['step failed: Database is full: database or disk is full', 'io'],
  ['step failed: Parse error: malformed JSON', 'other'],
  ['step failed: Runtime error: integer overflow', 'other'],
])('%s is %s', (message, refusal) => {
  expect(classify(message)).toEqual({ kind: 'refused', class: refusal, message });
});

test.each([
  ['step failed: Runtime error: UNIQUE constraint failed: t.(x, y) (19)', 'unique'],
  ['step failed: Runtime error: NOT NULL constraint failed: t.c (19)', 'notNull'],
  ['prepare failed: Parse error: column b is not nullable', 'notNull'],
  ['step failed: Runtime error: CHECK constraint failed: a is not supported (19)', 'check'],
  ['step failed: Runtime error: immediate foreign key constraint failed', 'foreignKey'],
  ['step failed: Runtime error: cannot store TEXT value in INTEGER column t.a (19)', 'datatype'],
  ['step failed: Parse error: MustBeInt: the value in register cannot be cast to integer', 'datatype'],
])('%s is a constraint: %s', (message, constraint) => {
  expect(classify(message)).toEqual({ kind: 'refused', class: 'constraint', constraint, message });
});
