// Conditions written in other ways: they must mean the same wherever they stand, and become the plain condition again one by one.

import { describe, expect, it } from 'vitest';
import { emptyDatabase, predict } from '../../src/dialect/sqlite/model/predict.ts';
import { printExpression } from '../../src/dialect/sqlite/print/print-query.ts';
import type { Expression, SelectBody } from '../../src/sql/ast.ts';
import { and, binary, column, equal, integer, literal, not, TRUE } from '../../src/sql/build.ts';
import { countConditions, REWRITINGS, rewrittenBody, rewrittenCondition } from '../../src/sql/equivalent.ts';

const print = (expression: Expression): string => printExpression(expression);
const p = equal(column('a'), column('b'));

/** TRUE, FALSE or NULL, by the model. */
function truthOf(condition: Expression): unknown {
  const body: SelectBody = {
    kind: 'core',
    columns: [{ kind: 'expression', expression: not(not(condition)), alias: 'x' }],
  };
  const { prediction } = predict(emptyDatabase(), 0, { kind: 'select', body });
  return prediction.kind === 'rows' ? prediction.rows[0][0] : prediction.kind;
}

describe('a condition that is written in another way', () => {
  const values = [literal(null), integer(0), integer(1), literal('a'), literal('1x'), literal(0.5)];
  const conditions: Expression[] = [
    ...values,
    ...values.flatMap((one) => values.map((other) => binary(one, '<', other))),
    ...values.flatMap((one) => values.map((other) => binary(one, 'IS', other))),
    ...values.flatMap((one) => values.map((other) => binary(one, 'AND', other))),
    ...values.flatMap((one) => values.map((other) => binary(one, 'OR', other))),
    ...values.map(
      (one): Expression => ({
        kind: 'between',
        operand: one,
        low: values[0],
        high: values[2],
        negated: false,
      }),
    ),
    ...values.map((one): Expression => ({ kind: 'inList', operand: one, list: values, negated: true })),
  ];

  it.each(REWRITINGS)('is TRUE, FALSE or NULL as it was: %s', (as) => {
    for (const condition of conditions) {
      const rewritten = rewrittenCondition(condition, [{ at: 0, as }]);
      expect(rewritten).not.toEqual(condition);
      expect([print(condition), truthOf(rewritten)]).toEqual([print(condition), truthOf(condition)]);
    }
  });

  it('is the one that its number says, outer ones first, and begins again after the last', () => {
    const all = and(p, not(TRUE));
    expect(countConditions(all, true)).toBe(4);
    const at = (n: number) => print(rewrittenCondition(all, [{ at: n, as: 'NOT NOT' }]));
    expect([0, 1, 2, 3, 4].map(at)).toEqual([
      'NOT NOT (a = b AND NOT TRUE)',
      'NOT NOT a = b AND NOT TRUE',
      'a = b AND NOT NOT NOT TRUE',
      'a = b AND NOT NOT NOT TRUE',
      'NOT NOT (a = b AND NOT TRUE)',
    ]);
  });

  it('stands in WHERE, HAVING, ON, FILTER and CASE of a query, and nowhere that the value counts', () => {
    const counted = { kind: 'call', name: 'count', arguments: '*', filter: p } as const;
    const branch = (when: Expression) =>
      Object.fromEntries([
        ['when', when],
        ['then', p],
      ]) as { when: Expression; then: Expression };
    const chosen: Expression = { kind: 'case', branches: [branch(p)], otherwise: p };
    const body: SelectBody = {
      kind: 'core',
      columns: [counted, chosen].map((expression) => ({ kind: 'expression', expression })),
      from: {
        kind: 'join',
        operator: 'JOIN',
        left: { kind: 'table', name: 't' },
        right: { kind: 'table', name: 'u' },
        on: p,
      },
      where: p,
      groupBy: [p],
      having: p,
    };
    expect(countConditions(body, false)).toBe(5);
    const other = rewrittenBody(
      body,
      [0, 1, 2, 3, 4].map((at) => ({ at, as: 'NOT NOT' as const })),
    );
    if (other.kind !== 'core' || other.from?.kind !== 'join') throw new Error('it is a join still');
    const twice = not(not(p));
    expect([other.where, other.having, other.from.on]).toEqual([twice, twice, twice]);
    expect(other.groupBy).toEqual([p]);
    expect(other.columns).toEqual([
      { kind: 'expression', expression: { ...counted, filter: twice } },
      { kind: 'expression', expression: { ...chosen, branches: [branch(twice)] } },
    ]);
  });

  it('is left as it is where nothing is rewritten', () => {
    expect(rewrittenCondition(p, [])).toBe(p);
  });
});
