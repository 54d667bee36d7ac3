// Makes the world and its faults simpler: one connection, fewer faults, earlier ones, and the plainest kind of power cut
// that still shows it.

import type { Plan, RunStep, Step } from '../../plan/index.ts';
import {
  DEFAULT_WORLD,
  type FaultStep,
  FIFO,
  faultOf,
  isFaultStep,
  type StatementFaults,
  synchronous,
  weakerStatementFaults,
} from '../../world/index.ts';
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
    for (const world of [synchronous(current.world), { ...current.world, asyncIo: FIFO }]) {
      if (current.world.asyncIo === undefined || current.world.asyncIo === world.asyncIo) continue;
      const candidate = { ...current, world };
      if (yield candidate) current = candidate;
    }
    for (let g = 0; g < plan.groups.length; g++) {
      for (let s = 0; s < plan.groups[g].steps.length; s++) {
        for (let tries = 0; tries < MOST_TRIES; tries++) {
          let accepted = false;
          for (const step of weakerSteps(current.groups[g].steps[s])) {
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

function weakerSteps(step: Step): readonly Step[] {
  if (isFaultStep(step)) return (faultOf(step)?.weaker?.(step) ?? []) as readonly FaultStep[];
  if (step.do !== 'run') return [];
  const { cut, ioFault, ...plain } = step;
  return [
    ...(step.on > 0 ? [{ ...step, on: 0 }] : []),
    ...weakerStatementFaults({ cut, ioFault }).map((faults) => withFaults(plain, faults)),
  ];
}

function withFaults(plain: RunStep, { cut, ioFault }: StatementFaults): RunStep {
  return { ...plain, ...(cut && { cut }), ...(ioFault && { ioFault }) };
}
