// Decides a check, given where its terms come from. On the model it tells whether a plan is a valid test; on the
// engine's rows it tells whether the engine passed.

import { type Row, rowKey, sameRow, sameValue } from '../sql/index.ts';
import type { Check, NumberTerm, RowsTerm, RowTerm, StepId } from './check.ts';
import { namedCheck } from './named-check.ts';

/** Where terms come from; undefined is for what is not known. */
export interface Terms {
  rows(step: StepId): readonly Row[] | undefined;
  /** What the statement took, where somebody counts it. */
  cost(step: StepId): number | undefined;
  isSameStatement(one: StepId, other: StepId): boolean;
  table(name: string, on: number): readonly Row[] | undefined;
  stored(step: StepId, nth: number): Row | undefined;
  drawn(draw: string): Row;
}

/** True, false, or undefined when a term is not known. */
export function evaluateCheck(check: Check, terms: Terms): boolean | undefined {
  switch (check.check) {
    case 'equal':
    case 'less':
    case 'atMost': {
      const left = numberOf(check.left, terms);
      const right = numberOf(check.right, terms);
      if (left === undefined || right === undefined) return undefined;
      return check.check === 'equal' ? left === right : check.check === 'less' ? left < right : left <= right;
    }
    case 'contains': {
      const rows = rowsOf(check.rows, terms);
      const row = rowOf(check.row, terms);
      return rows && row && rows.some((candidate) => sameRow(candidate, row));
    }
    case 'sameBag':
    case 'sameList':
    case 'subsetOf': {
      const left = rowsOf(check.left, terms);
      const right = rowsOf(check.right, terms);
      return left && right && RELATIONS[check.check](left, right);
    }
    case 'isEmpty': {
      const rows = rowsOf(check.rows, terms);
      return rows && rows.length === 0;
    }
    case 'costsAtMost': {
      const { before, later, times } = check;
      if (before.term !== 'rows' || later.term !== 'rows') return undefined;
      // Whatever two statements cost says nothing of either.
      if (!terms.isSameStatement(before.step, later.step)) return false;
      const [less, more] = [terms.cost(before.step), terms.cost(later.step)];
      return less === undefined || more === undefined ? undefined : more <= times * less;
    }
    case 'not': {
      const operand = evaluateCheck(check.operand, terms);
      return operand === undefined ? undefined : !operand;
    }
    case 'and':
    case 'or': {
      const deciding = check.check === 'or';
      const results = check.operands.map((operand) => evaluateCheck(operand, terms));
      if (results.includes(deciding)) return deciding;
      return results.includes(undefined) ? undefined : !deciding;
    }
    case 'named': {
      const lists = check.arguments.map((argument) => rowsOf(argument, terms));
      if (lists.includes(undefined)) return undefined;
      return namedCheck(check.name)(...(lists as (readonly Row[])[]));
    }
  }
}

function rowsOf(term: RowsTerm, terms: Terms): readonly Row[] | undefined {
  return term.term === 'rows' ? terms.rows(term.step) : terms.table(term.table, term.on ?? 0);
}

export function rowOf(term: RowTerm, terms: Terms): Row | undefined {
  switch (term.row) {
    case 'drawn':
      return terms.drawn(term.draw);
    case 'stored':
      return terms.stored(term.step, term.nth);
    case 'joined': {
      const parts = term.parts.map((part) => rowOf(part, terms));
      return parts.includes(undefined) ? undefined : (parts as Row[]).flat();
    }
    case 'part': {
      const whole = rowOf(term.of, terms);
      // A table may have lost columns in a smaller plan.
      return whole && term.columns.every((position) => position < whole.length)
        ? term.columns.map((position) => whole[position])
        : undefined;
    }
  }
}

function numberOf(term: NumberTerm, terms: Terms): number | undefined {
  switch (term.number) {
    case 'constant':
      return term.constant;
    case 'length':
      return rowsOf(term.of, terms)?.length;
    case 'count':
      return rowsOf(term.of, terms)?.filter((row) => sameValue(row[0], term.value)).length;
    case 'sum': {
      let sum = 0;
      for (const part of term.of) {
        const value = numberOf(part, terms);
        if (value === undefined) return undefined;
        sum += value;
      }
      return sum;
    }
  }
}

export function sameBag(left: readonly Row[], right: readonly Row[]): boolean {
  // Mostly both come in the same order, and to see that takes less time.
  return left.length === right.length && (sameList(left, right) || isSubset(left, right));
}

export function sameList(left: readonly Row[], right: readonly Row[]): boolean {
  return left.length === right.length && left.every((row, i) => sameRow(row, right[i]));
}

/** Every row of `left` is in `right`, as often as it is in `left`. */
function isSubset(left: readonly Row[], right: readonly Row[]): boolean {
  const counts = new Map<string, number>();
  for (const row of right) {
    const key = rowKey(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const row of left) {
    const key = rowKey(row);
    const left = (counts.get(key) ?? 0) - 1;
    if (left < 0) return false;
    counts.set(key, left);
  }
  return true;
}

const RELATIONS = { sameBag, sameList, subsetOf: isSubset };
