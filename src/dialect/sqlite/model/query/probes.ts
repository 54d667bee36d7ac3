// Whether an expression raises an error must not depend on the order in which SQLite evaluates its parts, or on which
// rows it looks at. So the parts that may raise are evaluated apart, on every candidate row: if one of them raises,
// the outcome is undetermined; if none does, no order of evaluation can make a difference.

import type { Binary, Expression } from '../../../../sql/ast.ts';
import { type Node, someChild } from '../../../../sql/index.ts';
import type { Environment, Evaluate } from '../../evaluate/compile.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { isAggregate } from '../../functions/lookup.ts';
import type { CompiledQuery } from './compiled-query.ts';
import type { Source } from './scope.ts';
import { depends, type StatementContext, Undetermined } from './statement-context.ts';

export interface Probe {
  readonly evaluate: Evaluate;
  /** In a join: the only table that it reads, to be tried on all rows of that. */
  readonly source?: Source;
}

/** A probe if the part may raise, `unproven` if that cannot be tried. */
export type MakeProbe = (part: Expression) => Probe | 'unproven' | undefined;

/** The parts of an expression that may raise; undefined if some cannot be tried. */
export function probesOf(expression: Expression, make: MakeProbe): Probe[] | undefined {
  const probes: Probe[] = [];
  const isUnproven = (node: Node): boolean => {
    switch (node.kind) {
      case 'binary':
        // A subquery that a row value is compared with is no value by itself.
        if (isRowOfQuery(node)) return make(node) !== undefined;
        return someChild(node, isUnproven);
      case 'scalar':
      case 'exists':
      case 'inSelect':
        return make(node) !== undefined;
      case 'call':
      case 'like': {
        // The arguments of an aggregate belong to the rows of its group, and are looked at there.
        if (node.kind === 'call' && isAggregate(node)) return false;
        const probe = make(node);
        if (probe === 'unproven') return true;
        if (probe !== undefined) probes.push(probe);
      }
    }
    return someChild(node, isUnproven);
  };
  return isUnproven(expression) ? undefined : probes;
}

function isRowOfQuery({ left, right }: Binary): boolean {
  return (left.kind === 'row' && right.kind === 'scalar') || (left.kind === 'scalar' && right.kind === 'row');
}

export function runProbes(probes: readonly Probe[], environment: Environment): void {
  for (const probe of probes) {
    try {
      probe.evaluate(environment);
    } catch (error) {
      if (error instanceof Refusal) throw new Undetermined('may raise');
      throw error;
    }
  }
}

/** A sum may overflow in a query that the model never comes to, and SQLite does. */
export function trySums(query: CompiledQuery, context: StatementContext): void {
  if (!query.sums || query.correlated) return;
  try {
    query.run(undefined);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unknown || error instanceof Undetermined)) throw error;
    depends(context, 'may raise');
  }
}
