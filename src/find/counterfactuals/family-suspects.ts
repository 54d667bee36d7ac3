// Families of functions that do the same with their arguments before they differ: what is wrong with another function of the family in
// its place, too, is wrong in the family.

import { dialect, type FeatureId } from '../../dialect/index.ts';
import type { Plan } from '../../plan/index.ts';
import type { Call } from '../../sql/ast.ts';
import { call } from '../../sql/build.ts';
import { type Node, some } from '../../sql/index.ts';
import { withNodes } from './edits.ts';
import { featuresOfExpression, SUBSTITUTES, treesOf } from './expression-suspects.ts';
import { type Suspect, value } from './suspects.ts';

interface Family {
  readonly name: string;
  readonly members: ReadonlySet<string>;
  /** Another function of the family with what this one is computed from; the call itself if there is none. */
  readonly sibling: (of: Call) => Call;
}

const FAMILIES: readonly Family[] = [
  {
    name: 'a function of dates',
    members: new Set(dialect.functionsOf('date')),
    sibling: (of) => {
      if (of.arguments === '*') return of;
      // It has its format first.
      const times = of.name === 'strftime' ? of.arguments.slice(1) : of.arguments;
      return call(of.name === 'date' ? 'datetime' : 'date', ...times);
    },
  },
  {
    name: 'a mathematical function',
    members: new Set(dialect.functionsOf('math')),
    sibling: (of) => {
      if (of.arguments === '*' || of.arguments.length !== 1) return of;
      return call(of.name === 'degrees' ? 'radians' : 'degrees', ...of.arguments);
    },
  },
];

/** One suspect per family that the plan has functions of. */
export function familySuspects(plan: Plan): Suspect[] {
  const trees = treesOf(plan);
  const present = FAMILIES.filter(({ members }) =>
    trees.some((tree) => some(tree, (node) => isOf(members, node))),
  );
  return present.map(({ name, members, sibling }) => {
    const replacing = (by: (of: Node) => Node) => (each: Plan) =>
      withNodes(each, (node) => (isOf(members, node) ? by(node) : node));
    return value(name, SUBSTITUTES.map(replacing), {
      isFamily: true,
      exchanged: replacing((node) => sibling(node as Call)),
      features: featuresOf(members),
    });
  });
}

function isOf(members: ReadonlySet<string>, node: Node): boolean {
  return node.kind === 'call' && 'name' in node && members.has(node.name);
}

/** The family of a function by its name in reports. */
export function familyOf(name: string): string | undefined {
  const [, own] = /^(\w+)\(\)/.exec(name) ?? [];
  return own === undefined ? undefined : FAMILIES.find(({ members }) => members.has(own))?.name;
}

export function isFamily(name: string): boolean {
  return FAMILIES.some((family) => family.name === name);
}

/** The features of all functions of a family. */
export function featuresOfFamily(name: string): readonly FeatureId[] {
  const family = FAMILIES.find((each) => each.name === name);
  return family === undefined ? [] : featuresOf(family.members);
}

function featuresOf(members: ReadonlySet<string>): FeatureId[] {
  return [...members].flatMap((member) => featuresOfExpression(`${member}()`));
}
