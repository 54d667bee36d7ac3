// Runs a campaign: hands plan indices to workers, watches their heartbeat, replaces those that die or hang, stores what they
// find, and sends events to its listeners. It measures real time.

import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { nameIn } from '../engines/index.ts';
import { DirtError } from '../errors.ts';
import type { CampaignEvent, ReferenceIsWrong, Totals } from '../events/index.ts';
import { type Bug, type Investigated, storeBug, uninvestigated } from '../find/index.ts';
import type { CampaignOptions } from './campaign-options.ts';
import { learnedBelow } from './epochs.ts';
import { Heartbeat } from './heartbeat.ts';
import { type Decision, Inquest, type KnownCause, type Question } from './inquest.ts';
import { leftOut } from './left-out.ts';
import type { Asked, FromWorker, ToWorker, WorkerData } from './messages.ts';
import { checkPropertyNames, planAt } from './settings.ts';
import { Tally } from './tally.ts';
import { tuneForCampaigns, WORKER_LIMITS } from './tuning.ts';
import { whyUntested } from './untested.ts';
import { vacuityIn } from './vacuity.ts';

const STUCK_MS = 60_000;
const PROGRESS_MS = 500;

interface Post {
  readonly worker: Worker;
  readonly heartbeat: Heartbeat;
  beats: number;
  changedAt: number;
  /** Has it loaded everything? */
  isReady: boolean;
  /** What it works on. */
  work: { readonly index: number; readonly question?: Question } | null;
}

/** A thread in the middle of something may not end at once, and somebody is in a hurry. */
const ABANDONED_MS = 2_000;

/** Failures that wait per worker before looking into them comes before further plans. */
const MOST_WAITING = 2;

export class Campaign {
  readonly #options: CampaignOptions;
  readonly #tally = new Tally();
  readonly #posts = new Set<Post>();
  readonly #started = performance.now();
  readonly #inquest: Inquest;
  /** The ids of the new bugs. */
  readonly #found: string[] = [];
  #foundByPlans = 0;
  #next = 0;
  #stopping = false;
  #interrupted = false;
  #asked: Asked | null = null;
  /** Signatures of what the reference did wrong. */
  readonly #wrongs = new Set<string>();
  #failure: Error | null = null;
  #finish: () => void = () => {};

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#inquest = new Inquest(options.settings.known, options.rechecks);
  }

  /** Ends after the plans that are under way. */
  interrupt(): void {
    this.#interrupted = true;
    this.#stopping = true;
    // Shrinking ends too, and reports the best so far.
    for (const { heartbeat } of this.#posts) heartbeat.stop();
  }

  /** Ends at once, with all that the workers have started. */
  async abandon(): Promise<void> {
    this.#stopping = true;
    const ended = Promise.all([...this.#posts].map(({ worker }) => worker.terminate()));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, ABANDONED_MS))]);
  }

  async run(): Promise<Totals> {
    const { settings, workers, properties } = this.#options;
    checkPropertyNames(settings.properties, properties);
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    tuneForCampaigns();
    for (let i = 0; i < workers; i++) this.#hire();
    const timer = setInterval(() => this.#watch(), PROGRESS_MS);
    await finished;
    clearInterval(timer);
    await Promise.all([...this.#posts].map(({ worker }) => worker.terminate()));
    if (this.#failure !== null) throw this.#failure;
    const { bugs, dirtBugs, afterwards } = this.#options;
    const last = this.#totalsAtTheEnd();
    if (!this.#interrupted) await afterwards?.(this.#found);
    const totals = { ...last, unstored: bugs.flush() ?? dirtBugs.flush() };
    this.#tell({ event: 'summary', ended: this.#interrupted ? 'interrupted' : 'done', ...totals });
    return totals;
  }

  #hire(): void {
    const heartbeat = new Heartbeat();
    const data: WorkerData = { settings: this.#options.settings, heartbeat: heartbeat.cells };
    const worker = new Worker(
      new URL(`./worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
      {
        workerData: data,
        resourceLimits: WORKER_LIMITS,
      },
    );
    const post: Post = {
      worker,
      heartbeat,
      beats: 0,
      changedAt: performance.now(),
      isReady: false,
      work: null,
    };
    this.#posts.add(post);
    worker.on('message', (message: FromWorker) => this.#hear(post, message));
    worker.on('error', (error) => this.#lose(post, `the worker died: ${error.message}`));
    worker.on('exit', () => this.#lose(post, 'the worker ended'));
  }

  #hear(post: Post, message: FromWorker): void {
    switch (message.say) {
      case 'ready':
        post.isReady = true;
        this.#begin(message);
        this.#assign(post);
        break;
      case 'done':
        post.work = null;
        this.#tally.add(message.result);
        if (this.#tally.isHopeless) this.#stopping = true;
        this.#doubtReference(message.result.referenceIsWrong);
        this.#inquest.planDone(message.index, message.failures);
        this.#decide();
        break;
      case 'answer':
        post.work = null;
        this.#tally.lookMs += message.tookMs;
        this.#tell({ event: 'lookedInto', index: message.failure.index });
        this.#inquest.answer(message.failure, message.answer);
        this.#decide();
        break;
      case 'shrinking':
      case 'statements': {
        const { say: event, ...told } = message;
        this.#tell({ event, ...told } as CampaignEvent);
        break;
      }
      case 'failed':
        this.#fail(message);
        break;
    }
  }

  #begin(asked: Asked): void {
    if (this.#asked !== null) return;
    this.#asked = asked;
    const { version, build, against, opener } = asked;
    const { settings, workers, budgetMs, plans, ratchet, witnessed = [] } = this.#options;
    const { seed, engine, reference, profile, statements, properties } = settings;
    this.#tell({
      event: 'start',
      seed,
      engine,
      version,
      ...(build && { build }),
      reference,
      against,
      opener,
      profile: profile.name,
      statements,
      properties,
      workers,
      budgetMs,
      plans,
    });
    const { regressions, gained } = ratchet;
    for (const regression of regressions) {
      this.#tally.regressions++;
      this.#tally.addFinding('regression');
      this.#tell({ event: 'regression', ...regression });
    }
    if (gained.length > 0) this.#tell({ event: 'gained', features: gained });
    for (const investigated of witnessed) this.#store(investigated, 0);
  }

  /** Takes the decisions whose turn it is, and gives work to everybody who has none. */
  #decide(): void {
    this.#inquest.decide((decision) => this.#commit(decision));
    for (const post of [...this.#posts]) if (post.isReady && post.work === null) this.#assign(post);
  }

  #commit({ failure, answer, explainedBy }: Decision): KnownCause | null {
    switch (answer.kind) {
      case 'nothing':
        return null;
      case 'explained': {
        const { muted = false } = this.#inquest.causeNamed(answer.by) ?? {};
        if (!muted) this.#tally.addKnown(failure.finding.kind);
        return null;
      }
      case 'investigated': {
        const { cause, outvoted } = answer.investigated;
        const stored = this.#store(answer.investigated, answer.tookMs, explainedBy);
        return outvoted === 'model' ? null : { id: stored, cause, muted: false };
      }
    }
  }

  /** A failure to look into, the next plan, or the end of the post when there is nothing left to do. */
  #assign(post: Post): void {
    const isBehind = this.#inquest.waiting >= MOST_WAITING * this.#options.workers;
    const question = this.#inquest.next(isBehind || this.#isLastPlanGiven());
    if (question !== null) {
      const { index } = question.failure;
      post.work = { index, question };
      this.#say(post, { say: 'decide', question, without: this.#leftOut(index) });
    } else if (!this.#isLastPlanGiven()) {
      // Its features depend on what was learned from plans before it, which may be under way.
      if (isBehind || !this.#inquest.isDecidedBelow(learnedBelow(this.#next))) return;
      const index = this.#next++;
      post.work = { index };
      this.#say(post, { say: 'plan', index, without: this.#leftOut(index) });
    } else if (this.#inquest.waiting === 0) {
      this.#dismiss(post);
    }
  }

  #isLastPlanGiven(): boolean {
    const { plans } = this.#options;
    return this.#stopping || this.#isOverdue() || (plans !== null && this.#next >= plans);
  }

  #isOverdue(): boolean {
    const { budgetMs } = this.#options;
    return budgetMs !== null && performance.now() - this.#started >= budgetMs;
  }

  #leftOut(index: number): ReturnType<typeof leftOut> {
    return leftOut(this.#options.settings.seed, index, this.#inquest.causesBelow(learnedBelow(index)));
  }

  #dismiss(post: Post): void {
    this.#posts.delete(post);
    void post.worker.terminate();
    if (this.#posts.size === 0) this.#finish();
  }

  /** The id under which it is stored. */
  #store(investigated: Investigated, tookMs: number, explainedBy?: string): string {
    const { settings, bugs, dirtBugs, stopAfter } = this.#options;
    const about = {
      engine: nameIn(settings.engine),
      ...this.#builtAs,
      claims: this.#claimsOf(investigated),
    };
    const base = investigated.outvoted === 'model' ? dirtBugs : bugs;
    const { bug, isNew, folder } = storeBug(base, investigated, about, new Date().toISOString());
    const unstored = base.whyUnstored(bug.id);
    // A second look at what a muted bug explains may end there again.
    if (bug.status === 'muted') return bug.id;
    this.#tally.addFinding(bug.kind);
    if (bug.outvoted === 'model') this.#tally.dirtIsWrong++;
    else if (bug.kind === 'unsupportedCombination') this.#tally.unsupportedCombinations++;
    else if (isNew && bug.isUnfinished) this.#tally.unfinishedBugs++;
    else if (isNew) {
      this.#tally.newBugs++;
      this.#found.push(bug.id);
      if (bug.cause.witnessOf === undefined && ++this.#foundByPlans === stopAfter) this.#stopping = true;
    } else this.#tally.knownBugs++;
    this.#tell({
      event: 'bug',
      bug,
      isNew,
      folder,
      ...(unstored !== null && { unstored }),
      investigated,
      tookMs,
      ...(explainedBy && { explainedBy }),
    });
    return bug.id;
  }

  /** Only where the property's own check failed does its claim say what is wrong. */
  #claimsOf({ finding }: Investigated): string {
    if (finding.judge !== 'property') return '';
    return this.#options.properties.find(({ name }) => name === finding.property)?.claims ?? '';
  }

  get #builtAs(): Pick<Bug, 'version' | 'build'> {
    const { version = '', build } = this.#asked ?? {};
    return { version, ...(build && { build }) };
  }

  #doubtReference(wrong: ReferenceIsWrong | undefined): void {
    if (wrong === undefined || this.#wrongs.has(wrong.signature)) return;
    this.#wrongs.add(wrong.signature);
    const { against, opener = '' } = this.#asked ?? {};
    this.#tell({ event: 'referenceIsWrong', reference: against ?? '', opener, ...wrong });
  }

  #watch(): void {
    const now = performance.now();
    const { stuckMs = STUCK_MS } = this.#options;
    if (this.#isOverdue() && !this.#stopping) {
      this.#stopping = true;
      this.#decide();
    }
    for (const post of this.#posts) {
      const { beats, patience } = post.heartbeat;
      if (beats !== post.beats) {
        post.beats = beats;
        post.changedAt = now;
      } else if (post.work !== null && now - post.changedAt > stuckMs * patience) {
        this.#lose(post, `no sign of life for ${stuckMs / 1000} s`, 'hang');
      }
    }
    if (this.#asked !== null) this.#tell({ event: 'progress', ...this.#totals() });
  }

  /** The plan and step that the worker was at are known from its heartbeat; the campaign goes on without it. */
  #lose(post: Post, reason: string, kind: 'hang' | 'panic' = 'panic'): void {
    if (!this.#posts.delete(post)) return;
    void post.worker.terminate();
    if (post.work !== null) {
      const { index, question } = post.work;
      if (question === undefined) this.#tally.lost++;
      const { step } = post.heartbeat;
      this.#tell({ event: 'workerLost', index, step, reason });
      const { settings, properties } = this.#options;
      const { plan } = planAt(settings, index, properties, this.#leftOut(index));
      this.#store(uninvestigated(plan, question?.failure.finding.at ?? step, kind, reason), 0);
      if (question === undefined) this.#inquest.planDone(index, []);
      else this.#inquest.answer(question.failure, { kind: 'nothing' });
      if (!this.#isLastPlanGiven() || this.#inquest.waiting > 0) this.#hire();
      this.#decide();
    } else if (this.#asked === null && this.#failure === null) {
      this.#failure = new Error(`a worker could not start: ${reason}`);
    }
    if (this.#posts.size === 0) this.#finish();
  }

  #fail({ code, message }: { code: string | null; message: string }): void {
    this.#failure ??=
      code === null
        ? new Error(message)
        : Object.assign(new DirtError(code as 'DIRT_', message, ''), { message });
    for (const post of [...this.#posts]) this.#dismiss(post);
  }

  #say(post: Post, message: ToWorker): void {
    post.worker.postMessage(message);
  }

  #tell(event: CampaignEvent): void {
    this.#options.onEvent(event);
  }

  #totalsAtTheEnd(): Totals {
    const { settings, properties } = this.#options;
    const totals = this.#totals();
    const names = properties.map(({ name }) => name);
    return {
      ...totals,
      features: this.#tally.features(),
      vacuity: vacuityIn(totals, settings, names),
      untested: whyUntested(this.#tally),
    };
  }

  #totals(): Totals {
    const { settings, budgetMs } = this.#options;
    const elapsedMs = Math.round(performance.now() - this.#started);
    return this.#tally.totals({
      seed: settings.seed,
      engine: settings.engine,
      version: this.#builtAs.version,
      elapsedMs,
      budgetMs,
      featuresUsable: settings.features.length,
    });
  }
}
