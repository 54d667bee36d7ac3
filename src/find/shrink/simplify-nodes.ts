// Makes statements and expressions simpler, place by place: drops optional clauses and list items, puts a part of an
// expression, or a literal, in its place. What is optional, a list or an operand, the grammar says.

import type { Plan } from '../../plan/index.ts';
import type { Expression, FromItem } from '../../sql/ast.ts';
import { givenIn, type Place, type Sort, type Sorts } from '../../sql/index.ts';
import type { Pass } from './pass.ts';
import { at, type PlanPlace, placesOf, replaced } from './tree.ts';

const LITERALS: readonly Expression[] = [
  { kind: 'literal', value: null },
  { kind: 'literal', value: 0n },
  { kind: 'literal', value: 1n },
];

export const simplifyNodes: Pass = {
  name: 'simplify statements',
  *propose(plan) {
    let current = plan;
    // Outer places come first. After each success the walk goes on from the same place in the new tree.
    for (let position = 0; ; position++) {
      let place = nth(current, position);
      if (place === undefined) return;
      while (place !== undefined) {
        const { path }: PlanPlace = place;
        let next: PlanPlace | undefined;
        for (const edited of editsOf(place)) {
          const candidate: Plan = replaced(current, path, edited);
          if (yield candidate) {
            current = candidate;
            const part = at(current, path);
            if (part !== undefined) next = { ...place, part } as PlanPlace;
            break;
          }
        }
        place = next;
      }
    }
  },
};

function nth(plan: Plan, position: number): PlanPlace | undefined {
  let index = 0;
  for (const found of placesOf(plan)) if (index++ === position) return found;
  return undefined;
}

/** Simpler parts for this place, the simplest first. The model vetoes what makes no sense. */
function* editsOf(place: PlanPlace): Generator<Sorts[Sort]> {
  if (place.sort === 'draw') return;
  if (place.sort === 'expression') yield* simplerExpressions(place);
  if (place.sort === 'from') yield* simplerSources(place.part);
  if (place.sort === 'body' && place.part.kind === 'compound') yield* [place.part.left, place.part.right];
  for (const { key, held, isDroppable, value } of givenIn(place)) {
    if (isDroppable) yield replaced(place.part, [key], undefined);
    if (held.holds !== 'list' || held.whole || !Array.isArray(value)) continue;
    for (let i = value.length - 1; i >= 0 && value.length > Math.max(1, held.least); i--) {
      const fewer = value.filter((_, k) => k !== i);
      yield replaced(place.part, [key], fewer);
    }
  }
}

function* simplerExpressions(place: Extract<Place, { sort: 'expression' }>): Generator<Expression> {
  const { kind } = place.part;
  if (kind === 'literal' || kind === 'boolean') return;
  yield* LITERALS;
  yield* directOperands(place);
}

/** The expressions directly below that could stand in the place of this one, those in lists last. */
function* directOperands(place: Extract<Place, { sort: 'expression' }>): Generator<Expression> {
  const given = givenIn(place);
  for (const { held, value } of given) {
    if (held.holds === 'node' && held.isOperand) yield value as Expression;
  }
  for (const { held, value } of given) {
    if (held.holds !== 'list' || held.of.holds !== 'node' || !Array.isArray(value)) continue;
    if (held.of.isOperand) yield* value as Expression[];
    else for (const part of value) yield* operandsOfPart({ sort: held.of.sort, part });
  }
}

/** From its end: what a WHEN leads to comes before its condition. */
function* operandsOfPart(part: Pick<Place, 'sort' | 'part'>): Generator<Expression> {
  for (const { held, value } of givenIn(part).reverse()) {
    if (held.holds === 'node' && held.isOperand) yield value as Expression;
  }
}

/** One side of a join; the table that a subquery reads. */
function* simplerSources(item: FromItem): Generator<FromItem> {
  if (item.kind === 'join') yield* [item.left, item.right];
  if (item.kind !== 'subquery' || item.select.body.kind !== 'core') return;
  const { from } = item.select.body;
  if (from?.kind === 'table') yield item.alias === undefined ? from : { ...from, alias: item.alias };
}
