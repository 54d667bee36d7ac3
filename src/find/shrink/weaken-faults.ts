// Makes the world and its faults simpler: one connection, fewer faults, earlier ones, and the plainest kind of power cut
// that still shows it.

import type { Plan, Step } from '../../plan/plan.ts';
import type { Survival, Unsynced } from '../../world/fault.ts';
import { DEFAULT_WORLD } from '../../world/world-spec.ts';
import type { Pass } from './pass.ts';

export const weakenFaults: Pass = {
  name: 'weaken faults',
  *propose(plan) {
    let current = plan;
    for (const key of ['pageSize', 'journalMode', 'start', 'seed'] as const) {
      if (current.world[key] === DEFAULT_WORLD[key]) continue;
      const candidate = { ...current, world: { ...current.world, [key]: DEFAULT_WORLD[key] } };
      if (yield candidate) current = candidate;
    }
    for (let g = 0; g < plan.groups.length; g++) {
      for (let s = 0; s < plan.groups[g].steps.length; s++) {
        for (let tries = 0, weaker: Step[]; tries < MOST_TRIES; tries++) {
          weaker = [...weakerSteps(current.groups[g].steps[s])];
          let accepted = false;
          for (const step of weaker) {
            const candidate = withStep(current, g, s, step);
            if (!(yield candidate)) continue;
            current = candidate;
            accepted = true;
            break;
          }
          if (!accepted) break;
        }
      }
    }
  },
};

const MOST_TRIES = 40;

function withStep(plan: Plan, g: number, s: number, step: Step): Plan {
  const groups = plan.groups.map((group, i) =>
    i === g ? { ...group, steps: group.steps.map((old, k) => (k === s ? step : old)) } : group,
  );
  return { ...plan, groups };
}

function* weakerSteps(step: Step): Generator<Step> {
  if (step.do === 'sqliteWrites') yield { do: 'reopen' };
  if (step.do === 'powerCut') {
    yield { do: 'reopen' };
    for (const survival of weakerSurvivals(step.survival)) yield { do: 'powerCut', survival };
  }
  if (step.do !== 'run') return;
  if (step.on > 0) yield { ...step, on: 0 };
  const { cut, ioFault, ...plain } = step;
  if (ioFault) {
    yield plain;
    if (ioFault.nth > 1) yield { ...step, ioFault: { ...ioFault, nth: ioFault.nth - 1 } };
  }
  if (cut) {
    yield plain;
    for (const survival of weakerSurvivals(cut)) yield { ...step, cut: { ...cut, ...survival } };
    for (const n of [1, cut.afterMutatingIo >> 1, cut.afterMutatingIo - 1]) {
      if (n >= 1 && n < cut.afterMutatingIo) yield { ...step, cut: { ...cut, afterMutatingIo: n } };
    }
  }
}

/** The plainest first: everything unsynced is lost. */
const PLAINEST: readonly Unsynced[] = ['drop', 'keep', 'prefix', 'subset', 'torn'];

function* weakerSurvivals({ unsynced, choice }: Survival): Generator<Survival> {
  for (const mode of PLAINEST.slice(0, PLAINEST.indexOf(unsynced))) yield { unsynced: mode, choice: '0' };
  if (choice !== '0') yield { unsynced, choice: '0' };
}
