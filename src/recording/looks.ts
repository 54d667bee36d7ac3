// A plan with looks between its steps: the tables after each step that may change them, and the query plan before each statement
// that has one. A look is a statement like others, so that the only run loop runs it.

import { dialect } from '../dialect/index.ts';
import type { Group, Plan, RunStep, Step, TestStep } from '../plan/index.ts';
import { DEFAULT_FUEL } from '../planning/index.ts';
import { isReading, selectAll } from '../sql/index.ts';

/** What a look is for. */
export type Look =
  | { readonly see: 'step'; readonly at: number }
  | { readonly see: 'table'; readonly at: number; readonly table: string }
  | { readonly see: 'queryPlan'; readonly at: number };

export interface LookedAt {
  readonly plan: Plan;
  /** For each step of the plan, in its order. */
  readonly looks: readonly Look[];
}

export interface LookRequest {
  readonly steps: readonly TestStep[];
  /** The tables to look at after a step. */
  readonly tablesAfter: (at: number) => readonly string[];
  readonly explains: boolean;
}

export function withLooks(plan: Plan, { steps, tablesAfter, explains }: LookRequest): LookedAt {
  const looks: Look[] = [];
  const groups = new Map<Group, Step[]>();
  let id = 1_000_000;
  for (const test of steps) {
    const { at, group, step } = test;
    const into = groups.get(group) ?? [];
    groups.set(group, into);
    const add = (look: Look, one: Step): void => {
      looks.push(look);
      into.push(one);
    };
    const on = step.do === 'run' ? step.on : 0;
    if (explains && hasQueryPlan(test))
      add({ see: 'queryPlan', at }, raw(`EXPLAIN QUERY PLAN ${test.sql}`, on, id++));
    add({ see: 'step', at }, step);
    for (const table of tablesAfter(at))
      add({ see: 'table', at, table }, raw(dialect.print(selectAll(table)), on, id++));
  }
  const kept = [...groups].map(([group, own]) => ({ ...group, steps: own }));
  return { plan: { ...plan, groups: kept }, looks };
}

/** May the tables be other after it than before? */
export function mayChangeTables({ step, statement }: TestStep): boolean {
  if (step.do === 'run') return statement !== undefined && (!isReading(statement) || step.cut !== undefined);
  return step.do !== 'assert' && step.do !== 'inspect' && step.do !== 'askSqlite';
}

const EXPLAINED = new Set(['select', 'insert', 'update', 'delete']);

function hasQueryPlan({ step, statement }: TestStep): boolean {
  return step.do === 'run' && statement !== undefined && EXPLAINED.has(statement.kind);
}

function raw(sql: string, on: number, id: number): RunStep {
  return {
    do: 'run',
    id,
    on,
    statement: { kind: 'raw', sql, changes: [] },
    expect: 'any',
    fuel: DEFAULT_FUEL,
  };
}
