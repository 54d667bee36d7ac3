// SQL that is nested or long without end, as a fuzzer writes it: what can be followed is followed, the rest is text, and nothing overflows.

import { describe, expect, it } from 'vitest';
import { decodePlan, encodePlan } from '../../src/plan/codec.ts';
import { readScript } from '../../src/plan/read-script.ts';
import { rehearse } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';

const around = (before: string, inner: string, after: string) => (depth: number) =>
  `SELECT ${before.repeat(depth)}${inner}${after.repeat(depth)}`;

const KINDS: Readonly<Record<string, (depth: number) => string>> = {
  parentheses: around('(', '1', ')'),
  NOT: around('NOT ', '1', ''),
  '~': around('~ ', '1', ''),
  '+': around('', '1', '+1'),
  OR: around('', 'a', ' OR a = 2'),
  CASE: around('CASE WHEN 1 THEN ', '1', ' END'),
  calls: around('abs(', '1', ')'),
  lists: around('1 IN (', '1', ')'),
  subqueries: around('(SELECT ', '1', ')'),
  'subqueries in FROM': (depth) => `${'SELECT * FROM ('.repeat(depth)}SELECT 1${')'.repeat(depth)}`,
  'tables in parentheses': (depth) => `SELECT 1 FROM ${'('.repeat(depth)}t${')'.repeat(depth)}`,
  joins: (depth) =>
    `SELECT 1 FROM t AS t0${Array.from({ length: depth }, (_, i) => `, t AS u${i}`).join('')}`,
  compounds: around('', '1', ' UNION SELECT 1'),
  'common tables': (depth) =>
    `${Array.from({ length: depth }, (_, i) => `WITH c${i} AS (`).join('SELECT * FROM (')}SELECT 1${')'.repeat(depth)}`,
  'a trigger': (depth) =>
    `CREATE TRIGGER r AFTER INSERT ON t BEGIN ${'SELECT 1;'.repeat(depth)} SELECT ${'('.repeat(depth)}1${')'.repeat(depth)}; END`,
};

describe('SQL nested by', () => {
  it.each(Object.keys(KINDS))(
    '%s is followed or kept as text, and its plan can be read back',
    async (kind) => {
      for (const depth of [20, 250, 410, 30_000]) {
        const sql = `CREATE TABLE t(a); INSERT INTO t VALUES (1); ${KINDS[kind](depth)}; SELECT * FROM t`;
        const { plan } = await readScript(planOfScript(sql, 1000));
        rehearse(plan);
        expect(decodePlan(encodePlan(plan), 'it')).toEqual(plan);
      }
    },
  );
});

it('what is as deep as people write is not given up', async () => {
  const { unread } = await readScript(
    planOfScript(['parentheses', '+', 'CASE', 'subqueries'].map((kind) => KINDS[kind](30)).join(';'), 1000),
  );
  expect(unread).toEqual([]);
});
