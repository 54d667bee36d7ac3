// Plans as trees: finding the nodes of all statements and draws, and putting something else in the place of one.

import type { Plan } from '../../plan/plan.ts';

export type Path = readonly (string | number)[];
export type Node = Readonly<Record<string, unknown>>;

/** Every object below the statements and draws of the plan, outer ones first, with the way to it. */
export function* nodesOf(plan: Plan): Generator<{ path: Path; node: Node }> {
  for (let g = 0; g < plan.groups.length; g++) {
    const { draws, steps } = plan.groups[g];
    for (const name of Object.keys(draws)) yield* below(draws[name], ['groups', g, 'draws', name]);
    for (let s = 0; s < steps.length; s++) {
      const step = steps[s];
      if (step.do === 'run') yield* below(step.statement, ['groups', g, 'steps', s, 'statement']);
    }
  }
}

function* below(value: unknown, path: Path): Generator<{ path: Path; node: Node }> {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return;
  if (!Array.isArray(value)) yield { path, node: value as Node };
  for (const key of Object.keys(value)) {
    yield* below((value as Record<string, unknown>)[key], [
      ...path,
      Array.isArray(value) ? Number(key) : key,
    ]);
  }
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
