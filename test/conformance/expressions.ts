// Random expressions over random rows, evaluated by the model and by SQLite: values and types must be the same.

import { compile, truth } from '../../src/dialect/sqlite/evaluate/compile.ts';
import { printExpression } from '../../src/dialect/sqlite/print/print.ts';
import { Random } from '../../src/random.ts';
import type { Expression } from '../../src/sql/ast.ts';
import { encodeRow } from '../../src/sql/codec.ts';
import { type Row, type SqlValue, sameRow, sameValue, storageClass } from '../../src/sql/value.ts';
import { CONSTRUCTS, type Construct } from './constructs.ts';
import { type Answer, expectedAnswers } from './expected-answers.ts';
import { minimise } from './minimise.ts';
import { type Drawn, randomExpression } from './random-expression.ts';
import { openReference, type Reference, type Which } from './reference.ts';
import { tableScope } from './scope.ts';
import { CREATE, INSERT, randomRow, storedRow } from './table.ts';
import { CLASSES } from './values.ts';

const ROWS = 4;
const EXPRESSIONS_PER_TABLE = 240;
const EXPRESSIONS_PER_QUERY = 24;
/** One expression out of this many is also tried as a condition, for which SQLite makes other code. */
const CONDITION_EVERY = 4;

/** What the model mostly does not know is drawn less often, but still often enough to meet every pair. */
const DECK: readonly Construct[] = CONSTRUCTS.flatMap((construct) => {
  const times = construct.inexact !== true ? 18 : construct.most === 1 ? 2 : 14;
  return Array.from({ length: times }, () => construct);
});

interface Difference {
  readonly sql: string;
  readonly rows: readonly Row[];
  readonly expected: string;
  readonly actual: string;
}

interface ConstructFigures {
  expressions: number;
  unknown: number;
  /** How often each pair of its first operands' storage classes was met. */
  readonly pairs: Map<string, number>;
}

export interface ExpressionReport {
  readonly expressions: number;
  readonly unknown: number;
  readonly reasons: ReadonlyMap<string, number>;
  readonly differences: readonly Difference[];
  readonly constructs: ReadonlyMap<string, ConstructFigures>;
}

export async function conformExpressions(options: {
  readonly count: number;
  readonly seed: string | number;
  readonly mostDifferences?: number;
  readonly which?: Which;
}): Promise<ExpressionReport> {
  const { count, seed, mostDifferences = 20, which } = options;
  const sqlite = await openReference(which);
  const constructs = new Map<string, ConstructFigures>(
    CONSTRUCTS.map(({ name }) => [name, { expressions: 0, unknown: 0, pairs: new Map() }]),
  );
  const reasons = new Map<string, number>();
  const differences: Difference[] = [];
  let unknown = 0;
  let made = 0;
  sqlite.query(CREATE);

  for (let table = 0; made < count && differences.length < mostDifferences; table++) {
    const random = Random.of('expressions', seed, table);
    const rows = newRows(sqlite, random, differences);
    const drawn: Drawn[] = [];
    for (; drawn.length < EXPRESSIONS_PER_TABLE && made < count; made++) {
      const construct = DECK[made % DECK.length];
      drawn.push(randomExpression(random, construct, random.pick(rows), 3));
    }
    for (const kind of [false, true]) {
      const same = drawn.filter(({ construct }) => (construct.aggregate === true) === kind);
      for (let i = 0; i < same.length; i += EXPRESSIONS_PER_QUERY) {
        compareAll(same.slice(i, i + EXPRESSIONS_PER_QUERY), rows);
      }
    }
  }
  sqlite.close();
  return { expressions: made, unknown, reasons, differences, constructs };

  function compareAll(batch: readonly Drawn[], rows: readonly Row[]): void {
    const actual = answersOf(sqlite, batch, rows);
    batch.forEach(({ construct, expression, operands }, i) => {
      const figures = constructs.get(construct.name)!;
      figures.expressions++;
      countPairs(figures, construct, operands, rows);
      const expected = expectedAnswers(expression, construct.aggregate === true, rows);
      const firstUnknown = expected.find((answer) => typeof answer === 'object' && 'unknown' in answer);
      if (firstUnknown !== undefined) {
        unknown++;
        figures.unknown++;
        const reason = (firstUnknown as { unknown: string }).unknown;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
      if (differences.length >= mostDifferences) return;
      const at = expected.findIndex((answer, row) => !agrees(answer, actual[i][row]));
      if (at >= 0) differences.push(minimalDifference(sqlite, expression, construct, rows, at));
      else if (i % CONDITION_EVERY === 0 && construct.aggregate !== true) {
        const difference = conditionDifference(sqlite, expression, expected, rows);
        if (difference !== undefined) differences.push(difference);
      }
    });
  }
}

function newRows(sqlite: Reference, random: Random, differences: Difference[]): Row[] {
  const given = Array.from({ length: ROWS }, () => randomRow(random));
  sqlite.query('DELETE FROM t');
  sqlite.insert(INSERT, given);
  const stored = sqlite.query('SELECT * FROM t ORDER BY rowid');
  const expected = given.map((row, i) => storedRow(row, stored[i]));
  expected.forEach((row, i) => {
    if (sameRow(row, stored[i])) return;
    const [was, is] = [JSON.stringify(encodeRow(row)), JSON.stringify(encodeRow(stored[i]))];
    differences.push({ sql: INSERT, rows: [given[i]], expected: was, actual: is });
  });
  return stored;
}

// ── SQLite ───────────────────────────────────────────────────────────────────────────────────────────────────

type Actual = SqlValue | Error;

/** For each expression one result a row, or one in all for aggregates. */
function answersOf(sqlite: Reference, batch: readonly Drawn[], rows: readonly Row[]): Actual[][] {
  const texts = batch.map(({ expression }) => printExpression(expression));
  try {
    const results = sqlite.query(`SELECT ${texts.join(', ')} FROM t`);
    return texts.map((_, i) => results.map((row) => row[i]));
  } catch {
    // Some of them fail: each on its own, and each row on its own.
    return batch.map(({ construct }, i) => singleAnswers(sqlite, texts[i], construct, rows.length));
  }
}

function singleAnswers(sqlite: Reference, text: string, construct: Construct, rowCount: number): Actual[] {
  if (construct.aggregate === true) return [single(sqlite, `SELECT ${text} FROM t`)];
  return Array.from({ length: rowCount }, (_, i) =>
    single(sqlite, `SELECT ${text} FROM t LIMIT 1 OFFSET ${i}`),
  );
}

function single(sqlite: Reference, sql: string): Actual {
  try {
    return sqlite.query(sql)[0][0];
  } catch (error) {
    return error as Error;
  }
}

function agrees(expected: Answer, actual: Actual): boolean {
  if (expected === 'refused') return actual instanceof Error;
  if ('unknown' in expected) return true;
  return !(actual instanceof Error) && sameValue(expected.value, actual);
}

// ── Figures and differences ──────────────────────────────────────────────────────────────────────────────────

/** All that should be met: the classes of the one operand, or of the first two. */
export function pairsOf(construct: Construct): string[] {
  if (construct.most === 1 && construct.aggregate !== true) return [...CLASSES];
  return CLASSES.flatMap((first) => CLASSES.map((second) => `${first}, ${second}`));
}

/** An aggregate's pairs are of its operand in successive rows. */
function countPairs(
  figures: ConstructFigures,
  construct: Construct,
  operands: readonly Expression[],
  rows: readonly Row[],
): void {
  const isAggregate = construct.aggregate === true;
  const classes = operands.slice(0, isAggregate ? 1 : 2).map((operand) => {
    const compiled = attempt(() => compile(operand, tableScope));
    return rows.map((row) => {
      const value = attempt(() => compiled?.evaluate({ row }));
      return value === undefined ? undefined : storageClass(value);
    });
  });
  for (let row = 0; row < rows.length; row++) {
    const first = classes[0][row];
    const second = isAggregate ? classes[0][row + 1] : classes[1]?.[row];
    const pair = construct.most === 1 && !isAggregate ? first : `${first}, ${second}`;
    if (pair !== undefined) figures.pairs.set(pair, (figures.pairs.get(pair) ?? 0) + 1);
  }
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function minimalDifference(
  sqlite: Reference,
  expression: Expression,
  construct: Construct,
  rows: readonly Row[],
  at: number,
): Difference {
  const isAggregate = construct.aggregate === true;
  const actualOf = (candidate: Expression): Actual =>
    single(
      sqlite,
      `SELECT ${printExpression(candidate)} FROM t${isAggregate ? '' : ` LIMIT 1 OFFSET ${at}`}`,
    );
  const expectedOf = (candidate: Expression): Answer =>
    expectedAnswers(candidate, isAggregate, rows)[isAggregate ? 0 : at];
  const sqliteValue = (candidate: Expression): SqlValue | undefined => {
    const actual = actualOf(candidate);
    return actual instanceof Error ? undefined : actual;
  };
  const differs = (candidate: Expression): boolean => {
    if (isAggregate && candidate.kind !== 'call') return false;
    const expected = attempt(() => expectedOf(candidate));
    return expected !== undefined && !agrees(expected, actualOf(candidate));
  };
  const smallest = isAggregate ? expression : minimise(expression, sqliteValue, differs);
  return {
    sql: printExpression(smallest),
    rows: isAggregate ? rows : [rows[at]],
    expected: show(expectedOf(smallest)),
    actual: showActual(actualOf(smallest)),
  };
}

/** The rows that WHERE keeps are those of which the expression is true. */
function conditionDifference(
  sqlite: Reference,
  expression: Expression,
  answers: readonly Answer[],
  rows: readonly Row[],
): Difference | undefined {
  const expected: number[] = [];
  for (const [i, answer] of answers.entries()) {
    if (typeof answer !== 'object' || 'unknown' in answer) return undefined;
    if (truth(answer.value) === true) expected.push(i + 1);
  }
  const sql = `SELECT rowid FROM t WHERE ${printExpression(expression)}`;
  const kept = attempt(() => sqlite.query(sql).map(([rowid]) => Number(rowid)));
  if (String(kept) === String(expected)) return undefined;
  return { sql, rows, expected: `rows ${expected}`, actual: kept === undefined ? 'error' : `rows ${kept}` };
}

function show(expected: Answer): string {
  if (expected === 'refused') return 'an error';
  return 'unknown' in expected
    ? `unknown: ${expected.unknown}`
    : JSON.stringify(encodeRow([expected.value])[0]);
}

function showActual(actual: Actual): string {
  return actual instanceof Error ? `error: ${actual.message}` : JSON.stringify(encodeRow([actual])[0]);
}
