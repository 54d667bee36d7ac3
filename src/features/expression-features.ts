// What an expression may be made of, apart from functions.

import { type Feature, feature, shown } from './feature.ts';

const ROWS = 'CREATE TABLE t0(a INTEGER, b TEXT); INSERT INTO t0 VALUES(1, \'x\'); INSERT INTO t0 VALUES(2, NULL); ';

export const expressionFeatures = {
  'literal.null': shown('NULL', 'NULL', null),
  'literal.integer': shown('integer literals', '1, -2, 9223372036854775807', 1n, -2n, 9223372036854775807n),
  'literal.real': shown('real literals', '1.5, -2.0, 1e3', 1.5, -2, 1000),
  'literal.text': shown('text literals', "'it''s', ''", "it's", ''),
  'literal.textNul': shown('text that contains a NUL character', "'a' || char(0) || 'b'", 'a\0b'),
  'literal.blob': shown("blob literals: x'00ff'", "x'00ff'", new Uint8Array([0, 255])),
  'literal.hex': shown('hexadecimal integers: 0xff', '0xff, 0xffffffffffffffff', 255n, -1n),
  'literal.boolean': shown('TRUE and FALSE', 'TRUE, FALSE', 1n, 0n),
  'literal.current': shown(
    'CURRENT_DATE, CURRENT_TIME and CURRENT_TIMESTAMP',
    "CURRENT_DATE LIKE '____-__-__', CURRENT_TIME LIKE '__:__:__', CURRENT_TIMESTAMP LIKE '____-__-__ __:__:__'",
    1n,
    1n,
    1n,
  ),
  'expression.rowid': feature('the hidden column rowid', `${ROWS}SELECT b FROM t0 WHERE t0.rowid = 1`, [['x']]),
  'expression.nullTest': feature('x ISNULL, x NOTNULL, x NOT NULL', `${ROWS}SELECT b ISNULL, b NOTNULL, b NOT NULL FROM t0 WHERE a = 2`, [
    [1n, 0n, 0n],
  ]),
  'expression.between': feature('x [NOT] BETWEEN y AND z', `${ROWS}SELECT a BETWEEN 2 AND 3, a NOT BETWEEN 2 AND 3 FROM t0 WHERE a BETWEEN 1 AND 1`, [
    [0n, 1n],
  ]),
  'expression.inList': feature('x [NOT] IN (list)', `${ROWS}SELECT a IN (2, 3), a NOT IN (2, 3) FROM t0 WHERE a IN (1, 5)`, [[0n, 1n]]),
  'expression.inSelect': feature('x [NOT] IN (SELECT …)', `${ROWS}SELECT a FROM t0 WHERE a IN (SELECT a FROM t0 WHERE a > 1) AND a NOT IN (SELECT 1)`, [
    [2n],
  ]),
  'expression.exists': feature('[NOT] EXISTS (SELECT …)', `${ROWS}SELECT a FROM t0 WHERE EXISTS (SELECT 1 FROM t0) AND NOT EXISTS (SELECT 1 FROM t0 WHERE a = 5) AND a = 1`, [
    [1n],
  ]),
  'expression.scalarSubquery': feature('(SELECT …) as a value', `${ROWS}SELECT (SELECT max(a) FROM t0), a FROM t0 WHERE a = (SELECT 1)`, [
    [2n, 1n],
  ]),
  'expression.correlated': feature(
    'a subquery that reads columns of the query around it',
    `${ROWS}SELECT a FROM t0 WHERE EXISTS (SELECT 1 FROM t0 AS q0 WHERE q0.a = t0.a + 1)`,
    [[1n]],
  ),
  'expression.case': feature('CASE WHEN c THEN x … END', `${ROWS}SELECT CASE WHEN a = 1 THEN 'one' WHEN a = 2 THEN 'two' ELSE 'more' END, CASE WHEN a > 5 THEN 1 END FROM t0 ORDER BY a`, [
    ['one', null],
    ['two', null],
  ]),
  'expression.caseOperand': feature('CASE x WHEN y THEN z … END', `${ROWS}SELECT CASE a WHEN 1 THEN 'one' ELSE 'more' END FROM t0 ORDER BY a`, [
    ['one'],
    ['more'],
  ]),
  'expression.cast': shown(
    'CAST (x AS type)',
    "CAST('12x' AS INTEGER), CAST(5 AS TEXT), CAST('1.5' AS REAL), CAST('2' AS NUMERIC), CAST(7 AS VARCHAR(10))",
    12n,
    '5',
    1.5,
    2n,
    '7',
  ),
  'expression.collate': shown('x COLLATE name', "'a' = 'A' COLLATE NOCASE, 'a' COLLATE RTRIM = 'a ', 'a' = 'A' COLLATE BINARY", 1n, 1n, 0n),
  'expression.like': shown('x [NOT] LIKE y', "'abc' LIKE 'A%', 'abc' NOT LIKE '_b_'", 1n, 0n),
  'expression.likeEscape': shown('x LIKE y ESCAPE z', "'a%' LIKE 'a\\%' ESCAPE '\\', 'ab' LIKE 'a\\%' ESCAPE '\\'", 1n, 0n),
  'expression.glob': shown('x [NOT] GLOB y', "'abc' GLOB 'a*[a-c]', 'abc' NOT GLOB 'A?c'", 1n, 1n),
  'expression.rowValue': feature('row values: (a, b) < (x, y)', `${ROWS}SELECT (a, b) < (1, 'y'), (a, b) = (1, 'x'), (a, b) IS (1, 'y') FROM t0 WHERE (a, b) >= (1, 'x') AND a = 1`, [
    [1n, 1n, 0n],
  ]),
  'expression.rowValue.inSelect': feature(
    'a row value IN (SELECT …)',
    `${ROWS}SELECT a FROM t0 WHERE (a, b) IN (SELECT a, b FROM t0)`,
    [[1n]],
  ),
  'expression.raw': shown('an expression that is SQL text', '1', 1n),
  'unary.-': shown('-x', "-(5), -('2')", -5n, -2n),
  'unary.+': shown('+x', "+(5), +('x')", 5n, 'x'),
  'unary.~': shown('~x', '~5', -6n),
  'unary.NOT': shown('NOT x', "NOT 5, NOT 0, NOT NULL, NOT 'x'", 0n, 1n, null, 1n),
  'operator.+': shown('x + y', "1 + 2, 1 + 0.5, '1' + 1, NULL + 1", 3n, 1.5, 2n, null),
  'operator.-': shown('x - y', '1 - 2, 1 - 0.5', -1n, 0.5),
  'operator.*': shown('x * y', '3 * 2, 3 * 0.5', 6n, 1.5),
  'operator./': shown('x / y', '7 / 2, 7 / 2.0, 1 / 0', 3n, 3.5, null),
  'operator.%': shown('x % y', '7 % 2, -7 % 2, 1 % 0', 1n, -1n, null),
  'operator.&': shown('x & y', '6 & 3', 2n),
  'operator.|': shown('x | y', '6 | 3', 7n),
  'operator.<<': shown('x << y', '3 << 2', 12n),
  'operator.>>': shown('x >> y', '12 >> 2', 3n),
  'operator.||': shown('x || y', "'a' || 'b', 1 || 2, 'a' || NULL", 'ab', '12', null),
  'operator.=': shown('x = y', "1 = 1, 1 = 2, 'a' = 'a', NULL = NULL", 1n, 0n, 1n, null),
  'operator.==': shown('x == y', '1 == 1, 1 == 2', 1n, 0n),
  'operator.<>': shown('x <> y', '1 <> 1, 1 <> 2', 0n, 1n),
  'operator.!=': shown('x != y', '1 != 1, 1 != 2', 0n, 1n),
  'operator.<': shown('x < y', "1 < 2, 2 < 1, 1 < 'a', NULL < 1", 1n, 0n, 1n, null),
  'operator.<=': shown('x <= y', '1 <= 1, 2 <= 1', 1n, 0n),
  'operator.>': shown('x > y', '1 > 2, 2 > 1', 0n, 1n),
  'operator.>=': shown('x >= y', '1 >= 1, 1 >= 2', 1n, 0n),
  'operator.IS': shown('x IS y', 'NULL IS NULL, 1 IS 1, 1 IS NULL', 1n, 1n, 0n),
  'operator.IS NOT': shown('x IS NOT y', 'NULL IS NOT NULL, 1 IS NOT NULL', 0n, 1n),
  'operator.IS DISTINCT FROM': shown('x IS DISTINCT FROM y', 'NULL IS DISTINCT FROM NULL, 1 IS DISTINCT FROM NULL', 0n, 1n),
  'operator.IS NOT DISTINCT FROM': shown('x IS NOT DISTINCT FROM y', 'NULL IS NOT DISTINCT FROM NULL, 1 IS NOT DISTINCT FROM NULL', 1n, 0n),
  'operator.AND': shown('x AND y', '1 AND 2, 1 AND 0, NULL AND 0, NULL AND 1', 1n, 0n, 0n, null),
  'operator.OR': shown('x OR y', '0 OR 2, 0 OR 0, NULL OR 1, NULL OR 0', 1n, 0n, 1n, null),
  'operator.IS TRUE': shown('x IS [NOT] TRUE, x IS [NOT] FALSE', '5 IS TRUE, NULL IS NOT TRUE, 0 IS FALSE', 1n, 1n, 1n),
} as const satisfies Record<string, Feature>;
