// The features of CREATE TRIGGER.

import type { CreateTrigger, Statement, TriggerEvent } from '../../../sql/ast.ts';
import type { FeatureId } from './catalogue.ts';
import { walkExpression } from './expression-features-of.ts';
import { add, at, type Walk, within } from './walk.ts';

/** `statement` walks what the trigger does. */
export function walkCreateTrigger(
  outer: Walk,
  trigger: CreateTrigger,
  statement: (walk: Walk, statement: Statement) => void,
): void {
  const walk = within(outer, ['new', 'old']);
  add(walk, FIRING[trigger.timing]?.[trigger.event] ?? 'trigger.insteadOf');
  if (trigger.ifNotExists) add(walk, 'trigger.ifNotExists');
  if (trigger.of) add(walk, 'trigger.of');
  if (trigger.body.length > 1) add(walk, 'trigger.several');
  if (trigger.when) {
    add(walk, 'trigger.when');
    const inside: Walk = { ...at(walk, 'Schema'), used: new Set() };
    walkExpression(inside, trigger.when);
    for (const id of inside.used) add(walk, id);
    if ([...inside.used].some((id) => SUBQUERIES.has(id))) add(walk, 'trigger.when.subquery');
  }
  for (const done of trigger.body) {
    if (done.kind === 'update') add(walk, 'trigger.update');
    if (done.kind === 'delete') add(walk, 'trigger.deletes');
    const inside: Walk = { ...walk, used: new Set() };
    statement(inside, done);
    for (const id of inside.used) add(walk, id);
    if ([...inside.used].some((id) => SUBQUERIES.has(id))) add(walk, 'trigger.subquery');
  }
}

type Firing = Readonly<Record<TriggerEvent, FeatureId>>;

const FIRING: Readonly<Partial<Record<CreateTrigger['timing'], Firing>>> = {
  BEFORE: { INSERT: 'trigger.beforeInsert', UPDATE: 'trigger.beforeUpdate', DELETE: 'trigger.beforeDelete' },
  AFTER: { INSERT: 'trigger.afterInsert', UPDATE: 'trigger.afterUpdate', DELETE: 'trigger.afterDelete' },
};

const SUBQUERIES: ReadonlySet<FeatureId> = new Set([
  'expression.scalarSubquery',
  'expression.exists',
  'expression.inSelect',
]);
