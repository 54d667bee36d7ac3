// Checks that JSON is a plan: shapes and references, not SQL's own rules.

import {
  count,
  either,
  type Fields,
  first,
  integer,
  integerFrom,
  isObject,
  kinds,
  lazy,
  listOf,
  type Mismatch,
  mismatch,
  object,
  oneOf,
  positive,
  recordOf,
  type Shape,
  text,
} from '../json/index.ts';
import type { InsertSource, Statement } from '../sql/ast.ts';
import {
  type Drawn,
  encodedValue,
  encodeValue,
  SPELLING_KINDS,
  type SqlValue,
  shapeOf,
  some,
  visitDraws,
} from '../sql/index.ts';
import {
  FAULT_NAMES,
  faultNamed,
  INSPECTION_NAMES,
  PAGE_SIZES,
  statementFaultFields,
} from '../world/index.ts';
import { type Check, mapCheck, termsOf } from './check.ts';
import type { Draw, Group, Plan } from './plan.ts';

/** The first problem with its place, or null. Values are still encoded. */
export function problemWith(plan: unknown): Mismatch | null {
  const misfit = mismatch(planShape, plan, 'the plan');
  if (misfit !== null) return misfit;
  const problem = problemWithReferences((plan as Plan).groups);
  return problem === null ? null : { problem, remedy: 'correct it' };
}

/** Whether this is a check as it is in memory, whoever sent it. */
export function isCheck(given: unknown): given is Check {
  try {
    const value = encodeValue as (value: SqlValue) => unknown as (value: SqlValue) => SqlValue;
    return mismatch(check, mapCheck(given as Check, { value }), 'it') === null;
  } catch {
    return false;
  }
}

/** Fuel is a 32-bit counter. */
const MOST_FUEL = 2 ** 31 - 1;

const rows = kinds('term', { rows: [{ step: count }], table: [{ table: text }, { on: count }] });

const row: Shape = lazy(() => rowShape);
const rowShape = kinds('row', {
  drawn: [{ draw: text }],
  stored: [{ step: count, nth: count }],
  joined: [{ parts: listOf(row, 1) }],
  part: [{ of: row, columns: listOf(count, 1) }],
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
  costsAtMost: [{ times: count, before: rows, later: rows }],
  not: [{ operand: check }],
  and: connective,
  or: connective,
  named: [{ name: text, arguments: listOf(rows) }],
});

const faultSteps = Object.fromEntries(
  FAULT_NAMES.map((name): [string, readonly [Fields]] => [name, [faultNamed(name).fields]]),
);

const spelling = object({ seed: count, of: listOf(oneOf(...SPELLING_KINDS)) });

const step = kinds('do', {
  run: [
    {
      id: count,
      on: count,
      statement: shapeOf('statement'),
      expect: either(
        isObject,
        object({ refused: text }, { constraint: text, says: text }),
        oneOf('ok', 'any'),
      ),
      fuel: integerFrom(1, MOST_FUEL),
    },
    {
      ...statementFaultFields,
      parentheses: oneOf('all'),
      spelling,
      leftAfter: positive,
      source: text,
    },
  ],
  assert: [{ check }, { source: text }],
  inspect: [{ what: oneOf(...INSPECTION_NAMES) }, { source: text }],
  askSqlite: [{ sql: text }],
  resume: [
    {
      of: count,
      how: kinds('kind', { advance: [{ steps: positive }], finish: [{}], reset: [{}], abandon: [{}] }),
    },
  ],
  ...faultSteps,
});

const draw = kinds('kind', {
  expressionDraw: [{ expression: shapeOf('expression') }],
  queryDraw: [{ body: shapeOf('body') }],
  rowDraw: [{ values: recordOf(encodedValue) }],
});

const planShape = object({
  format: integer,
  seed: text,
  index: count,
  made: object({ dirt: text, profile: text, ledger: text }),
  world: object(
    {
      seed: text,
      pageSize: oneOf(...PAGE_SIZES),
      journalMode: oneOf('wal', 'delete'),
      start: oneOf('empty', 'checkpointed'),
    },
    { asyncIo: text },
  ),
  groups: listOf(object({ property: text, draws: recordOf(draw), steps: listOf(step) })),
});

/** Every reference leads to a draw of the group that fits, or to a statement of the group that comes before it. */
function problemWithReferences(groups: readonly Group[]): string | null {
  const ids = new Set<number>();
  const left = new Set<number>();
  return first(groups.entries(), ([g, { draws, steps }]) => {
    const run = new Set<number>();
    const nested = Object.keys(draws).find((name) => mentionsDraw(draws[name]));
    if (nested !== undefined) return `groups[${g}].draws.${nested} mentions another draw`;
    return first(steps.entries(), ([s, step]) => {
      const place = `groups[${g}].steps[${s}]`;
      if (step.do === 'assert') return placed(place, problemWithCheck(step.check, draws, run));
      if (step.do === 'resume' && !left.has(step.of)) return `${place}.of names no statement that was left`;
      if (step.do !== 'run') return null;
      if (step.leftAfter !== undefined) left.add(step.id);
      const problem = placed(place, problemWithStatement(step.statement, draws));
      if (problem !== null) return problem;
      if (ids.has(step.id)) return `${place}.id is not unique`;
      ids.add(step.id);
      run.add(step.id);
      return null;
    });
  });
}

type Draws = Group['draws'];

function problemWithStatement(statement: Statement, draws: Draws): string | null {
  let problem: string | null = null;
  visitDraws('statement', statement, (reference, of) => {
    problem ??= problemWithDraw(reference.draw, draws, 'column' in reference ? 'row' : of);
  });
  const lacksColumns = some(
    statement,
    (node) => node.kind === 'insert' && node.columns === undefined && hasDrawnRow(node.source),
  );
  return problem ?? (lacksColumns ? 'inserts a drawn row and lists no columns' : null);
}

function hasDrawnRow(source: InsertSource): boolean {
  return source.kind === 'values' && source.rows.some((row) => 'draw' in row);
}

function problemWithCheck(check: Check, draws: Draws, run: ReadonlySet<number>): string | null {
  return first(termsOf(check), (term) => {
    if ('draw' in term) return problemWithDraw(term.draw, draws, 'row');
    if ('step' in term && !run.has(term.step)) {
      return `mentions step ${term.step}, which the group has not run`;
    }
    return null;
  });
}

const DRAWS: Readonly<Record<Drawn, readonly [Draw['kind'], string]>> = {
  expression: ['expressionDraw', 'an expression'],
  body: ['queryDraw', 'a query'],
  row: ['rowDraw', 'a row'],
};

function problemWithDraw(name: string, draws: Draws, of: Drawn): string | null {
  if (!Object.hasOwn(draws, name)) return `mentions ${name}, which the group did not draw`;
  const [kind, noun] = DRAWS[of];
  return draws[name].kind === kind ? null : `mentions ${name}, which is not ${noun}`;
}

function mentionsDraw(draw: Draw): boolean {
  let mentions = false;
  const note = () => {
    mentions = true;
  };
  if (draw.kind === 'expressionDraw') visitDraws('expression', draw.expression, note);
  if (draw.kind === 'queryDraw') visitDraws('body', draw.body, note);
  return mentions;
}

function placed(place: string, problem: string | null): string | null {
  return problem === null ? null : `${place} ${problem}`;
}
