// Checks that something is a plan, as far as running it depends on: shapes, kinds and references, not SQL's own rules.

import { DEFAULT_WORLD, PAGE_SIZES } from './world-spec.ts';

type Json = Record<string, unknown>;

/** The first problem with its place, or null. */
export function problemWith(plan: unknown): string | null {
  if (!isObject(plan)) return 'it is not an object';
  for (const key of ['seed', 'index', 'made', 'world', 'groups'])
    if (!(key in plan)) return `${key} is missing`;
  if (typeof plan.seed !== 'string') return 'seed is not a text';
  if (!Number.isSafeInteger(plan.index)) return 'index is not an integer';
  return problemWithWorld(plan.world) ?? problemWithGroups(plan.groups);
}

function problemWithWorld(world: unknown): string | null {
  if (!isObject(world)) return 'world is not an object';
  for (const key of Object.keys(DEFAULT_WORLD)) if (!(key in world)) return `world.${key} is missing`;
  if (!PAGE_SIZES.includes(world.pageSize as never)) return 'world.pageSize is not a page size';
  if (world.journalMode !== 'wal' && world.journalMode !== 'delete')
    return 'world.journalMode is not wal or delete';
  if (world.start !== 'empty' && world.start !== 'checkpointed')
    return 'world.start is not empty or checkpointed';
  return null;
}

function problemWithGroups(groups: unknown): string | null {
  if (!Array.isArray(groups)) return 'groups is not a list';
  for (const [g, group] of groups.entries()) {
    const place = `groups[${g}]`;
    if (!isObject(group) || !isObject(group.draws) || !Array.isArray(group.steps))
      return `${place} is not a group`;
    if (typeof group.property !== 'string') return `${place}.property is not a text`;
    for (const [s, step] of group.steps.entries()) {
      const problem = problemWithStep(step, group.draws);
      if (problem !== null) return `${place}.steps[${s}] ${problem}`;
    }
  }
  return null;
}

const STEPS = ['run', 'assert', 'inspect', 'reopen', 'disconnect', 'clockJump', 'powerCut'];

function problemWithStep(step: unknown, draws: Json): string | null {
  if (!isObject(step) || !STEPS.includes(step.do as string))
    return `is not a step (do: one of ${STEPS.join(', ')})`;
  if (step.do === 'assert' && !isObject(step.check)) return 'has no check';
  if (step.do === 'powerCut' && !isObject(step.survival)) return 'does not say what survives';
  if (step.do !== 'run') return problemWithDraws(step, draws);
  if (!isObject(step.statement) || typeof step.statement.kind !== 'string') return 'has no statement';
  if (!Number.isSafeInteger(step.id) || !Number.isSafeInteger(step.on)) return 'has no id or no connection';
  if (typeof step.fuel !== 'number' || !(step.fuel > 0)) return 'has no fuel';
  if (step.expect !== 'ok' && step.expect !== 'any' && !isObject(step.expect))
    return 'does not say what to expect';
  return problemWithDraws(step, draws);
}

/** Every reference must lead to a draw of the same group. */
function problemWithDraws(node: unknown, draws: Json): string | null {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return null;
  const { draw } = node as { draw?: unknown };
  if (typeof draw === 'string' && !isObject(draws[draw]))
    return `mentions ${draw}, which the group did not draw`;
  for (const child of Object.values(node)) {
    const problem = problemWithDraws(child, draws);
    if (problem !== null) return problem;
  }
  return null;
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
