// Checks that something is a plan: shapes and references, not SQL's own rules.

import { type Mismatch, mismatch } from '../json/read.ts';
import {
  count,
  either,
  type Fields,
  first,
  integer,
  isObject,
  kinds,
  lazy,
  listOf,
  object,
  oneOf,
  positive,
  recordOf,
  type Shape,
  text,
} from '../json/shape.ts';
import { encodedValue } from '../sql/codec.ts';
import { FAULT_NAMES, faultNamed, statementFaultFields } from '../world/faults/index.ts';
import { INSPECTION_NAMES } from '../world/inspections/index.ts';
import { PAGE_SIZES } from '../world/world-spec.ts';
import { bodyShape, expressionShape, statementShape } from './statement-shape.ts';

/** The first problem with its place, or null. Values are still encoded. */
export function problemWith(plan: unknown): Mismatch | null {
  const misfit = mismatch(planShape, plan, 'the plan');
  if (misfit !== null) return misfit;
  const problem = problemWithReferences((plan as { groups: readonly GroupLike[] }).groups);
  return problem === null ? null : { problem, remedy: 'correct it' };
}

const rows = kinds('term', { rows: [{ step: count }], table: [{ table: text }, { on: count }] });

const row: Shape = lazy(() => rowShape);
const rowShape = kinds('row', {
  drawn: [{ draw: text }],
  stored: [{ step: count, nth: count }],
  joined: [{ parts: listOf(row, 1) }],
});

const number: Shape = lazy(() => numberShape);
const numberShape = kinds('number', {
  constant: [{ constant: integer }],
  length: [{ of: rows }],
  count: [{ of: rows, value: encodedValue }],
  sum: [{ of: listOf(number) }],
});

const check: Shape = lazy(() => checkShape);
const comparison = [{ left: number, right: number }] as const;
const relation = [{ left: rows, right: rows }] as const;
const connective = [{ operands: listOf(check) }] as const;
const checkShape = kinds('check', {
  equal: comparison,
  less: comparison,
  atMost: comparison,
  contains: [{ rows, row }],
  sameBag: relation,
  sameList: relation,
  subsetOf: relation,
  isEmpty: [{ rows }],
  not: [{ operand: check }],
  and: connective,
  or: connective,
  named: [{ name: text, arguments: listOf(rows) }],
});

const faultSteps = Object.fromEntries(
  FAULT_NAMES.map((name): [string, readonly [Fields]] => [name, [faultNamed(name).fields]]),
);

const step = kinds('do', {
  run: [
    {
      id: count,
      on: count,
      statement: statementShape,
      expect: either(isObject, object({ refused: text }, { constraint: text }), oneOf('ok', 'any')),
      fuel: positive,
    },
    statementFaultFields,
  ],
  assert: [{ check }],
  inspect: [{ what: oneOf(...INSPECTION_NAMES) }],
  askSqlite: [{ sql: text }],
  ...faultSteps,
});

const draw = kinds('kind', {
  expressionDraw: [{ expression: expressionShape }],
  queryDraw: [{ body: bodyShape }],
  rowDraw: [{ values: recordOf(encodedValue) }],
});

const planShape = object({
  format: integer,
  seed: text,
  index: count,
  made: object({ dirt: text, profile: text, ledger: text }),
  world: object({
    seed: text,
    pageSize: oneOf(...PAGE_SIZES),
    journalMode: oneOf('wal', 'delete'),
    start: oneOf('empty', 'checkpointed'),
  }),
  groups: listOf(object({ property: text, draws: recordOf(draw), steps: listOf(step) })),
});

interface GroupLike {
  readonly draws: Readonly<Record<string, unknown>>;
  readonly steps: readonly { readonly do: string; readonly id?: number }[];
}

/** Every reference leads to a draw of the group, or to a statement of the group that comes before it. */
function problemWithReferences(groups: readonly GroupLike[]): string | null {
  const ids = new Set<number>();
  return first(groups.entries(), ([g, { draws, steps }]) => {
    const run = new Set<number>();
    const dangling = (node: unknown): string | null => {
      if (Array.isArray(node)) return first(node, dangling);
      if (!isObject(node)) return null;
      if (typeof node.draw === 'string' && !Object.hasOwn(draws, node.draw)) {
        return `mentions ${node.draw}, which the group did not draw`;
      }
      if (typeof node.step === 'number' && !run.has(node.step)) {
        return `mentions step ${node.step}, which the group has not run`;
      }
      return first(Object.values(node), dangling);
    };
    const nested = Object.keys(draws).find((name) => mentionsDraw(draws[name]));
    if (nested !== undefined) return `groups[${g}].draws.${nested} mentions another draw`;
    return first(steps.entries(), ([s, item]) => {
      const place = `groups[${g}].steps[${s}]`;
      const problem = placed(place, dangling(item));
      if (problem !== null || item.id === undefined) return problem;
      if (ids.has(item.id)) return `${place}.id is not unique`;
      ids.add(item.id);
      run.add(item.id);
      return null;
    });
  });
}

function mentionsDraw(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(mentionsDraw);
  return isObject(node) && (typeof node.draw === 'string' || Object.values(node).some(mentionsDraw));
}

function placed(place: string, problem: string | null): string | null {
  return problem === null ? null : `${place} ${problem}`;
}
