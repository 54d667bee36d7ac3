// Walks derived from the grammar, on random trees, against walks that know nothing but objects and lists.

import { describe, expect, it } from 'vitest';
import { printStatement } from '../../src/dialect/sqlite/print/print.ts';
import { Random } from '../../src/random.ts';
import type { Expression, Statement } from '../../src/sql/ast.ts';
import { binary, column, integer, literal } from '../../src/sql/build.ts';
import { type EncodedValue, encodeValue } from '../../src/sql/codec.ts';
import { mapNames, mapValues, visitDraws, visitNames } from '../../src/sql/leaves.ts';
import { placesIn } from '../../src/sql/places.ts';
import { sameTree } from '../../src/sql/same-tree.ts';
import { shapeOf } from '../../src/sql/shape.ts';
import { children, columnsIn, mapChildren, mapColumns, type Node, some, visit } from '../../src/sql/tree.ts';
import type { SqlValue } from '../../src/sql/value.ts';
import { randomTree, statement } from './random-ast.ts';

const TREES = Array.from({ length: 400 }, (_, i) => randomTree(Random.of('trees', i), 'statement', 3, true));

/** A literal has one, a raw statement those that it must give. */
function valuesOf(node: object): unknown[] {
  const { kind, gives = [] } = node as { kind?: string; gives?: unknown[][] };
  return kind === 'literal' ? [node] : gives.flat();
}

/** Everything below that has a kind of a node. What is not a node has fields of these names. */
function nodesIn(value: unknown, field = ''): object[] {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return [];
  const below = Object.entries(value).flatMap(([key, child]) =>
    nodesIn(child, Array.isArray(value) ? field : key),
  );
  const isNode = 'kind' in value && !['source', 'constraints', 'action'].includes(field);
  return isNode ? [value, ...below] : below;
}

describe('walks over trees', () => {
  it('see every node exactly once, outer ones first', () => {
    for (const tree of TREES) {
      const seen: Node[] = [];
      visit(tree, (node) => {
        seen.push(node);
        return true;
      });
      expect(new Set(seen)).toEqual(new Set(nodesIn(tree)));
      expect(seen).toHaveLength(nodesIn(tree).length);
      const positions = new Map(seen.map((node, i) => [node, i]));
      for (const node of seen)
        for (const child of children(node))
          expect(positions.get(child)).toBeGreaterThan(positions.get(node)!);
    }
  });

  it('see every expression that is printed: whatever stands there can be exchanged', () => {
    for (let i = 0; i < 400; i++) {
      const tree = statement(Random.of('exchange', i), 3);
      let count = 0;
      const exchanged = (node: Node): Node => {
        const isLeaf = children(node).length === 0 && (node.kind === 'literal' || node.kind === 'column');
        return isLeaf ? column(`leaf_${count++}_`) : mapChildren(node, exchanged);
      };
      const sql = printStatement(exchanged(tree) as Statement);
      for (let n = 0; n < count; n++) expect(sql.split(`leaf_${n}_`)).toHaveLength(2);
    }
  });

  it('stop at the first that is found, and do not look into what is not entered', () => {
    const query: Expression = {
      kind: 'scalar',
      select: {
        kind: 'select',
        body: { kind: 'core', columns: [{ kind: 'expression', expression: column('b') }] },
      },
    };
    const tree = binary(column('a'), '+', query);
    let asked = 0;
    expect(some(tree, ({ kind }) => ++asked > 0 && kind === 'column')).toBe(true);
    expect(asked).toBe(2);
    const outside: string[] = [];
    visit(tree, (node) => {
      outside.push(node.kind);
      return node.kind !== 'select';
    });
    expect(outside).toEqual(['binary', 'column', 'scalar', 'select']);
    expect(columnsIn(tree).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(columnsIn(mapColumns(tree, () => integer(1)))).toEqual([]);
  });
});

describe('maps over trees', () => {
  it('give the very same object when nothing changes', () => {
    const kept = (node: Node): Node => mapChildren(node, kept);
    for (const tree of TREES) {
      expect(kept(tree)).toBe(tree);
      expect(mapNames('statement', tree, (name) => name)).toBe(tree);
      expect(mapValues('statement', tree, (value) => value)).toBe(tree);
    }
  });

  it('change what they are about and nothing else', () => {
    for (const tree of TREES) {
      const before = structuredClone(tree);
      const renamed = mapNames('statement', tree, (name, of) => (of === 'function' ? name : `${name}!`));
      expect(tree).toEqual(before);
      visitNames('statement', renamed, (name, of) => expect(name.endsWith('!')).toBe(of !== 'function'));
      expect(mapNames('statement', renamed, (name) => name.replace(/!$/, ''))).toEqual(tree);
      const values: SqlValue[] = [];
      const changed = mapValues('statement', tree, (value) => {
        values.push(value);
        return null;
      });
      expect(values).toHaveLength(nodesIn(tree).flatMap(valuesOf).length);
      expect(mapValues('statement', changed, () => values.shift()!)).toEqual(tree);
    }
  });

  it('drop the items of lists that are turned down', () => {
    const list: Expression = {
      kind: 'inList',
      operand: integer(1),
      list: [integer(1), integer(2)],
      negated: false,
    };
    const fewer = mapChildren(
      list,
      (child) => child,
      (item) => !('value' in item && item.value === 1n),
    );
    expect(fewer).toEqual({ ...list, list: [integer(2)] });
  });
});

describe('references to draws', () => {
  it('are found with what they must lead to', () => {
    const found: [string, string][] = [];
    const tree: Statement = {
      kind: 'insert',
      table: 't',
      columns: ['a'],
      source: { kind: 'values', rows: [{ draw: 'd0' }, [{ kind: 'draw', draw: 'd1' }]] },
      returning: [
        {
          kind: 'expression',
          expression: { kind: 'scalar', select: { kind: 'select', body: { kind: 'draw', draw: 'd2' } } },
        },
      ],
    };
    visitDraws('statement', tree, ({ draw }, of) => found.push([draw, of]));
    expect(found).toEqual([
      ['d0', 'row'],
      ['d1', 'expression'],
      ['d2', 'body'],
    ]);
  });
});

describe('places', () => {
  it('are where their paths lead to', () => {
    for (const tree of TREES) {
      const places = [...placesIn('statement', tree, [])];
      for (const { path, part } of places) {
        let found: unknown = tree;
        for (const key of path) found = (found as Record<string | number, unknown>)[key];
        expect(found).toBe(part);
      }
      const parts = new Set<unknown>(places.map(({ part }) => part));
      for (const node of nodesIn(tree)) expect(parts.has(node)).toBe(true);
    }
  });
});

describe('sameness of trees', () => {
  it('is that of all leaves', () => {
    for (const [i, tree] of TREES.entries()) {
      expect(sameTree('statement', tree, structuredClone(tree))).toBe(true);
      const other = TREES[(i + 1) % TREES.length];
      expect(sameTree('statement', tree, other)).toBe(jsonOf(tree) === jsonOf(other));
    }
    expect(sameTree('expression', literal(0), literal(-0))).toBe(false);
    expect(sameTree('expression', literal(new Uint8Array([1])), literal(new Uint8Array([1])))).toBe(true);
  });
});

/** A text that differs where trees do. */
function jsonOf(tree: Statement): string {
  return JSON.stringify(encoded(tree));
}

function encoded(tree: Statement): Statement {
  return mapValues('statement', tree, (value) => encodeValue(value) as EncodedValue as SqlValue);
}

describe('the shape of trees from files', () => {
  const shape = shapeOf('statement');

  it('fits every tree, through JSON and back', () => {
    for (const tree of TREES) expect(shape.check(JSON.parse(jsonOf(tree)), 0)).toBeNull();
  });

  it('fits none with a field more, or without one that it needs', () => {
    for (const tree of TREES) {
      for (const { path } of placesIn('statement', tree, [])) {
        const copy = JSON.parse(jsonOf(tree));
        const part = path.reduce((found: Record<string | number, unknown>, key) => found[key] as never, copy);
        part.colour = 'red';
        const problem = shape.check(copy, 0);
        expect(problem).toMatchObject({ path: [...path, 'colour'], problem: 'is unknown' });
      }
      const { kind, ...rest } = JSON.parse(jsonOf(tree));
      expect(shape.check(rest, 0)).toMatchObject({ path: ['kind'] });
    }
  });
});
