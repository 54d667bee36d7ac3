// Where the time of a campaign's worker goes, by parts of its work: a thread that makes, runs and judges plans as a worker does, and
// tells its parent the figures. Nothing is looked into that it finds.

import { PerformanceObserver } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { requestAt } from '../src/campaign/settings.ts';
import { resolveEngine } from '../src/engines/resolve.ts';
import { usableFeatures } from '../src/ledger/ledger.ts';
import { probedLedger } from '../src/ledger/probed-ledger.ts';
import { isRun } from '../src/plan/test-step.ts';
import { Planner } from '../src/planning/planner.ts';
import { profiles } from '../src/planning/profiles.ts';
import { judgeFully } from '../src/run/judge-fully.ts';
import { refereeWith } from '../src/run/referee.ts';
import { allAs, type Part, PartClock, timedEngine, timedSteps, UNDER_TEST } from './timed.ts';

export interface WhereRequest {
  readonly engine: string;
  readonly profile: string;
  readonly reference: string | null;
  /** Per plan. */
  readonly statements: number;
  readonly seed: string;
  readonly warmUpMs: number;
  readonly measuredMs: number;
}

export interface WhereFigures {
  readonly plans: number;
  readonly statements: number;
  readonly spentMs: Readonly<Record<Part, number>>;
  /** Within all parts. */
  readonly collectionsMs: number;
  /** Of the whole process: this thread, those of the compiler and of the garbage collector. */
  readonly cpuMs: number;
}

async function measure(request: WhereRequest): Promise<WhereFigures> {
  const engine = await resolveEngine(request.engine);
  const reference = request.reference === null ? null : await resolveEngine(request.reference);
  const settings = {
    seed: request.seed,
    statements: request.statements,
    profile: profiles[request.profile],
    properties: [],
    features: usableFeatures(await probedLedger(engine)),
    abilities: engine.abilities,
  };
  let collectionsMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collectionsMs += duration;
  });
  observer.observe({ entryTypes: ['gc'] });
  let [plans, statements] = [0, 0];
  const runPlan = async (index: number, clock: PartClock): Promise<void> => {
    clock.turnTo('planning');
    const planner = new Planner(requestAt(settings, index));
    clock.turnTo('rest');
    const referee = refereeWith(reference);
    const { trace } = await judgeFully(
      { world: planner.world, steps: timedSteps(planner.steps, clock) },
      timedEngine(engine, clock, UNDER_TEST),
      {
        referee: {
          ...referee,
          reference: reference && timedEngine(reference, clock, allAs('reference')),
          opener: timedEngine(referee.opener, clock, allAs('opener')),
        },
        doublecheck: false,
        triesAgain: () => false,
      },
    );
    plans++;
    statements += trace.records.filter(({ test }) => isRun(test)).length;
  };
  const runFor = async (milliseconds: number, clock: PartClock): Promise<void> => {
    for (const until = performance.now() + milliseconds; performance.now() < until; ) {
      await runPlan(index++, clock);
      // The observer hears of collections only in a turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  let index = 0;
  await runFor(request.warmUpMs, new PartClock());
  [plans, statements, collectionsMs] = [0, 0, 0];
  const cpu = process.cpuUsage();
  const clock = new PartClock();
  await runFor(request.measuredMs, clock);
  clock.turnTo('rest');
  const { user, system } = process.cpuUsage(cpu);
  observer.disconnect();
  return { plans, statements, spentMs: clock.spent, collectionsMs, cpuMs: (user + system) / 1000 };
}

parentPort?.postMessage(await measure(workerData as WhereRequest));
