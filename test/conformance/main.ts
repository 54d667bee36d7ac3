// npm run conformance -- --expressions N --sequences M --seed S [--newest]: the model against SQLite, or the newest SQLite; exits with 1 on a difference.

import { parseArgs } from 'node:util';
import { encodeRow } from '../../src/sql/codec.ts';
import { CONSTRUCTS } from './constructs.ts';
import { conformExpressions, type ExpressionReport, pairsOf } from './expressions.ts';
import { conformSequences, describeSequences } from './sequences.ts';

const { values } = parseArgs({
  options: {
    expressions: { type: 'string', default: '100000' },
    sequences: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    differences: { type: 'string', default: '20' },
    newest: { type: 'boolean', default: false },
  },
});

const which = values.newest ? 'newest' : 'installed';
const started = performance.now();
const expressions = await conformExpressions({
  count: Number(values.expressions),
  seed: values.seed,
  mostDifferences: Number(values.differences),
  which,
});
printExpressions(expressions, (performance.now() - started) / 1000);

const sequences = await conformSequences({
  count: Number(values.sequences),
  seed: values.seed,
  most: Number(values.differences),
  which,
});
console.log(describeSequences(sequences));
process.exitCode = expressions.differences.length + sequences.differences.length > 0 ? 1 : 0;

function printExpressions(report: ExpressionReport, seconds: number): void {
  const share = percent(report.unknown, report.expressions);
  console.log(`expressions: ${report.expressions} in ${seconds.toFixed(1)} s, unknown ${share}`);
  for (const [reason, count] of [...report.reasons].sort((a, b) => b[1] - a[1])) {
    console.log(`  unknown: ${reason}: ${percent(count, report.expressions)}`);
  }
  let least = { count: Number.POSITIVE_INFINITY, what: '' };
  for (const [name, figures] of report.constructs) {
    const unknown = figures.unknown / Math.max(figures.expressions, 1);
    if (unknown > 0.03) console.log(`  ${name}: unknown ${percent(figures.unknown, figures.expressions)}`);
    for (const pair of pairsOf(CONSTRUCTS.find((construct) => construct.name === name)!)) {
      const count = figures.pairs.get(pair) ?? 0;
      if (count < least.count) least = { count, what: `${name} with ${pair}` };
    }
  }
  console.log(`  every pair of storage classes met at least ${least.count} times (${least.what})`);
  console.log(`  differences: ${report.differences.length}`);
  for (const { sql, rows, expected, actual } of report.differences) {
    console.log(`    ${short(sql)}\n      model ${short(expected)}, SQLite ${short(actual)}`);
    for (const row of rows) console.log(`      on ${short(JSON.stringify(encodeRow(row)))}`);
  }
}

function short(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(whole, 1)).toFixed(2)} %`;
}
