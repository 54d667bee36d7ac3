// Plans as trees: finding the places of all statements and draws, and putting something else into one.

import type { Draw, Plan } from '../../plan/index.ts';
import { type Path, type Place, placesIn } from '../../sql/index.ts';

export type { Path };

/** A place of a syntax tree, or a draw. */
export type PlanPlace = Place | { readonly sort: 'draw'; readonly path: Path; readonly part: Draw };

/** Everything below the draws and statements of the plan, outer places first, with the way to it. */
export function* placesOf(plan: Plan): Generator<PlanPlace> {
  for (let g = 0; g < plan.groups.length; g++) {
    const { draws, steps } = plan.groups[g];
    for (const name of Object.keys(draws)) yield* placesOfDraw(draws[name], ['groups', g, 'draws', name]);
    for (let s = 0; s < steps.length; s++) {
      const step = steps[s];
      if (step.do === 'run')
        yield* placesIn('statement', step.statement, ['groups', g, 'steps', s, 'statement']);
    }
  }
}

function* placesOfDraw(draw: Draw, path: Path): Generator<PlanPlace> {
  yield { sort: 'draw', path, part: draw };
  if (draw.kind === 'expressionDraw') yield* placesIn('expression', draw.expression, [...path, 'expression']);
  if (draw.kind === 'queryDraw') yield* placesIn('body', draw.body, [...path, 'body']);
}

/** What is at the end of a path; undefined when the tree has changed and there is nothing any more. */
export function at(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** The same tree with something else at the end of the path; undefined there removes an optional part. */
export function replaced<T>(root: T, path: Path, value: unknown): T {
  if (path.length === 0) return value as T;
  const [key, ...rest] = path;
  const holder = root as Record<string | number, unknown>;
  const copy = (Array.isArray(root) ? [...root] : { ...holder }) as Record<string | number, unknown>;
  const child = replaced(holder[key], rest, value);
  if (child === undefined && !Array.isArray(root)) delete copy[key];
  else copy[key] = child;
  return copy as T;
}
