// What the model says of an expression: a value, an error, or that it does not know.

import { compileAggregate } from '../../src/dialect/sqlite/evaluate/aggregates.ts';
import { type Compiled, compile } from '../../src/dialect/sqlite/evaluate/compile.ts';
import { Refusal, Unknown } from '../../src/dialect/sqlite/evaluate/stop.ts';
import { scalarOf } from '../../src/dialect/sqlite/functions/lookup.ts';
import { probesOf } from '../../src/dialect/sqlite/model/query/probes.ts';
import type { Call, Expression } from '../../src/sql/ast.ts';
import type { Row, SqlValue } from '../../src/sql/value.ts';
import { children } from './minimise.ts';
import { tableScope } from './scope.ts';

export type Answer = { readonly value: SqlValue } | 'refused' | { readonly unknown: string };

/** One answer a row, or one in all for an aggregate. */
export function expectedAnswers(
  expression: Expression,
  isAggregate: boolean,
  rows: readonly Row[],
): Answer[] {
  if (isAggregate) return [answer(() => aggregateOf(expression as Call, rows))];
  let compiled: Compiled;
  try {
    compiled = compile(expression, tableScope);
  } catch (stop) {
    return rows.map(() => answerOf(stop));
  }
  const probe = compiled.mayRaise ? probeFor([expression]) : undefined;
  return rows.map((row) =>
    answer(() => {
      probe?.(row);
      return compiled.evaluate({ row });
    }),
  );
}

function aggregateOf(call: Call, rows: readonly Row[]): SqlValue {
  const probe = probeFor([
    ...(call.arguments as readonly Expression[]),
    ...(call.filter === undefined ? [] : [call.filter]),
  ]);
  for (const row of rows) probe(row);
  const accumulator = compileAggregate(call, tableScope).start();
  for (const row of rows) accumulator.step({ row });
  return accumulator.result();
}

function answer(evaluate: () => SqlValue): Answer {
  try {
    return { value: evaluate() };
  } catch (stop) {
    return answerOf(stop);
  }
}

function answerOf(stop: unknown): Answer {
  if (stop instanceof Refusal) return 'refused';
  if (stop instanceof Unknown) return { unknown: stop.message };
  throw stop;
}

const HIDDEN = 'error in a part that may not be evaluated';

/** Throws `Unknown` where a part raises an error that SQLite may or may not come across. */
function probeFor(expressions: readonly Expression[]): (row: Row) => void {
  const probes = expressions.filter(mayHideOperands).map((expression) =>
    probesOf(expression, (part) => {
      // It may be a row value, which cannot be compiled alone.
      if (part.kind === 'scalar') return tableScope.subquery(part.select).mayRaise ? 'unproven' : undefined;
      const compiled = compile(part, tableScope);
      return compiled.mayRaise ? compiled : undefined;
    }),
  );
  return (row) => {
    for (const found of probes) {
      if (found === undefined) throw new Unknown(HIDDEN);
      for (const { evaluate } of found) {
        const result = answer(() => evaluate({ row }));
        if (result === 'refused') throw new Unknown(HIDDEN);
        if ('unknown' in result) throw new Unknown(result.unknown);
      }
    }
  };
}

const HIDING = new Set<Expression['kind']>([
  'between',
  'inList',
  'inSelect',
  'exists',
  'scalar',
  'case',
  'row',
]);

/** Does it hold something that need not evaluate all of its operands? */
function mayHideOperands(expression: Expression): boolean {
  if (HIDING.has(expression.kind)) return true;
  if (expression.kind === 'binary' && /^(AND|OR)$/.test(expression.operator)) return true;
  if (expression.kind === 'call' && scalarOf(expression)?.isLazy) return true;
  return children(expression).some(mayHideOperands);
}
