// Files of the notation that are wrong, and the line that says so.

/** A body after `gen property db:`, which is line 1. */
const body = (...lines: readonly string[]) =>
  ['gen property db:', ...lines.map((line) => `    ${line}`)].join('\n');

const T = 't <- pick db.tables';
const RS = '! RS := SELECT * FROM t';
const CHECK = '! assert(RS.length() == 1)';

/** By what is wrong: the text, and `line:column: what is wrong: what was expected`. */
export const WRONG: Readonly<Record<string, readonly [text: string, said: string]>> = {
  'an empty file': ['', '1:1: there is no property: expected `gen property db:`'],
  'no property': [
    'gen condition (t: table):\n    return t.rowid = 1',
    '2:23: there is no property: expected `gen property db:`',
  ],
  'a condition that would exhaust the stack': [
    body(T, RS, `! assert(${'('.repeat(5_000)}1${')'.repeat(5_000)} == 1)`),
    '4:2011: the line has 10007 words and signs: expected at most 2000',
  ],
  'parentheses too deep': [
    body(T, RS, `! assert(${'('.repeat(500)}1${')'.repeat(500)} == 1)`),
    '4:114: it is nested too deeply: expected at most 100 levels',
  ],
  'negations too deep': [
    body(T, RS, `! assert(${'not '.repeat(500)}1 == 1)`),
    '4:414: it is nested too deeply: expected at most 100 levels',
  ],
  'drawings too deep': [
    body(`t <- ${'('.repeat(500)}pick db.tables${')'.repeat(500)}`),
    '2:111: it is nested too deeply: expected at most 100 levels',
  ],
  'a range that is none': [
    body(T, 'n <- gen integer (3, 1)', RS, CHECK),
    '3:23: 3 is more than 1: expected the least and then the greatest',
  ],
  'a number that is too large': [
    body(T, `n <- gen integer (1, ${'9'.repeat(400)})`, RS, CHECK),
    '3:26: the number is too large: expected numbers below 2147483648',
  ],
  'a header without a colon': [
    'gen property db\n    t <- pick db.tables',
    '1:16: the line ends without a colon: expected `gen property db:`',
  ],
  'a name that is none': [
    'gen property My Property db:\n    t <- pick db.tables',
    '1:14: `My Property db` is no name of a property: expected `gen property db:` or `gen property its-name db:`',
  ],
  'a header alone': ['gen property db:\n', '1:17: nothing follows: expected indented lines below'],
  'a line before any header': [
    '    t <- pick db.tables',
    '1:5: an indented line before any `gen`: begin with `gen property db:`',
  ],
  'something else at the margin': [
    'property db:\n    t <- pick db.tables',
    '1:1: `property` is not expected: expected `gen property db:`, or a generator: `gen name (t: table):`',
  ],
  'a line left of its block': [
    'gen property db:\n    t <- pick db.tables\n  u <- pick db.tables',
    '3:3: a line stands left of its block: indent it by 4 spaces',
  ],
  'a line right of its block': [
    'gen property db:\n    t <- pick db.tables\n      u <- pick db.tables',
    '3:7: a line stands right of its block: indent it by 4 spaces',
  ],
  'a tab': ['gen property db:\n\tt <- pick db.tables', '2:1: a tab in the indentation: indent by spaces'],
  'a name that is not there': [
    body(T, '! RS := SELECT * FROM u', CHECK),
    '3:27: there is no `u`: expected one of t',
  ],
  'a column that is not there': [
    body(T, '! RS := SELECT a FROM t', CHECK),
    '3:20: there is no `a`: expected one of t',
  ],
  'a name in a condition that is not there': [
    body(T, RS, '! assert(r in RS)'),
    '4:14: there is no `r`: expected one of t, RS',
  ],
  'a name twice': [body(T, 't <- pick db.tables'), '3:5: `t` is a table already: expected another name'],
  'a name in another case': [
    body(T, 'T <- pick db.tables'),
    '3:5: `T` is a table already: expected another name',
  ],
  'a name that is a word of SQL': [
    body('order <- pick db.tables'),
    '2:5: `order` is a word of SQL: expected another name',
  ],
  'a name that is a word of the notation': [
    body('keep <- pick db.tables'),
    '2:5: `keep` is a word of the notation: expected a name, `assume` or `!`',
  ],
  'an interaction in a generator': [
    'gen rows (t: table):\n    ! RS := SELECT * FROM t\n    return RS\ngen property db:\n    t <- pick db.tables',
    '2:5: an interaction stands in a generator: expected `pick`, `gen`, `:=`, `assume` or `return`',
  ],
  'an interaction that is drawn': [
    body(T, 'RS <- SELECT * FROM t'),
    '3:11: an interaction stands in a generator: expected `pick`, `gen` or `genOf`; an interaction is `! name := …`',
  ],
  'a generator in an interaction': [
    body(T, '! r := gen row t'),
    '3:12: a generator stands in an interaction: expected `name <- …` without `!`',
  ],
  'an interaction without its mark': [
    body(T, 'SELECT * FROM t'),
    '3:5: `SELECT` is an interaction: expected `!` before it',
  ],
  'a check without its mark': [
    body(T, RS, 'assert(RS.length() == 1)'),
    '4:5: `assert` is an interaction: expected `!` before it',
  ],
  'an arrow in the place of :=': [
    body(T, 'c <- pick t.columns', 'p <- t.c = 1'),
    '4:10: `t` is not expected: expected `pick`, `gen` or `genOf`',
  ],
  ':= in the place of an arrow': [
    body('t := pick db.tables'),
    '2:10: `pick` draws: expected `<-` before it, and not `:=`',
  ],
  '= in the place of either': [
    body('t = pick db.tables'),
    '2:7: `=` is not expected: expected `<-` before what is drawn, or `:=`',
  ],
  'something that cannot be picked': [
    body(T, 'c <- pick t.keys'),
    '3:17: `t` has no keys: expected one of columns, rows, indexes',
  ],
  'a row of what is no table': [
    body(T, 'c <- pick t.columns', 'r <- gen row c'),
    '4:18: `c` is a column: expected a table',
  ],
  'a generator that is not there': [
    body(T, 'r <- gen tuple t'),
    '3:14: there is no generator `tuple`: expected one of row, expression, value, integer, name, table, index, statement, SELECT',
  ],
  'a generator with too little': [
    body('r <- gen row'),
    '2:10: `gen row` is given nothing: expected `gen row t`',
  ],
  'an expression about a row of another table': [
    body(T, 'u <- pick db.tables', 'r <- gen row u', 'p <- gen expression (t, r)'),
    '5:29: `r` is a row of u: expected a row of t',
  ],
  'three names for two things': [
    body('(a, b, c) <- (pick db.tables, pick db.tables)'),
    '2:5: there are 3 names for 2 things: expected 2 names',
  ],
  'SQL that is none': [body(T, '! DELETE * FROM t', CHECK), '3:14: near "*" is not expected: expected from'],
  'SQL on a second line that is none': [
    body(T, '! RS := SELECT * FROM t', '        WHERE AND 1', CHECK),
    '4:19: near "AND" is not expected: if you intended "AND" as an identifier here, quote it',
  ],
  'a table as a condition': [
    body(T, '! RS := SELECT * FROM t WHERE t', CHECK),
    '3:35: t is a table, and no expression: a table is not expected there',
  ],
  'a result in SQL': [
    body(T, RS, '! RS2 := SELECT * FROM RS', CHECK),
    '4:28: RS is what a statement returned, and SQL is written before anything runs: a result is not expected there',
  ],
  'a stored row that is inserted': [
    body(T, 'r <- pick t.rows', '! INSERT INTO t VALUES r'),
    '4:28: only a row that was drawn can be inserted, and r is a stored one: a row is not expected there',
  ],
  'numbers compared with rows': [
    body(T, RS, '! assert(RS == 1)'),
    '4:17: rows and a number cannot be compared: expected two of one kind',
  ],
  'a single = in a condition': [body(T, RS, '! assert(RS.length() = 1)'), '4:26: `=` is SQL: expected `==`'],
  'a method that is not there': [
    body(T, RS, '! assert(RS.size() == 1)'),
    '4:17: there is no `size()`: expected `length()`, `count(…)` or `first()`',
  ],
  'a condition that is none': [
    body(T, RS, '! assert(RS.length())'),
    '4:17: this is a number: expected a condition, as in `RS.length() == 1` or `r in RS`',
  ],
  'an assert without a result': [
    body(T, RS, '! assert(t.length() == 1)'),
    '4:25: this says nothing of the engine: expected the result of a statement in it',
  ],
  'a property that checks nothing': [
    body(T, RS),
    '1:1: the property checks nothing: expected `! assert(…)`, `! refuse …` or `! inspect …` in it',
  ],
  'an unfinished condition': [
    body(T, RS, '! assert(RS.length() =='),
    '4:28: the line ends too early: expected a name, a number, a value or `(`',
  ],
  'a fault that is not there': [
    body(T, '! FAULT earthquake'),
    '3:13: there is no fault earthquake: expected one of sqliteWrites, reopen, disconnect, clockJump, powerCut',
  ],
  'a connection that is not there': [
    body(T, '! on 0: SELECT * FROM t'),
    '3:10: there is no connection 0: expected a number from 1 to 16',
  ],
  'a class of refusals that is not there': [
    body(T, '! refuse nonsense: SELECT * FROM t'),
    '3:14: there is no class of refusals nonsense: expected one of syntax, unsupported, noSuchTable, constraint, busy, readonly, io, corrupt, interrupted, other',
  ],
  'a generator that calls itself': [
    'gen again (t: table):\n    p <- gen again t\n    return p\ngen property db:\n    t <- pick db.tables',
    '2:14: `again` calls itself: expected a generator that comes to an end',
  ],
  'a parameter of no kind': [
    'gen of (t: tables):\n    return t.rowid = 1\ngen property db:\n    t <- pick db.tables',
    '1:12: `tables` is no kind of parameter: expected one of table, column, row, expression, query, number',
  ],
  'a generator of the file with another kind': [
    `gen condition (t: table):\n    p <- gen expression (t)\n    return p\n${body(T, 'c <- pick t.columns', 'p <- gen condition c')}`,
    '7:24: this is a column: expected a table',
  ],
  'two properties without a name': [
    `${body(T, RS, CHECK)}\n${body(T, RS, CHECK)}`,
    '5:1: a second property has no name: expected `gen property another-name db:`',
  ],
};
