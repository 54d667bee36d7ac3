// Expressions at work. Conditions know three values: true, false, and NULL, which is neither.

import { SqlError } from './sql-error.ts';
import type { ColumnDefinition, Comparison, Expression } from './syntax.ts';
import { type Affinity, coerce, compare, type Row, truth, type Value } from './value.ts';

/** The columns that an expression may read. */
export interface Scope {
  readonly name: string;
  readonly columns: readonly ColumnDefinition[];
}

export interface Evaluator {
  /** That of the column, if the expression is one: it decides how it compares. */
  readonly affinity: Affinity | null;
  at(row: Row): Value;
}

/** Looks up the columns once, for all rows. */
export function evaluator(expression: Expression, scope: Scope): Evaluator {
  const inner = (part: Expression) => evaluator(part, scope);
  switch (expression.kind) {
    case 'literal':
      return { affinity: null, at: () => expression.value };
    case 'column':
      return column(expression.table, expression.name, scope);
    case 'not': {
      const operand = inner(expression.operand);
      return condition((row) => negated(truth(operand.at(row))));
    }
    case 'and':
    case 'or': {
      const [left, right] = [inner(expression.left), inner(expression.right)];
      const decisive = expression.kind === 'or';
      return condition((row) => joined(decisive, truth(left.at(row)), truth(right.at(row))));
    }
    case 'compare':
      return comparison(expression.operator, inner(expression.left), inner(expression.right));
    case 'in': {
      const operand = inner(expression.operand);
      // The values of the list have no affinity, even if they are columns.
      const tests = expression.list.map((item) =>
        comparison('=', operand, { ...inner(item), affinity: null }),
      );
      return condition((row) =>
        operand.at(row) === null ? null : tests.some((test) => truth(test.at(row))),
      );
    }
    case 'isTruth': {
      const operand = inner(expression.operand);
      return condition((row) => truth(operand.at(row)) === expression.truth);
    }
  }
}

function condition(test: (row: Row) => boolean | null): Evaluator {
  return {
    affinity: null,
    at: (row) => {
      const result = test(row);
      return result === null ? null : result ? 1n : 0n;
    },
  };
}

function negated(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

/** AND is decided by one false, OR by one true. */
function joined(decisive: boolean, left: boolean | null, right: boolean | null): boolean | null {
  if (left === decisive || right === decisive) return decisive;
  return left === null || right === null ? null : !decisive;
}

function column(table: string | undefined, name: string, scope: Scope): Evaluator {
  const isHere = table === undefined || sameName(table, scope.name);
  const position = isHere ? scope.columns.findIndex((candidate) => sameName(candidate.name, name)) : -1;
  if (position < 0) throw new SqlError('other', `no such column: ${table ? `${table}.` : ''}${name}`);
  return { affinity: scope.columns[position].affinity, at: (row) => row[position] };
}

export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

const HOLDS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  IS: (order) => order === 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** A column makes what it is compared with like itself, and a number does so rather than a text. */
function comparison(operator: Comparison, left: Evaluator, right: Evaluator): Evaluator {
  const affinities = [left.affinity, right.affinity];
  const common = affinities.includes('integer') ? 'integer' : affinities.includes('text') ? 'text' : null;
  return condition((row) => {
    const [a, b] = [left.at(row), right.at(row)];
    if (operator !== 'IS' && (a === null || b === null)) return null;
    return HOLDS[operator](compare(coerce(a, common), coerce(b, common)));
  });
}
