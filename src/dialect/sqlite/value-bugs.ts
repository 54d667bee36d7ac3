// Bugs of SQLite in single values, conversions and functions; most were mended after 3.50. They are part of the table in
// sqlite-bugs.ts, which says what the fields mean.

import type { SqlValue } from '../../sql/index.ts';
import { isNearest, type NumberForm } from './read-number.ts';
import { INSTALLED, NEWEST, OLD } from './seen-in.ts';
import type { SqliteBug } from './sqlite-bugs.ts';

/** Seen by Turso and whoever else follows 3.50, and by older ones. */
const UNTIL_MENDED = { seenIn: [OLD, INSTALLED], absentFrom: [NEWEST] };

export const valueBugs = {
  'long-reals-as-text': {
    says: 'A real becomes text with 15 digits, even if they are those of another real, and from 1e15 on with an exponent; quote() writes 20. Newer versions write 17, and an exponent from 1e17 on.',
    ...UNTIL_MENDED,
    effect: 'undetermined',
    script: ['SELECT CAST(1.0000000000000002 AS TEXT)'],
    gives: [['1.0']],
    insteadOf: [['1.0000000000000002']],
    isMet: isLongReal,
  },
  'reals-not-nearest': {
    says: 'Text with many digits or a large exponent is not read as the nearest real.',
    seenIn: ['3.50.4'],
    absentFrom: [OLD, NEWEST],
    effect: 'undetermined',
    script: ["SELECT CAST('1.5e300' AS REAL)"],
    gives: [[1.4999999999999998e300]],
    insteadOf: [[1.5e300]],
    isMet: (text: string, real: number) => !isNearest(text, real),
  },
  'number-before-nul': {
    says: 'Text that is a number up to a NUL is taken for that number in columns for numbers, where the rest is lost, and for a real in arithmetic.',
    seenIn: [NEWEST],
    absentFrom: [OLD, INSTALLED],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a NUMERIC)',
      "INSERT INTO t VALUES ('12' || char(0))",
      'SELECT typeof(a) FROM t',
    ],
    gives: [['integer']],
    insteadOf: [['text']],
    isMet: (text: string, form: NumberForm) =>
      form !== 'integer' && form !== 'real' && text.includes('\0') && NUMBER_BEFORE_NUL.test(text),
  },
  'substr-from-far-left': {
    says: 'substr() that begins more than 1,000,000,000 characters before the text is empty.',
    ...UNTIL_MENDED,
    effect: 'undetermined',
    script: ["SELECT substr('abc', -2000000000)"],
    gives: [['']],
    insteadOf: [['abc']],
    isMet: (start: bigint) => start < -1_000_000_000n,
  },
  'null-in-unconverted': {
    says: 'A row value with a NULL that IN looks for in a query is compared without the affinities of the columns.',
    ...UNTIL_MENDED,
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a TEXT)',
      "INSERT INTO t VALUES ('1')",
      'SELECT (1, NULL) IN (SELECT a, 2 FROM t)',
    ],
    gives: [[0n]],
    insteadOf: [[null]],
    isMet: (hasNull: boolean, isUnknown: boolean, isUnconverted: boolean) =>
      hasNull && isUnknown !== isUnconverted,
  },
  'last-of-the-plane': {
    says: 'unicode(), unhex(), LIKE and GLOB take the last two characters of the basic plane for U+FFFD.',
    ...UNTIL_MENDED,
    effect: 'undetermined',
    script: ["SELECT unicode('\uffff')"],
    gives: [[0xfffdn]],
    insteadOf: [[0xffffn]],
    isMet: (point: number) => point === 0xfffe || point === 0xffff,
  },
  'sign-alone': {
    says: 'Text that is a minus sign and no number is read as -0.0.',
    ...UNTIL_MENDED,
    effect: 'undetermined',
    script: ["SELECT CAST('-' AS REAL)"],
    gives: [[-0]],
    insteadOf: [[0]],
    isMet: (negativeZero: string) => !/^\s*-\.?\d/.test(negativeZero),
  },
  'substr-of-empty-blob': {
    says: 'substr() of an empty blob is NULL.',
    seenIn: [OLD, INSTALLED, NEWEST],
    effect: 'undetermined',
    script: ["SELECT substr(x'', 1)"],
    gives: [[null]],
    insteadOf: [[new Uint8Array(0)]],
    isMet: (value: SqlValue) => value instanceof Uint8Array && value.length === 0,
  },
  'infinity-in-a-pattern': {
    says: 'An infinity matches GLOB or LIKE as the text Inf, but not where an index is searched for the beginning of the pattern.',
    seenIn: [INSTALLED, NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a UNIQUE)',
      'INSERT INTO t VALUES (-9e999)',
      "SELECT 1 FROM t WHERE a GLOB '-I*'",
    ],
    gives: [],
    insteadOf: [[1n]],
    isMet: (subject: SqlValue) =>
      subject === Number.POSITIVE_INFINITY || subject === Number.NEGATIVE_INFINITY,
  },
  'format-of-nothing': {
    says: 'format() that writes nothing is NULL.',
    ...UNTIL_MENDED,
    effect: 'undetermined',
    script: ["SELECT format('')"],
    gives: [[null]],
    insteadOf: [['']],
    isMet: (output: string | null) => output === null,
  },
  'separator-after-nothing': {
    says: 'concat_ws() puts no separator behind values that are empty.',
    seenIn: ['3.50.4'],
    absentFrom: [NEWEST],
    effect: 'undetermined',
    script: ["SELECT concat_ws('-', '', 'a')"],
    gives: [['a']],
    insteadOf: [['-a']],
    isMet: (soFar: string | null) => soFar === '',
  },
} as const satisfies Record<string, SqliteBug>;

/** What follows is looked for only in text with a NUL. */
const NUMBER_BEFORE_NUL = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*\0/i;

/** The largest of those that have fewer bits. */
const SUBNORMAL = 2 ** -1022;

/** Are there 16 or 17 digits before the point, or do 15 not tell it, and well, from its neighbours? Well: the last four of its 17 digits. */
function isLongReal(value: number): boolean {
  const magnitude = Math.abs(value);
  if (magnitude === 0 || magnitude === Number.POSITIVE_INFINITY) return false;
  if (magnitude < SUBNORMAL || (magnitude >= 1e15 && magnitude < 1e17)) return true;
  return Number(value.toPrecision(15)) !== value || !/(?:000[0-6]|999[3-9])e/.test(value.toExponential(16));
}
