// A worker thread: takes plan indices, makes the plans, runs and judges them, and looks into what it finds. The whole loop is
// here; the supervisor only hears of finished plans.

import { performance } from 'node:perf_hooks';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { resolveEngine } from '../engines/resolve.ts';
import { DirtError, invariant } from '../errors.ts';
import { type Culprit, culpritOf, isExplainedBy } from '../find/culprit.ts';
import { investigate } from '../find/investigate.ts';
import type { Plan } from '../plan/plan.ts';
import { isRun } from '../plan/test-step.ts';
import { Planner } from '../planning/planner.ts';
import { loadProject } from '../project/project.ts';
import { exercisedIn } from '../run/exercised.ts';
import type { Finding } from '../run/finding.ts';
import { judgeFully } from '../run/judge-fully.ts';
import { EngineTime } from './engine-time.ts';
import { type FromWorker, HEARTBEAT, type PlanResult, type ToWorker, type WorkerData } from './messages.ts';
import { isKnownRefusal } from './ratchet.ts';
import { requestAt } from './settings.ts';
import { acceptedIn, featuresIn } from './usage.ts';

/** A failure that a known bug would explain may still be another: one in so many is looked into all the same. */
const SECOND_LOOK = 10;

/** Finding out what features a statement uses takes time: one plan in so many tells enough. */
const COUNT_FEATURES_EVERY = 4;

/** Ten times the fuel, of an engine that takes its time for each unit of it. */
const PATIENCE = 20;

function isSecondLook(index: number): boolean {
  return index % SECOND_LOOK === SECOND_LOOK - 1;
}

async function work(port: MessagePort, { settings, heartbeat }: WorkerData): Promise<void> {
  const project = await loadProject(settings.config);
  const { properties } = project;
  const engine = await project.engineNamed(settings.engine);
  const reference = settings.reference === null ? null : await project.engineNamed(settings.reference);
  // Without a reference, SQLite is still asked about what is found, and opens the engine's files.
  const arbiter = reference ?? (await resolveEngine('sqlite'));
  const known: Culprit[] = [...settings.known];
  const say = (message: FromWorker) => port.postMessage(message);
  const beat = (step: number): void => {
    Atomics.add(heartbeat, HEARTBEAT.beats, 1);
    Atomics.store(heartbeat, HEARTBEAT.step, step);
  };
  const isExplained = (culprit: Culprit): boolean => known.some((bug) => isExplainedBy(culprit, bug));

  async function runPlan(index: number): Promise<void> {
    Atomics.store(heartbeat, HEARTBEAT.plan, index);
    Atomics.store(heartbeat, HEARTBEAT.patience, 1);
    beat(-1);
    const started = performance.now();
    const planner = new Planner(requestAt(settings, index, properties));
    const engineTime = new EngineTime();
    const verdict = await judgeFully(planner, engine, {
      arbiter,
      reference,
      doublecheck: settings.doublecheck,
      stopwatch: engineTime,
      onStep: beat,
      triesAgain: (hang) => {
        if (!isSecondLook(index) && isExplained(culpritOf(planner.plan, hang))) return false;
        Atomics.store(heartbeat, HEARTBEAT.patience, PATIENCE);
        return true;
      },
    });
    const { plan, statistics } = planner;
    // If the reference contradicts the model, what the model says of the engine means nothing.
    const finding = verdict.modelIsWrong ?? verdict.finding;
    const culprit = finding === null ? null : culpritOf(plan, finding);
    const isKnown =
      finding !== null &&
      culprit !== null &&
      (isKnownRefusal(finding, plan, settings, known) || (isExplained(culprit) && !isSecondLook(index)));
    const ranMs = performance.now() - started;
    if (finding !== null && !isKnown) await lookInto(index, plan, finding, verdict.modelIsWrong !== null);
    const statements = verdict.trace.records.filter(({ test }) => isRun(test));
    const result: PlanResult = {
      statements: statements.length,
      refusals: statements.filter(({ outcome }) => outcome.kind === 'refused').length,
      engineMs: engineTime.milliseconds,
      totalMs: ranMs,
      properties: statistics,
      tolerated: verdict.tolerated,
      accepted: acceptedIn(verdict.trace),
      features: index % COUNT_FEATURES_EVERY === 0 ? featuresIn(verdict.trace) : {},
      exercised: exercisedIn(verdict.trace, {
        reference: reference !== null,
        doublecheck: settings.doublecheck,
      }),
      ...(finding !== null && culprit !== null && isKnown && { again: againOf(finding, culprit, known) }),
    };
    say({ say: 'done', index, result });
  }

  async function lookInto(index: number, plan: Plan, finding: Finding, modelIsWrong: boolean): Promise<void> {
    Atomics.store(heartbeat, HEARTBEAT.patience, 1);
    const began = performance.now();
    const deadline = began + settings.shrinkBudgetMs;
    const investigated = await investigate(plan, finding, {
      engine: modelIsWrong ? arbiter : engine,
      arbiter,
      goOn: () => {
        beat(finding.at);
        return (
          settings.shrinks && performance.now() < deadline && Atomics.load(heartbeat, HEARTBEAT.stop) === 0
        );
      },
      onProgress: ({ pass, statements, candidates }) => {
        if (candidates % 50 === 0) say({ say: 'shrinking', index, pass, statements });
      },
    });
    known.push(investigated.culprit);
    say({ say: 'found', index, investigated, tookMs: Math.round(performance.now() - began) });
  }

  port.on('message', (message: ToWorker) => {
    if (message.say === 'known') known.push(message.culprit);
    else runPlan(message.index).catch((error) => say(failure(error)));
  });
  say({ say: 'ready', engine: engine.name, version: engine.version });
}

function againOf({ kind }: Finding, culprit: Culprit, known: readonly Culprit[]): PlanResult['again'] {
  return { kind, muted: known.some((bug) => bug.muted === true && isExplainedBy(culprit, bug)) };
}

function failure(error: unknown): FromWorker {
  if (error instanceof DirtError) return { say: 'failed', code: error.code, message: error.message };
  return {
    say: 'failed',
    code: null,
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

invariant(parentPort !== null, 'the worker runs in a thread');
const port = parentPort;
work(port, workerData as WorkerData).catch((error) => port.postMessage(failure(error)));
