import { describe, expect, it } from 'vitest';
import { DirtError } from '../../src/errors.ts';
import { decodePlan, encodePlan } from '../../src/plan/codec.ts';
import type { Group, Plan, Step } from '../../src/plan/plan.ts';
import { literal } from '../../src/sql/build.ts';
import { type SqlValue, sameRow } from '../../src/sql/value.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';

const VALUES: readonly SqlValue[] = [
  null,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
  9_007_199_254_740_993n,
  -0,
  0,
  1,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  5e-324,
  1.7976931348623157e308,
  0.1,
  '',
  'a\u0000b',
  'Grüße 🙂',
  "it's",
  new Uint8Array(),
  new Uint8Array([0, 255, 128]),
];

const RUN: Step = {
  do: 'run',
  id: 0,
  on: 0,
  statement: { kind: 'select', body: { kind: 'values', rows: [VALUES.map(literal)] } },
  expect: 'ok',
  fuel: 1000,
};

const GROUP: Group = {
  property: 'interaction',
  draws: { d0: { kind: 'rowDraw', values: Object.fromEntries(VALUES.map((value, i) => [`c${i}`, value])) } },
  steps: [
    RUN,
    {
      do: 'assert',
      check: {
        check: 'equal',
        left: { number: 'count', of: { term: 'rows', step: 0 }, value: -0 },
        right: { number: 'constant', constant: 0 },
      },
    },
  ],
};

const PLAN: Plan = {
  format: 1,
  seed: '1',
  index: 0,
  made: { dirt: '0', profile: 'default', ledger: '' },
  world: DEFAULT_WORLD,
  groups: [GROUP],
};

describe('the JSON form of a plan', () => {
  it('keeps every bit of every value', () => {
    const decoded = decodePlan(encodePlan(PLAN), 'a plan');
    const { draws, steps } = decoded.groups[0];
    const drawn = draws.d0;
    expect(drawn.kind === 'rowDraw' && sameRow(Object.values(drawn.values), VALUES)).toBe(true);
    const literals = (steps[0] as never as { statement: { body: { rows: { value: SqlValue }[][] } } })
      .statement.body.rows[0];
    expect(
      sameRow(
        literals.map(({ value }) => value),
        VALUES,
      ),
    ).toBe(true);
    expect(
      Object.is((steps[1] as never as { check: { left: { value: SqlValue } } }).check.left.value, -0),
    ).toBe(true);
  });
});

type Edit = (json: ReturnType<typeof JSON.parse>) => unknown;

function problemOf(text: string): DirtError {
  try {
    decodePlan(text, 'some.json');
  } catch (error) {
    if (error instanceof DirtError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

function edited(edit: Edit): string {
  const json = JSON.parse(encodePlan(PLAN));
  edit(json);
  return JSON.stringify(json);
}

function insertOf(draw: string, columns?: readonly string[]) {
  return { kind: 'insert', table: 't', columns, source: { kind: 'values', rows: [{ draw }] } };
}

describe('a file that is not a plan is refused with the place', () => {
  it.each([
    ['{', 'DIRT_PLAN_BROKEN', 'not JSON'],
    ['null', 'DIRT_PLAN_FORMAT', 'some.json is not a plan'],
    ['{"name":"package"}', 'DIRT_PLAN_FORMAT', 'some.json is not a plan'],
    ['{"format":7}', 'DIRT_PLAN_FORMAT', 'a plan of format 7'],
    ['{"format":1}', 'DIRT_PLAN_BROKEN', 'seed is missing'],
  ])('%s', (text, code, message) => {
    const error = problemOf(text);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  it.each<[string, Edit]>([
    ['world.pageSize is not one of', (json) => (json.world.pageSize = 1000)],
    ['groups is not a list', (json) => (json.groups = {})],
    [
      'groups[0].draws.d0.values.c1 is not an encoded value',
      (json) => (json.groups[0].draws.d0.values.c1 = 5),
    ],
    ['groups[0].draws.d0.values is not an object', (json) => (json.groups[0].draws.d0.values = [])],
    ['groups[0].steps[0].do is not one of run, assert', (json) => (json.groups[0].steps[0].do = 'walk')],
    [
      'groups[0].steps[0].fuel is not an integer from 1 to 2147483647',
      (json) => (json.groups[0].steps[0].fuel = -1),
    ],
    ['groups[0].steps[0].on is missing', (json) => delete json.groups[0].steps[0].on],
    ['groups[0].steps[0].colour is unknown', (json) => (json.groups[0].steps[0].colour = 'red')],
    [
      'groups[0].steps[0].statement.kind is not one of',
      (json) => (json.groups[0].steps[0].statement.kind = 'selekt'),
    ],
    [
      'groups[0].steps[0].statement.body.rows[0] is not a list',
      (json) => (json.groups[0].steps[0].statement.body.rows = ['x']),
    ],
    [
      'rows[0][2].value is not an encoded value',
      (json) => (json.groups[0].steps[0].statement.body.rows[0][2].value = ['i', '1e9']),
    ],
    [
      'groups[0].steps[1].check.left.of.term is not one of rows, table',
      (json) => (json.groups[0].steps[1].check.left.of.term = 'view'),
    ],
    [
      'groups[0].steps[1] mentions step 4, which the group has not run',
      (json) => (json.groups[0].steps[1].check.left.of.step = 4),
    ],
    ['groups[0].steps[2].id is not unique', (json) => json.groups[0].steps.push(json.groups[0].steps[0])],
    [
      'groups[0].steps[0] mentions d9, which the group did not draw',
      (json) => (json.groups[0].steps[0].statement.body.rows[0][0] = { kind: 'draw', draw: 'd9' }),
    ],
    [
      'statement.body.rows[0][0].operator is not one of +, -, *',
      (json) =>
        (json.groups[0].steps[0].statement.body.rows[0][0] = {
          kind: 'binary',
          operator: '**',
          left: { kind: 'boolean', value: true },
          right: { kind: 'boolean', value: true },
        }),
    ],
    [
      'statement.body.rows[0][0].tabel is unknown',
      (json) =>
        (json.groups[0].steps[0].statement.body.rows[0][0] = { kind: 'column', name: 'a', tabel: 't' }),
    ],
    [
      'statement.body.right.kind is not one of core, values, draw',
      (json) => {
        const { statement } = json.groups[0].steps[0];
        const compound = { kind: 'compound', operator: 'UNION', left: statement.body, right: statement.body };
        statement.body = { ...compound, right: compound };
      },
    ],
    [
      'groups[0].steps[0] mentions d0, which is not an expression',
      (json) => (json.groups[0].steps[0].statement.body.rows[0][0] = { kind: 'draw', draw: 'd0' }),
    ],
    [
      'groups[0].steps[0] mentions d0, which is not a query',
      (json) => (json.groups[0].steps[0].statement.body = { kind: 'draw', draw: 'd0' }),
    ],
    [
      'groups[0].steps[0] mentions d1, which is not a row',
      (json) => {
        json.groups[0].draws.d1 = { kind: 'expressionDraw', expression: { kind: 'boolean', value: true } };
        json.groups[0].steps[0].statement = insertOf('d1', ['c0']);
      },
    ],
    [
      'groups[0].steps[0] inserts a drawn row and lists no columns',
      (json) => (json.groups[0].steps[0].statement = insertOf('d0')),
    ],
    [
      'groups[0].steps[1] mentions d7, which the group did not draw',
      (json) =>
        (json.groups[0].steps[1].check = {
          check: 'contains',
          rows: { term: 'rows', step: 0 },
          row: { row: 'joined', parts: [{ row: 'drawn', draw: 'd7' }] },
        }),
    ],
    [
      'groups[0].draws.d1 mentions another draw',
      (json) =>
        (json.groups[0].draws.d1 = { kind: 'expressionDraw', expression: { kind: 'draw', draw: 'd1' } }),
    ],
  ])('%s', (message, edit) => {
    const error = problemOf(edited(edit));
    expect(error.code).toBe('DIRT_PLAN_BROKEN');
    expect(error.message).toContain('some.json');
    expect(error.message).toContain(message);
  });
});
