// How a statement is run, or how it is written, decides what comes of it: statistics, settings, hints, and ways to write that mean nothing.

import { type EngineHooks, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';
import { withoutLastRow } from '../plant.ts';

/** Queries lose their last row from a statement on, until another. */
function losing(from: (statement: sql.Statement) => boolean, to: (statement: sql.Statement) => boolean) {
  return (): EngineHooks => {
    let isLosing = false;
    return {
      statement: (statement) => {
        if (to(statement)) isLosing = false;
        if (from(statement)) isLosing = true;
        return statement;
      },
      rows: (outcome, { statement }) =>
        isLosing && statement.kind === 'select' ? withoutLastRow(outcome) : outcome,
    };
  };
}

const sets = (name: string, value: RegExp) => (statement: sql.Statement) =>
  statement.kind === 'pragma' && statement.name === name && value.test(statement.value ?? '');

/** Another text for the engine, if that is what the statement was written as. */
const reading = (change: (text: string) => string) => (): EngineHooks => ({
  run: ({ text, go }) => {
    const read = change(text);
    return read === text ? go() : go(read);
  },
});

export const ways: readonly Mutant[] = [
  {
    name: 'analyze-loses-a-row',
    plants: 'After ANALYZE queries lose their last row, until something is written.',
    workload: 'reading',
    plant: losing(
      ({ kind }) => kind === 'analyze',
      ({ kind }) => /^(?:insert|update|delete|create|alter|drop|begin|savepoint)/.test(kind),
    ),
  },
  {
    name: 'small-cache-loses-a-row',
    plants: 'With a cache of a few pages queries lose their last row.',
    workload: 'reading',
    plant: losing(sets('cache_size', /^-?1/), sets('cache_size', /^-2/)),
  },
  {
    name: 'reversed-scan-loses-a-row',
    plants: 'With reverse_unordered_selects queries lose their last row.',
    workload: 'reading',
    plant: losing(sets('reverse_unordered_selects', /ON/), sets('reverse_unordered_selects', /OFF/)),
  },
  {
    name: 'cross-join-is-its-first-row',
    plants: 'CROSS JOIN returns at most one row fewer than it must.',
    workload: 'reading',
    plant: () => ({
      rows: (outcome, { statement }) =>
        statement.kind === 'select' &&
        statement.body.kind === 'core' &&
        statement.body.from?.kind === 'join' &&
        statement.body.from.operator === 'CROSS JOIN'
          ? withoutLastRow(outcome)
          : outcome,
    }),
  },
  {
    name: 'key-of-equality-scans',
    plants: 'An index serves no condition with `=`.',
    workload: 'costs',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'binary' && 'left' in node && node.operator === '=' ? withoutIndex(node) : node,
        ),
    }),
  },
  {
    name: 'list-of-keys-scans',
    plants: 'An index serves no IN.',
    workload: 'costs',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'inList' ? { ...node, operand: plus(node.operand) } : node,
        ),
    }),
  },
  {
    name: 'write-by-key-scans',
    plants: 'An index serves no WHERE of UPDATE and DELETE.',
    workload: 'costs',
    plant: () => ({
      statement: (statement) =>
        (statement.kind === 'update' || statement.kind === 'delete') && statement.where !== undefined
          ? { ...statement, where: plus(statement.where) }
          : statement,
    }),
  },
  {
    name: 'join-by-key-scans',
    plants: 'An index serves no join.',
    workload: 'costs',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'join' && node.on?.kind === 'binary' && 'left' in node.on
            ? { ...node, on: withoutIndex(node.on) }
            : node,
        ),
    }),
  },
  {
    name: 'double-negation-negates',
    plants: 'NOT NOT is read as NOT.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          isNot(node) && isNot(node.operand) ? sql.not(node.operand.operand) : node,
        ),
    }),
  },
  {
    name: 'condition-or-itself-is-true',
    plants: 'A condition that is joined with itself by OR holds always.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'binary' &&
          'left' in node &&
          node.operator === 'OR' &&
          JSON.stringify(node.left, plain) === JSON.stringify(node.right, plain)
            ? sql.TRUE
            : node,
        ),
    }),
  },
  {
    name: 'compared-maximum-is-minimum',
    plants: 'max() in a subquery that is compared is read as min().',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'binary' && 'right' in node && node.right.kind === 'scalar'
            ? { ...node, right: withMinimum(node.right) }
            : node,
        ),
    }),
  },
  {
    name: 'compared-count-ignores-where',
    plants: 'count() in a subquery that is compared ignores its WHERE.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'binary' && 'right' in node && node.right.kind === 'scalar'
            ? { ...node, right: countingAll(node.right) }
            : node,
        ),
    }),
  },
  {
    name: 'comment-ends-the-statement',
    plants: 'What comes after a line comment is not read, if what comes before it is a statement.',
    workload: 'queries',
    plant: () => ({
      run: async ({ text, go }) => {
        const at = text.search(/ -- it is/);
        if (at < 0) return go();
        const outcome = await go(text.slice(0, at));
        return outcome.kind === 'refused' ? go() : outcome;
      },
    }),
  },
  {
    name: 'brackets-are-text',
    plants: 'A column in brackets in WHERE is read as a text.',
    workload: 'queries',
    plant: reading((text) =>
      /^select/i.test(text) ? text.replace(/\b(where\s+)\[(\w+)\]/i, "$1'$2'") : text,
    ),
  },
  {
    name: 'lower-case-distinct-ignored',
    plants: 'DISTINCT in lower case is ignored.',
    workload: 'queries',
    plant: reading((text) => text.replaceAll(/\bselect(\s+)distinct\b/g, 'select')),
  },
];

/** A sign means nothing, and keeps an index from being used. */
function plus(operand: sql.Expression): sql.Unary {
  return { kind: 'unary', operator: '+', operand };
}

function withoutIndex({ left, operator, right }: sql.Binary): sql.Binary {
  return sql.binary(plus(left), operator, plus(right));
}

function isNot(node: sql.Node): node is sql.Unary {
  return node.kind === 'unary' && node.operator === 'NOT';
}

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

function inSubquery(
  { select }: sql.ScalarSubquery,
  change: (core: sql.SelectCore) => sql.SelectCore,
): sql.ScalarSubquery {
  return {
    kind: 'scalar',
    select: select.body.kind === 'core' ? { ...select, body: change(select.body) } : select,
  };
}

const calls = ({ columns: [first] }: sql.SelectCore, name: string): boolean =>
  first.kind === 'expression' && first.expression.kind === 'call' && first.expression.name === name;

function withMinimum(subquery: sql.ScalarSubquery): sql.ScalarSubquery {
  return inSubquery(subquery, (core) => {
    const [first] = core.columns;
    if (!calls(core, 'max') || first.kind !== 'expression' || first.expression.kind !== 'call') return core;
    return { ...core, columns: [{ ...first, expression: { ...first.expression, name: 'min' } }] };
  });
}

function countingAll(subquery: sql.ScalarSubquery): sql.ScalarSubquery {
  return inSubquery(subquery, (core) => {
    if (!calls(core, 'count')) return core;
    const { where, ...rest } = core;
    return rest;
  });
}
