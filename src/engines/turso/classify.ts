// Turso's errors all have the same code: their class is told by their message. The list covers what the builds 0.0.8 to
// 0.8.3 say. Turso does not tell a PRIMARY KEY from another UNIQUE constraint, nor RAISE() from other errors.

import {
  type ConstraintKind,
  type RefusalClass,
  type Refused,
  refused,
  saysNotImplemented,
} from '../../sql/index.ts';

/** A refusal with the class that its message tells, for messages like those of SQLite and Turso: what an adapter returns of an error. */
export function classify(message: string): Refused {
  for (const [pattern, kind] of CONSTRAINTS) {
    if (pattern.test(message)) return refused('constraint', message, kind);
  }
  for (const [pattern, refusal] of BEFORE) if (pattern.test(message)) return refused(refusal, message);
  if (saysNotImplemented(message)) return refused('unsupported', message);
  for (const [pattern, refusal] of CLASSES) if (pattern.test(message)) return refused(refusal, message);
  return refused('other', message);
}

const CONSTRAINTS: readonly (readonly [RegExp, ConstraintKind])[] = [
  [/UNIQUE constraint failed/i, 'unique'],
  [/PRIMARY KEY constraint failed/i, 'primaryKey'],
  [/NOT NULL constraint failed|column \S+ is not nullable/i, 'notNull'],
  [/CHECK constraint failed/i, 'check'],
  [/FOREIGN KEY constraint failed/i, 'foreignKey'],
  [/datatype mismatch|MustBeInt|cannot store \w+ value in/i, 'datatype'],
  [/\(19\)$/, 'other'],
];

/** What is told before an engine is taken at its word that it lacks something. */
const BEFORE: readonly (readonly [RegExp, RefusalClass])[] = [
  [
    /no such (?:table|view)\b(?!-)|table '.*' does not exist|\btable (?!module)\S+ not found/is,
    'noSuchTable',
  ],
  [/database (?:table )?is (?:locked|busy)|snapshot is stale|write-write conflict/i, 'busy'],
  [/cannot (?:commit|rollback|start)[^-]*- SQL statements in progress/i, 'busy'],
];

/** The first that fits decides. */
const CLASSES: readonly (readonly [RegExp, RefusalClass])[] = [
  [/requires an equality condition|in-place VACUUM requires|not allowed without indexes/i, 'unsupported'],
  // DIRT binds nothing.
  [/number of bindings supplied|\bUnbound\(/i, 'unsupported'],
  [/not a valid pragma name|unknown journal mode|cannot use expressions in CREATE INDEX/i, 'unsupported'],
  // What ATTACH says in old builds, which have no files here.
  [/I\/O error: uncategorized/, 'unsupported'],
  [
    /syntax ?error|ParseUnexpectedToken|incomplete input|unexpected (?:token|end of file)|unrecognized token/i,
    'syntax',
  ],
  [/non-terminated|unterminated/i, 'syntax'],
  [/read-?only|attempt to write/i, 'readonly'],
  [/corrupt|disk image is malformed|not a database|invalid page type/i, 'corrupt'],
  [/I\/O error|short (?:read|write)|disk is full|completion error/i, 'io'],
  [/interrupt/i, 'interrupted'],
];
