// SQLite's result codes, as far as the adapter names them, and what each means as an outcome.

import { type ConstraintKind, type Refused, refused, saysNotImplemented } from '../../sql/index.ts';

export const OK = 0;
export const ROW = 100;
export const DONE = 101;

const ERROR = 1;
export const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
export const INTERRUPT = 9;
export const IOERR = 10;
const CORRUPT = 11;
export const NOTFOUND = 12;
export const FULL = 13;
export const CANTOPEN = 14;
const CONSTRAINT = 19;
const MISMATCH = 20;
const NOTADB = 26;

// The extended codes keep the primary code in their low byte.
export const IOERR_READ = IOERR | (1 << 8);
export const IOERR_SHORT_READ = IOERR | (2 << 8);
export const IOERR_WRITE = IOERR | (3 << 8);
export const IOERR_FSYNC = IOERR | (4 << 8);
export const IOERR_TRUNCATE = IOERR | (6 << 8);
export const IOERR_FSTAT = IOERR | (7 << 8);
export const IOERR_DELETE = IOERR | (10 << 8);
export const IOERR_ACCESS = IOERR | (13 << 8);
export const IOERR_CHECKRESERVEDLOCK = IOERR | (14 << 8);
export const IOERR_LOCK = IOERR | (15 << 8);
export const IOERR_SHMLOCK = IOERR | (20 << 8);
export const IOERR_SHMMAP = IOERR | (21 << 8);
export const IOERR_DELETE_NOENT = IOERR | (23 << 8);

const CONSTRAINT_KINDS = new Map<number, ConstraintKind>([
  [CONSTRAINT | (1 << 8), 'check'],
  [CONSTRAINT | (3 << 8), 'foreignKey'],
  [CONSTRAINT | (5 << 8), 'notNull'],
  [CONSTRAINT | (6 << 8), 'primaryKey'],
  [CONSTRAINT | (8 << 8), 'unique'],
  [CONSTRAINT | (10 << 8), 'primaryKey'],
  [CONSTRAINT | (12 << 8), 'datatype'],
]);

/** The refusal that an extended result code and its message stand for. */
export function refusalOf(code: number, message: string): Refused {
  switch (code & 0xff) {
    case ERROR:
      return refused(classOfMessage(message), message);
    case CONSTRAINT:
      return refused('constraint', message, CONSTRAINT_KINDS.get(code) ?? 'other');
    case MISMATCH:
      return refused('constraint', message, 'datatype');
    case BUSY:
    case LOCKED:
      return refused('busy', message);
    case READONLY:
      return refused('readonly', message);
    case INTERRUPT:
      return refused('interrupted', message);
    case IOERR:
    case FULL:
    case CANTOPEN:
      return refused('io', message);
    case CORRUPT:
    case NOTADB:
      return refused('corrupt', message);
    default:
      return refused('other', message);
  }
}

/** The general code says nothing; only the message tells these apart. */
function classOfMessage(message: string): 'syntax' | 'noSuchTable' | 'unsupported' | 'other' {
  if (/^near .*: syntax error$|^unrecognized token: |^incomplete input$/s.test(message)) return 'syntax';
  if (/^no such (table|view): /.test(message)) return 'noSuchTable';
  return saysNotImplemented(message) ? 'unsupported' : 'other';
}
