// A worker thread: takes plan indices, makes the plans, runs and judges them, and looks into what it finds. The whole loop is
// here; the supervisor only hears of finished plans.

import { performance } from 'node:perf_hooks';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Engine } from '../engines/index.ts';
import { DirtError, invariant, stackOf } from '../errors.ts';
import {
  type Culprit,
  culpritOf,
  investigate,
  isExplainedBy,
  isProvenBy,
  triedWithout,
} from '../find/index.ts';
import { isRun, type Plan } from '../plan/index.ts';
import { Planner } from '../planning/index.ts';
import { loadProject } from '../project/index.ts';
import type { Property } from '../property/index.ts';
import { exercisedIn, type Finding, judgeFully, type Referee } from '../run/index.ts';
import { EngineTime } from './engine-time.ts';
import { Heartbeat } from './heartbeat.ts';
import type { FromWorker, PlanResult, ToWorker, WorkerData } from './messages.ts';
import { isKnownRefusal } from './ratchet.ts';
import { type CampaignSettings, requestAt } from './settings.ts';
import { acceptedIn, featuresUsedIn } from './usage.ts';

/** A failure that a known bug explains may have another cause: one in this many is investigated nevertheless. */
const SECOND_LOOK = 10;

/** Detecting the features of statements takes time: they are counted in one plan out of this many. */
const COUNT_FEATURES_EVERY = 4;

/** Factor on the supervisor's time limit while a hang is confirmed with ten times the fuel, which some engines burn slowly. */
const PATIENCE = 20;

function isSecondLook(index: number): boolean {
  return index % SECOND_LOOK === SECOND_LOOK - 1;
}

/** What plans are run with; it is loaded once per worker. */
interface Bench {
  readonly engine: Engine;
  readonly referee: Referee;
  readonly properties: readonly Property[];
}

class CampaignWorker {
  readonly #settings: CampaignSettings;
  readonly #bench: Bench;
  readonly #heartbeat: Heartbeat;
  readonly #say: (message: FromWorker) => void;
  readonly #known: Culprit[];

  constructor(
    settings: CampaignSettings,
    bench: Bench,
    heartbeat: Heartbeat,
    say: (message: FromWorker) => void,
  ) {
    this.#settings = settings;
    this.#bench = bench;
    this.#heartbeat = heartbeat;
    this.#say = say;
    this.#known = [...settings.known];
  }

  hear(message: ToWorker): void {
    if (message.say === 'known') this.#known.push(message.culprit);
    else this.#runPlan(message.index).catch((error) => this.#say(failure(error)));
  }

  async #runPlan(index: number): Promise<void> {
    const { engine, referee, properties } = this.#bench;
    const { doublecheck } = this.#settings;
    this.#heartbeat.patience = 1;
    this.#heartbeat.beat(-1);
    const started = performance.now();
    const planner = new Planner(requestAt(this.#settings, index, properties));
    const engineTime = new EngineTime();
    const verdict = await judgeFully(planner, engine, {
      referee,
      doublecheck,
      stopwatch: engineTime,
      onStep: (step) => this.#heartbeat.beat(step),
      triesAgain: (hang) => {
        if (!isSecondLook(index) && this.#isExplained(culpritOf(planner.plan, hang))) return false;
        this.#heartbeat.patience = PATIENCE;
        return true;
      },
    });
    const { plan, statistics } = planner;
    // If the reference contradicts the model, what the model says of the engine is not used.
    const finding = verdict.modelIsWrong ?? verdict.finding;
    const blamed = verdict.modelIsWrong === null ? engine : referee.arbiter;
    const again = finding === null ? undefined : await this.#asKnown(index, plan, finding, blamed);
    const totalMs = performance.now() - started;
    if (finding !== null && again === undefined) await this.#lookInto(index, plan, finding, blamed);
    const statements = verdict.trace.records.filter(({ test }) => isRun(test));
    const result: PlanResult = {
      statements: statements.length,
      refusals: statements.filter(({ outcome }) => outcome.kind === 'refused').length,
      engineMs: engineTime.milliseconds,
      totalMs,
      properties: statistics,
      tolerated: verdict.tolerated,
      accepted: acceptedIn(verdict.trace),
      features: index % COUNT_FEATURES_EVERY === 0 ? featuresUsedIn(verdict.trace) : {},
      exercised: exercisedIn(verdict.trace, { reference: referee.reference !== null, doublecheck }),
      ...(again !== undefined && { again }),
    };
    this.#say({ say: 'done', index, result });
  }

  #isExplained(culprit: Culprit): boolean {
    return this.#known.some((bug) => isExplainedBy(culprit, bug));
  }

  /** What to say of a finding that is known already; undefined if it is to be looked into. */
  async #asKnown(index: number, plan: Plan, finding: Finding, engine: Engine): Promise<PlanResult['again']> {
    const { kind } = finding;
    const refused = isKnownRefusal(finding, plan, this.#settings, this.#known)
      ? { kind, muted: false }
      : undefined;
    if (isSecondLook(index)) return refused;
    const culprit = culpritOf(plan, finding);
    const passes = triedWithout(plan, finding, engine, this.#bench.referee);
    // What a muted bug explains is not reported, whatever else explains it.
    const known = [...this.#known].sort((a, b) => Number(b.muted ?? false) - Number(a.muted ?? false));
    for (const bug of known) {
      this.#heartbeat.beat(finding.at);
      if (isExplainedBy(culprit, bug) || (await isProvenBy(culprit, bug, passes)))
        return { kind, muted: bug.muted ?? false };
    }
    return refused;
  }

  async #lookInto(index: number, plan: Plan, finding: Finding, engine: Engine): Promise<void> {
    const { shrinks, shrinkBudgetMs } = this.#settings;
    this.#heartbeat.patience = 1;
    const began = performance.now();
    const deadline = began + shrinkBudgetMs;
    const investigated = await investigate(plan, finding, {
      engine,
      referee: this.#bench.referee,
      goOn: () => {
        this.#heartbeat.beat(finding.at);
        return shrinks && performance.now() < deadline && !this.#heartbeat.isStopped;
      },
      onProgress: ({ pass, statements, candidates }) => {
        if (candidates % 50 === 0) this.#say({ say: 'shrinking', index, pass, statements });
      },
    });
    this.#known.push(investigated.culprit);
    this.#say({ say: 'found', index, investigated, tookMs: Math.round(performance.now() - began) });
  }
}

async function work(port: MessagePort, { settings, heartbeat }: WorkerData): Promise<void> {
  const project = await loadProject(settings.config);
  const engine = await project.engineNamed(settings.engine);
  const referee = await project.refereeNamed(settings.reference);
  const bench: Bench = { engine, referee, properties: project.properties };
  const say = (message: FromWorker) => port.postMessage(message);
  const worker = new CampaignWorker(settings, bench, new Heartbeat(heartbeat), say);
  port.on('message', (message: ToWorker) => worker.hear(message));
  say({ say: 'ready', engine: engine.name, version: engine.version });
}

function failure(error: unknown): FromWorker {
  return error instanceof DirtError
    ? { say: 'failed', code: error.code, message: error.message }
    : { say: 'failed', code: null, message: stackOf(error) };
}

invariant(parentPort !== null, 'the worker runs in a thread');
const port = parentPort;
work(port, workerData as WorkerData).catch((error) => port.postMessage(failure(error)));
