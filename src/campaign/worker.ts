// A worker thread: takes plan indices, makes the plans, runs and judges them, and looks into failures when it is asked to. The whole
// loop is here; the supervisor only hears of finished plans and failures.

import { performance } from 'node:perf_hooks';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { FeatureId } from '../dialect/index.ts';
import { type Engine, titleOf } from '../engines/index.ts';
import { DirtError, invariant, stackOf } from '../errors.ts';
import {
  explainedBy,
  type Investigated,
  type Investigator,
  lookInto,
  type Tried,
  tryOn,
} from '../find/index.ts';
import { isRun, type Plan, statementCount, testOf, withFuel } from '../plan/index.ts';
import { confirmingFuel, Planner } from '../planning/index.ts';
import { loadProject } from '../project/index.ts';
import type { Property } from '../property/index.ts';
import { record } from '../recording/index.ts';
import {
  exercisedIn,
  type Finding,
  failuresOf,
  judgeFully,
  lastWordOf,
  type Referee,
  type Verdict,
} from '../run/index.ts';
import { EngineTime } from './engine-time.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Answer, Failure, Question } from './inquest.ts';
import type { FromWorker, PlanResult, Retrial, ToWorker, WorkerData } from './messages.ts';
import { isKnownRefusal } from './ratchet.ts';
import { type CampaignSettings, planAt, requestAt } from './settings.ts';
import { statementLines } from './statement-lines.ts';
import { diedAtOnce } from './untested.ts';
import { acceptedIn, featuresUsedIn } from './usage.ts';
import { wrongReference } from './wrong-reference.ts';

/** Detecting the features of statements takes time: they are counted in one plan out of this many. */
const COUNT_FEATURES_EVERY = 4;

/** Factor on the supervisor's time limit while a hang is confirmed with a hundred times the fuel, which some engines burn slowly. */
const PATIENCE = 20;

/** How many plans that failed are kept until their failures are decided. */
const KEPT_PLANS = 16;

/** What plans are run with; it is loaded once per worker. */
interface Bench {
  readonly engine: Engine;
  readonly referee: Referee;
  readonly properties: readonly Property[];
  /** Another version of the engine; null if there is none here. */
  readonly versionNamed: (version: string) => Promise<Engine | null>;
}

class CampaignWorker {
  readonly #settings: CampaignSettings;
  readonly #bench: Bench;
  readonly #heartbeat: Heartbeat;
  readonly #say: (message: FromWorker) => void;
  /** The plans that failed here last, by their indices: each of their failures is asked about soon, mostly here. */
  readonly #failed = new Map<number, Plan>();

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
  }

  hear(message: ToWorker): void {
    this.#do(message).catch((error) => this.#say(failure(error)));
  }

  #do(message: ToWorker): Promise<void> {
    switch (message.say) {
      case 'plan':
        return this.#runPlan(message.index, message.without);
      case 'decide':
        return this.#answer(message.question, message.without);
      case 'retry':
        return this.#retry(message);
    }
  }

  async #retry({ bug, plan, versions }: Retrial): Promise<void> {
    const { engine, referee, versionNamed } = this.#bench;
    this.#heartbeat.patience = PATIENCE;
    const tried: Tried[] = [];
    for (const version of versions ?? [engine.version]) {
      this.#heartbeat.beat(-1);
      const on = versions === undefined ? engine : await versionNamed(version);
      const how = on === null ? { came: null } : await tryOn(bug, plan, on, referee, versions === undefined);
      tried.push({ version, ...how });
    }
    this.#say({ say: 'retried', tried });
  }

  async #runPlan(index: number, without: readonly FeatureId[]): Promise<void> {
    const { engine, referee, properties } = this.#bench;
    const { doublecheck } = this.#settings;
    this.#heartbeat.patience = 1;
    this.#heartbeat.beat(-1);
    const started = performance.now();
    const planner = new Planner(requestAt(this.#settings, index, properties, without));
    const engineTime = new EngineTime();
    const verdict = await judgeFully(planner, engine, {
      referee,
      doublecheck,
      stopwatch: engineTime,
      onStep: (step) => this.#heartbeat.beat(step),
      // A hang is tried again with more fuel only if nothing known explains it.
      triesAgain: () => false,
    });
    const { plan, statistics } = planner;
    const { modelIsWrong } = verdict;
    // If who has the last word contradicts the model, what the model says of the engine is not used.
    const findings = modelIsWrong === null ? failuresOf(verdict) : [modelIsWrong];
    const blamed = modelIsWrong === null ? 'engine' : 'lastWord';
    const statements = verdict.trace.records.filter(({ test }) => isRun(test));
    const accepted = acceptedIn(verdict.trace);
    const result: PlanResult = {
      profile: plan.made.profile,
      statements: statements.length,
      refusals: statements.filter(({ outcome }) => outcome.kind === 'refused').length,
      engineMs: engineTime.milliseconds,
      totalMs: performance.now() - started,
      properties: statistics,
      tolerated: verdict.tolerated,
      accepted,
      diedAtOnce: diedAtOnce(verdict, accepted),
      features: index % COUNT_FEATURES_EVERY === 0 ? featuresUsedIn(verdict.trace) : {},
      exercised: exercisedIn(verdict.trace, { reference: referee.reference !== null, doublecheck }),
      ...breachIn(verdict),
      referenceIsWrong: wrongReference(index, verdict),
    };
    const failures = findings.map((finding, nth): Failure => ({ index, nth, finding, blamed }));
    if (failures.length > 0) this.#keep(index, plan);
    if (this.#settings.logsStatements)
      this.#say({ say: 'statements', index, lines: statementLines(verdict.trace) });
    this.#say({ say: 'done', index, result, failures });
  }

  #keep(index: number, plan: Plan): void {
    this.#failed.set(index, plan);
    const [oldest] = this.#failed.keys();
    if (this.#failed.size > KEPT_PLANS) this.#failed.delete(oldest);
  }

  async #answer(
    { failure: asked, known, looksInto, settled }: Question,
    without: readonly FeatureId[],
  ): Promise<void> {
    const { index, nth, finding, blamed } = asked;
    const began = performance.now();
    this.#heartbeat.patience = 1;
    this.#heartbeat.beat(finding.at);
    let made: Plan | undefined;
    const whole = () => (made ??= planAt(this.#settings, index, this.#bench.properties, without).plan);
    const by = this.#investigator(index, finding, blamed, () => statementCount(whole()));
    // Making a plan takes as long as running it, and up to the failure the one that was run is the same.
    const explanation =
      known.length === 0 ? null : await explainedBy(this.#failed.get(index) ?? whole(), finding, known, by);
    let answer: Answer;
    if (explanation !== null) answer = { kind: 'explained', by: explanation.id };
    else if (!looksInto) answer = { kind: 'unexplained' };
    else answer = await this.#lookInto(whole(), finding, by, began, { known, settled });
    this.#say({ say: 'answer', failure: { index, nth }, answer, tookMs: performance.now() - began });
  }

  async #lookInto(
    plan: Plan,
    finding: Finding,
    by: Investigator,
    began: number,
    { known, settled }: Pick<Question, 'known' | 'settled'>,
  ): Promise<Answer> {
    if (isKnownRefusal(finding, plan, this.#settings)) return { kind: 'nothing' };
    const { found: failure, on } =
      finding.kind === 'hang' ? await this.#confirmed(plan) : { found: finding, on: plan };
    if (failure === null) return { kind: 'nothing' };
    this.#heartbeat.patience = failure.kind === 'hang' ? PATIENCE : 1;
    const found = await lookInto(on, failure, by, settled);
    if ('explainedBy' in found) return { kind: 'explained', by: found.explainedBy.id };
    // One more sight of a bug is not stored, and recording it would take as long as half of the shrinking.
    const investigated = known.some(({ id }) => id === found.id)
      ? found
      : await this.#recorded(found, { plan: on, failsAt: failure.at }, by);
    return { kind: 'investigated', investigated, tookMs: Math.round(performance.now() - began) };
  }

  /** With what it takes to step through it, unless the user breaks off. */
  async #recorded(
    investigated: Investigated,
    original: { readonly plan: Plan; readonly failsAt: number },
    { engine, referee }: Investigator,
  ): Promise<Investigated> {
    if (this.#heartbeat.isStopped) return investigated;
    const { plan, finding } = investigated;
    const onStep = () => this.#heartbeat.beat(finding.at);
    return {
      ...investigated,
      recording: await record({ plan, finding, original, engine, referee, onStep }),
    };
  }

  /** What is found when a hang is tried with more fuel, perhaps later, and the plan that shows it. */
  async #confirmed(plan: Plan): Promise<{ found: Finding | null; on: Plan }> {
    const { engine, referee } = this.#bench;
    this.#heartbeat.patience = PATIENCE;
    const onStep = (step: number) => this.#heartbeat.beat(step);
    const verdict = await judgeFully(testOf(plan), engine, { referee, doublecheck: false, onStep });
    return {
      found: verdict.finding,
      on: verdict.needsMoreFuel ? withFuel(plan, confirmingFuel) : plan,
    };
  }

  #investigator(
    index: number,
    { at }: Finding,
    blamed: Failure['blamed'],
    count: () => number,
  ): Investigator {
    const { shrinks, shrinkLimit } = this.#settings;
    let told = -1;
    const { engine, referee } = this.#bench;
    return {
      engine: blamed === 'engine' ? engine : (lastWordOf(referee) ?? engine),
      referee,
      mostCandidates: shrinks ? shrinkLimit : 0,
      goOn: () => {
        this.#heartbeat.beat(at);
        return !this.#heartbeat.isStopped;
      },
      onProgress: ({ pass, statements, candidates }) => {
        if (candidates % 50 === 0 || statements !== told)
          this.#say({ say: 'shrinking', index, pass, before: count(), statements });
        told = statements;
      },
    };
  }
}

function breachIn({ trace }: Verdict): Pick<PlanResult, 'breach'> {
  for (const { outcome } of trace.records)
    if (outcome.kind === 'panic' && outcome.breach !== undefined) return { breach: outcome.breach };
  return {};
}

async function work(port: MessagePort, { settings, heartbeat }: WorkerData): Promise<void> {
  const project = await loadProject(settings.config);
  const engine = await project.engineNamed(settings.engine);
  const referee = await project.refereeNamed(settings.reference);
  const bench: Bench = {
    engine,
    referee,
    properties: project.properties,
    versionNamed: (version) =>
      project.engineNamed(project.specOfOthers(`${engine.name}@${version}`)).catch(() => null),
  };
  const say = (message: FromWorker) => port.postMessage(message);
  const worker = new CampaignWorker(settings, bench, new Heartbeat(heartbeat), say);
  port.on('message', (message: ToWorker) => worker.hear(message));
  const { version, build } = engine;
  const against = referee.reference && titleOf(referee.reference);
  say({ say: 'ready', version, ...(build && { build }), against, opener: titleOf(referee.opener) });
}

function failure(error: unknown): FromWorker {
  return error instanceof DirtError
    ? { say: 'failed', code: error.code, message: error.message }
    : { say: 'failed', code: null, message: stackOf(error) };
}

invariant(parentPort !== null, 'the worker runs in a thread');
const port = parentPort;
work(port, workerData as WorkerData).catch((error) => port.postMessage(failure(error)));
