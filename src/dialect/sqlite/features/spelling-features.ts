// Ways to write a statement: how a feature of each looks, so that an engine that cannot read one is not asked to.

import type { SpellingKind } from '../../../sql/index.ts';
import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';

const ROW = 'CREATE TABLE t0(a INTEGER); INSERT INTO t0 VALUES(5); ';

export const spellingFeatures = {
  'spelling.comments': feature(
    'comments inside of statements',
    [...ROW.split('; ').slice(0, 2), "SELECT /* it's */ a -- one; and\nFROM/**/t0"],
    [[5n]],
  ),
  'spelling.whitespace': feature(
    'tabs and line breaks between words',
    [...ROW.split('; ').slice(0, 2), 'SELECT\ta\r\nFROM\n\n  t0'],
    [[5n]],
  ),
  'spelling.lowerCase': feature('keywords in lower case', `${ROW}select a from t0 where a is not null`, [
    [5n],
  ]),
  'spelling.mixedCase': feature('keywords in mixed case', `${ROW}SeLeCt a FrOm t0 wHERE a IS nOT NulL`, [
    [5n],
  ]),
  'spelling.quotes': feature('names in double quotes', `${ROW}SELECT "t0"."a" FROM "t0" AS "q0", t0`, [[5n]]),
  'spelling.brackets': feature('names in brackets', `${ROW}SELECT [q0].[a] FROM [t0] AS [q0]`, [[5n]]),
  'spelling.backticks': feature('names in backticks', `${ROW}SELECT \`q0\`.\`a\` FROM \`t0\` AS \`q0\``, [
    [5n],
  ]),
} satisfies Readonly<Record<`spelling.${SpellingKind}`, Feature>>;
