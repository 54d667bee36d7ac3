// How many mixed expressions per second the model evaluates, compiled once and evaluated over many rows.

import { compile, type Evaluate } from '../src/dialect/sqlite/evaluate/compile.ts';
import { Refusal, Unknown } from '../src/dialect/sqlite/evaluate/stop.ts';
import { Random } from '../src/random.ts';
import { CONSTRUCTS } from '../test/conformance/constructs.ts';
import { randomExpression } from '../test/conformance/random-expression.ts';
import { tableScope } from '../test/conformance/scope.ts';
import { randomRow, storedRow } from '../test/conformance/table.ts';

const random = Random.of('bench', 'expressions');
const rows = Array.from({ length: 50 }, () => {
  const row = randomRow(random);
  return storedRow(row, row);
});
const constructs = CONSTRUCTS.filter(({ aggregate, inexact }) => aggregate !== true && inexact !== true);

/** Expressions that have a value on every row: exceptions would be measured instead. */
function evaluators(count: number): Evaluate[] {
  const found: Evaluate[] = [];
  while (found.length < count) {
    const { expression } = randomExpression(random, random.pick(constructs), random.pick(rows), 3);
    try {
      const { evaluate } = compile(expression, tableScope);
      for (const row of rows) evaluate({ row });
      found.push(evaluate);
    } catch (stop) {
      if (!(stop instanceof Refusal || stop instanceof Unknown)) throw stop;
    }
  }
  return found;
}

const all = evaluators(2000);
const environments = rows.map((row) => ({ row }));
for (let round = 0; round < 4; round++) {
  const started = performance.now();
  for (const evaluate of all) for (const environment of environments) evaluate(environment);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${Math.round((all.length * environments.length) / seconds)} expressions a second`);
}
