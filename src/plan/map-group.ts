// A group with other syntax trees, drawn rows and checks in the places of its own.

import type { Expression, SelectBody, Statement } from '../sql/ast.ts';
import type { Check } from './check.ts';
import type { Draw, Group, Step } from './plan.ts';

type DrawnValues = Extract<Draw, { readonly kind: 'rowDraw' }>['values'];

/** What becomes of each. */
interface GroupChanges {
  readonly expression: (expression: Expression) => Expression;
  readonly body: (body: SelectBody) => SelectBody;
  readonly statement: (statement: Statement) => Statement;
  readonly row: (values: DrawnValues) => DrawnValues;
  readonly check?: (check: Check) => Check;
}

/** In the order in which a reader meets them: draws, then steps. What stays as it was is the same object. */
export function mapGroup(group: Group, changes: GroupChanges): Group {
  const draws = Object.entries(group.draws).map(([name, draw]) => [name, mapDraw(draw, changes)] as const);
  const areSame = draws.every(([name, draw]) => draw === group.draws[name]);
  const steps = group.steps.map((step) => mapStep(step, changes));
  return { ...group, draws: areSame ? group.draws : Object.fromEntries(draws), steps };
}

function mapDraw(draw: Draw, { expression, body, row }: GroupChanges): Draw {
  switch (draw.kind) {
    case 'expressionDraw':
      return having(draw, 'expression', expression(draw.expression));
    case 'queryDraw':
      return having(draw, 'body', body(draw.body));
    case 'rowDraw':
      return having(draw, 'values', row(draw.values));
  }
}

function mapStep(step: Step, { statement, check }: GroupChanges): Step {
  if (step.do === 'run') return having(step, 'statement', statement(step.statement));
  return step.do === 'assert' && check !== undefined ? having(step, 'check', check(step.check)) : step;
}

function having<T, K extends keyof T>(holder: T, key: K, value: T[K]): T {
  return holder[key] === value ? holder : { ...holder, [key]: value };
}
