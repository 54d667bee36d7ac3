import { describe, expect, test } from 'vitest';
import { compileAggregate } from '../../../../src/dialect/sqlite/evaluate/aggregates.ts';
import { compile } from '../../../../src/dialect/sqlite/evaluate/compile.ts';
import { Refusal, Unknown } from '../../../../src/dialect/sqlite/evaluate/stop.ts';
import { aggregates } from '../../../../src/dialect/sqlite/functions/aggregates.ts';
import type {
  AggregateFunction,
  ScalarFunction,
  SqlFunction,
  WindowFunction,
} from '../../../../src/dialect/sqlite/functions/function.ts';
import { families, isAggregate } from '../../../../src/dialect/sqlite/functions/lookup.ts';
import { state } from '../../../../src/dialect/sqlite/functions/state.ts';
import { windows } from '../../../../src/dialect/sqlite/functions/windows.ts';
import { mayRaise } from '../../../../src/dialect/sqlite/model/undetermined-query.ts';
import { printExpression } from '../../../../src/dialect/sqlite/print/print-query.ts';
import { Random } from '../../../../src/random.ts';
import type { Expression } from '../../../../src/sql/ast.ts';
import { call, column, countAll, literal } from '../../../../src/sql/build.ts';
import { type Row, type SqlValue, sameValue } from '../../../../src/sql/value.ts';
import { openReference } from '../../../conformance/reference.ts';
import { tableScope } from '../../../conformance/scope.ts';
import { COLUMNS } from '../../../conformance/table.ts';
import { CLASSES, randomValue } from '../../../conformance/values.ts';

const scalars = [...Object.values(families), state].flatMap((table) => Object.entries<ScalarFunction>(table));
const aggregated = Object.entries<AggregateFunction>(aggregates);
const windowed = Object.entries<WindowFunction>(windows);

describe('the list of functions that SQLite keeps', async () => {
  const sqlite = await openReference();
  const listed = sqlite.query('SELECT name, type, narg FROM pragma_function_list');
  sqlite.close();

  const aritiesOf = (name: string, types: readonly string[]) =>
    listed
      .filter(([own, type]) => own === name && types.includes(type as string))
      .map(([, , count]) => Number(count));
  /** Below -1 it is the least number, less by two. */
  const leastOf = (count: number) => (count >= 0 ? count : count === -1 ? 0 : -2 - count);

  const checkArity = (name: string, { arity: [least, most] }: SqlFunction, types: readonly string[]) => {
    const found = aritiesOf(name, types);
    expect(found, name).not.toEqual([]);
    expect(Math.min(...found.map(leastOf)), name).toBe(least);
    if (found.every((count) => count >= 0)) expect(Math.max(...found), name).toBe(most);
    else expect(most, name).toBeGreaterThan(100);
  };

  test('has the scalar functions, with as many arguments as their entries say', () => {
    for (const [name, entry] of scalars) {
      // What is listed with exactly one argument as an aggregate goes before min() and max() of any number.
      const isOverloaded = aritiesOf(name, ['a', 'w']).includes(1);
      const arity = [entry.arity[0] - (isOverloaded ? 1 : 0), entry.arity[1]] as const;
      checkArity(name, { ...entry, arity }, ['s']);
    }
  });

  test('has the aggregates and window functions, with as many arguments as their entries say', () => {
    for (const [name, entry] of aggregated) {
      if (entry.formOf === undefined) checkArity(name, entry, ['a', 'w']);
    }
    for (const [name, entry] of windowed) checkArity(name, entry, ['w']);
  });
});

test('min() and max() are aggregates of one argument only, and no call with OVER is one', () => {
  const x = column('x');
  expect(isAggregate(call('min', x))).toBe(true);
  expect(isAggregate(call('max', x, x))).toBe(false);
  expect(isAggregate(countAll)).toBe(true);
  expect(isAggregate(call('abs', x))).toBe(false);
  expect(isAggregate({ ...call('sum', x), over: { partitionBy: [], orderBy: [] } })).toBe(false);
});

test('what is drawn is what a function takes', () => {
  for (const [name, { arity, draw }] of scalars) {
    if (draw === undefined) continue;
    const most = draw.takes.length + (draw.optional?.length ?? 0) + (draw.more === undefined ? 0 : 2);
    expect(draw.takes.length, name).toBeGreaterThanOrEqual(arity[0]);
    expect(most, name).toBeLessThanOrEqual(arity[1]);
  }
  for (const [name, { arity, draw }] of windowed) {
    for (const { length } of draw?.takes ?? []) {
      expect(length, name).toBeGreaterThanOrEqual(arity[0]);
      expect(length, name).toBeLessThanOrEqual(arity[1]);
    }
  }
});

describe('errors', () => {
  const random = Random.of('raising');
  /** Values that some function raises on, among random ones. */
  const value = (): SqlValue =>
    random.oneIn(4)
      ? random.pick([-(2n ** 63n), 2n ** 62n, 'ab', ''])
      : randomValue(random, random.pick(CLASSES));

  const raises = (made: Expression): boolean => {
    try {
      compile(made, tableScope).evaluate({ row: [] });
    } catch (stop) {
      if (stop instanceof Refusal) return true;
      if (!(stop instanceof Unknown)) throw stop;
    }
    return false;
  };

  test('are raised by exactly the functions whose entries say so', () => {
    for (const [name, entry] of scalars) {
      // likelihood() wants a constant, and refuses others before it runs.
      if ((entry.evaluate ?? entry.compile) === undefined || name === 'likelihood') continue;
      const [least, most] = [entry.arity[0], Math.min(entry.arity[1], entry.arity[0] + 3)];
      let hasRaised = false;
      for (let i = 0; i < 400; i++) {
        const given = Array.from({ length: random.between(least, most) }, () => literal(value()));
        hasRaised ||= raises(call(name, ...given));
      }
      expect(hasRaised, name).toBe(entry.raises !== undefined);
    }
  });

  test('never come from what an entry calls harmless, in SQLite neither', async () => {
    const sqlite = await openReference();
    for (const [name, { isHarmless, arity }] of scalars) {
      if (isHarmless === undefined) continue;
      for (let i = 0; i < 400; i++) {
        const given = Array.from({ length: random.between(...arity) }, () => literal(value()));
        if (!isHarmless(given)) continue;
        const made = call(name, ...given);
        expect(raises(made), name).toBe(false);
        expect(() => sqlite.query(`SELECT ${printExpression(made)}`), name).not.toThrow();
      }
    }
    sqlite.close();
  });

  test('are not expected of json_valid() without a second argument', () => {
    const valid = (...more: Expression[]) => mayRaise(call('json_valid', column('x'), ...more));
    expect(valid()).toBe(false);
    expect(valid(literal(0n))).toBe(true);
  });
});

test('an aggregate gives the same in any order of the rows, unless its entry says that the order matters', () => {
  const random = Random.of('orders');
  const argument = COLUMNS.findIndex(({ name }) => name === 'n');
  const given = [argument, argument + 1].map((at) => column(COLUMNS[at].name));
  let [settled, undetermined] = [0, 0];
  for (const [name, entry] of aggregated) {
    if (entry.start === undefined) continue;
    const made = call(name, ...given.slice(0, entry.arity[1]));
    const compiled = compileAggregate(made, tableScope);
    const resultOf = (rows: readonly Row[]): SqlValue | 'raised' | 'unknown' => {
      const accumulator = compiled.start();
      try {
        for (const row of rows) accumulator.step({ row });
        return accumulator.result();
      } catch (stop) {
        if (stop instanceof Refusal) return 'raised';
        if (stop instanceof Unknown) return 'unknown';
        throw stop;
      }
    };
    for (let i = 0; i < 300; i++) {
      const classes = random.pick([['integer'], ['real', 'integer'], CLASSES] as const);
      const rows = Array.from({ length: random.between(2, 5) }, () =>
        COLUMNS.map(() => randomValue(random, random.pick(classes))),
      );
      if (rows.some((row) => row.slice(argument, argument + 2).some((of) => of instanceof Uint8Array)))
        continue;
      const inputs = rows.map((row) => row.slice(argument, argument + made.arguments.length));
      if (entry.orderMatters?.(inputs, 'BINARY') !== undefined) {
        undetermined++;
        continue;
      }
      settled++;
      const [first, second] = [resultOf(rows), resultOf(random.shuffled(rows))];
      expect(sameValue(first, second), `${name} of ${inputs.join(' and ')}`).toBe(true);
    }
  }
  expect(Math.min(settled, undetermined)).toBeGreaterThan(200);
});
