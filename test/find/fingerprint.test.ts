import { describe, expect, it } from 'vitest';
import { featuresIn, skeletonOf } from '../../src/find/fingerprint.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { planOfScript } from '../../src/plan/script.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { column, integer, text } from '../../src/sql/build.ts';

const script = (sql: string) => planOfScript(sql, 10);

/** A script's plan with this statement at its end. */
function withStatement(plan: Plan, statement: Statement): Plan {
  const [group] = plan.groups;
  const step = { do: 'run', id: 99, on: 0, statement, expect: 'any', fuel: 1 } as const;
  return { ...plan, groups: [group, { property: 'interaction', draws: {}, steps: [step] }] };
}

const ordered = (name: string): Statement => ({
  kind: 'select',
  body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name }, where: column('c0') },
  orderBy: [{ expression: integer(1) }],
});

describe('the same defect', () => {
  it('has one skeleton whatever its names and values', () => {
    const one = script("CREATE TABLE t0 (c0); INSERT INTO t0 VALUES (-5, 'it''s', x'00', 1.5e3)");
    const other = script("CREATE TABLE t7 (c3); INSERT INTO t7 VALUES (12, '', x'ff', 0.5)");
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });

  it('has one list of features whatever its names and values, and another with other features', () => {
    const features = (name: string, statement: Statement) =>
      featuresIn(withStatement(script(name), statement));
    expect(features('SELECT 1', ordered('t0'))).toEqual(features('SELECT 2', ordered('t1')));
    expect(features('SELECT 1', ordered('t0'))).not.toEqual(
      features('SELECT 1', { kind: 'delete', table: 't0', where: text('x') }),
    );
  });
});

describe('different defects', () => {
  it('are told apart by their faults', () => {
    const statements = 'CREATE TABLE t0 (c0);\n';
    const skeletons = ['reopen', 'power cut drop', 'power cut torn'].map((fault) =>
      skeletonOf(script(`${statements}-- dirt: ${fault}\nSELECT 1;`)),
    );
    expect(new Set(skeletons).size).toBe(3);
  });
});
