// Subqueries as operands: EXISTS, IN and scalar ones are suspects of their own. What goes wrong with another of them in its place is a matter of
// the family.

import type { Plan } from '../../plan/index.ts';
import type { Expression, Select } from '../../sql/ast.ts';
import type { Node } from '../../sql/index.ts';
import { withNodes } from './edits.ts';
import { SUBQUERY_FAMILY, SUBSTITUTES } from './expression-suspects.ts';
import { type Suspect, value } from './suspects.ts';

/** It has no features, since plans that stay away from all subqueries would reach too little. */
export const SUBQUERY: Suspect = value(
  SUBQUERY_FAMILY,
  SUBSTITUTES.map((by) => (plan: Plan) => withNodes(plan, (node) => (isSubquery(node) ? by(node) : node))),
  {
    isFamily: true,
    isCommon: true,
    exchanged: (plan) => withNodes(plan, (node) => (isSubquery(node) ? sibling(node) : node)),
  },
);

type Subquery = Extract<Expression, { readonly kind: 'exists' | 'inSelect' | 'scalar' }>;

function isSubquery(node: Node): node is Subquery {
  return node.kind === 'exists' || node.kind === 'inSelect' || node.kind === 'scalar';
}

/** Another of the family with the same query; the subquery itself if it has not one column. */
function sibling(node: Subquery): Expression {
  switch (node.kind) {
    case 'scalar':
      return { kind: 'exists', select: node.select, negated: false };
    case 'inSelect':
      return { kind: 'exists', select: node.select, negated: node.negated };
    case 'exists':
      return hasOneColumn(node.select) ? { kind: 'scalar', select: node.select } : node;
  }
}

function hasOneColumn({ body }: Select): boolean {
  if (body.kind === 'values') return body.rows[0].length === 1;
  return body.kind === 'core' && body.columns.length === 1 && body.columns[0].kind === 'expression';
}
