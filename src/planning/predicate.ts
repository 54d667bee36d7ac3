// Predicates over the whole surface of expressions that have a wanted truth value for a given row: draw any, ask the model
// what it is for the row, and rectify it. Those that are the same for all rows are drawn again a few times, because they
// cannot tell rows apart.

import { dialect } from '../dialect/index.ts';
import { expand, rowOf } from '../plan/index.ts';
import { type PredicateOptions, select, type TableHandle } from '../property/index.ts';
import type { Expression } from '../sql/ast.ts';
import { and, binary, integer, literal, NULL, not, or } from '../sql/build.ts';
import { type Row, sameRow } from '../sql/index.ts';
import type { Attempt } from './attempt.ts';
import { discard } from './discard.ts';
import { rectify } from './rectify.ts';

const TRIES = 4;
/** There are fewer groups than rows, so more predicates are the same for all of them. */
const TRIES_OF_GROUPS = 10;
/** The value of a predicate is asked for all rows of a table up to this size, beyond that for the wanted row only. */
const MOST_ROWS = 200;

export function predicateFor(attempt: Attempt, table: TableHandle, options: PredicateOptions): Expression {
  if (table.columns.length === 0) return discard('there is no column to read');
  const row = wantedRow(attempt, options);
  const shaped = (predicate: Expression) => (options.truthValue ? asTruthValue(predicate) : predicate);
  let constant: Expression | undefined;
  const most = options.groupedBy === undefined ? TRIES : TRIES_OF_GROUPS;
  for (let tries = 0; tries < most; tries++) {
    const drawn = draw(attempt, table, options);
    const answer = ask(attempt, table, drawn, row, options.groupedBy);
    if (answer === undefined) continue;
    const predicate = row === undefined ? drawn : wanted(options, drawn, truthOf(answer, row));
    if (predicate === undefined) continue;
    if (answer === 'varies' || isLarge(table) || !isConstant(answer)) return shaped(predicate);
    constant = predicate;
  }
  attempt.noteConstantPredicate();
  return constant === undefined ? discard('the model cannot say what the predicate is') : shaped(constant);
}

const TRUTH_VALUES: ReadonlySet<Expression['kind']> = new Set([
  'boolean',
  'between',
  'exists',
  'inList',
  'inSelect',
  'like',
  'nullTest',
] as const);

/** The same truth as 1, 0 or NULL. */
function asTruthValue(expression: Expression): Expression {
  return isTruthValue(expression) ? expression : not(not(expression));
}

function isTruthValue(expression: Expression): boolean {
  if (expression.kind === 'unary') return expression.operator === 'NOT';
  if (expression.kind === 'binary') return TRUTH_OPERATORS.test(expression.operator);
  return TRUTH_VALUES.has(expression.kind);
}

/** Comparisons and connectives; `IS NOT DISTINCT FROM` begins as they do. */
const TRUTH_OPERATORS = /^(=|==|<>|!=|<|<=|>|>=|AND|OR|IS\b.*)$/;

function draw(attempt: Attempt, table: TableHandle, options: PredicateOptions): Expression {
  const { random, rehearsal, setting } = attempt.planning;
  return dialect.generate.predicate(random, rehearsal.view(0), setting, table, options);
}

function wantedRow(attempt: Attempt, { trueFor, falseFor, nullFor }: PredicateOptions): Row | undefined {
  const handle = trueFor ?? falseFor ?? nullFor;
  if (handle === undefined) return undefined;
  return rowOf(handle.row, attempt.terms()) ?? discard('the model does not know the row');
}

function wanted(
  options: PredicateOptions,
  predicate: Expression,
  truth: Truth | undefined,
): Expression | undefined {
  if (truth === undefined) return undefined;
  if (options.trueFor) return rectify(predicate, truth);
  if (options.falseFor) return not(rectify(predicate, truth));
  return truth === null ? predicate : truth ? and(predicate, NULL) : or(predicate, NULL);
}

function isLarge({ view }: TableHandle): boolean {
  return view.rowCount > MOST_ROWS;
}

type Truth = boolean | null;

const ONE = integer(1);

/** For each row, or group of rows: 1, 0 or NULL as the predicate is, and the row itself. */
type Answer = readonly Row[];

/** Undefined if the model cannot say, or SQL does not determine it; `varies` where it cannot say but the value is determined. */
function ask(
  attempt: Attempt,
  table: TableHandle,
  predicate: Expression,
  row: Row | undefined,
  groupedBy: readonly Expression[] | undefined,
): Answer | 'varies' | undefined {
  if (isLarge(table) && row === undefined) return 'varies';
  const columns = row === undefined ? [] : table.columns;
  const all = select([and(predicate, ONE), ...columns]).from(table);
  const isIt = table.columns.map((column, i) => binary(column, 'IS', literal(row?.[i] ?? null)));
  const { node } = isLarge(table) ? all.where(and(...isIt)) : groupedBy ? all.groupBy(...groupedBy) : all;
  const { rehearsal } = attempt.planning;
  const { prediction } = rehearsal.predict(0, expand(node, attempt.draws));
  if (prediction.kind === 'rows') return prediction.rows;
  return row === undefined && prediction.kind === 'unknown' ? 'varies' : undefined;
}

/** The truth value for the row; undefined if the table does not hold it, or holds it twice with different values. */
function truthOf(answer: Answer | 'varies', row: Row): Truth | undefined {
  if (answer === 'varies') return undefined;
  const answers = answer.filter((candidate) => sameRow(candidate.slice(1), row));
  if (answers.length === 0) return undefined;
  const [truth] = answers[0];
  // Equal rows can differ in their rowid; the predicate must not tell them apart.
  if (answers.some(([other]) => other !== truth)) return undefined;
  return truth === null ? null : truth === 1n;
}

function isConstant(answer: Answer): boolean {
  return answer.every(([truth]) => truth === answer[0][0]);
}
