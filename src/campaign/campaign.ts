// Runs a campaign on this machine: hands plan indices to worker threads, watches their heartbeat, and replaces those that die or hang. It
// measures real time.

import { performance } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { DirtError } from '../errors.ts';
import type { CampaignEvent, Totals } from '../events/index.ts';
import type { CampaignOptions } from './campaign-options.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Question } from './inquest.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { Proceedings } from './proceedings.ts';
import { checkPropertyNames } from './settings.ts';
import { firstIn } from './shard.ts';
import { Pulse, STUCK_MS, startWorker } from './thread.ts';
import { tuneForCampaigns } from './tuning.ts';

const PROGRESS_MS = 500;

interface Post {
  readonly worker: Worker;
  readonly heartbeat: Heartbeat;
  readonly pulse: Pulse;
  /** Has it loaded everything? */
  isReady: boolean;
  /** What it works on. */
  work: Work | null;
}

interface Work {
  readonly index: number;
  readonly question?: Question;
}

/** A thread in the middle of something may not end at once, and somebody is in a hurry. */
const ABANDONED_MS = 2_000;

/** Failures that wait per worker before looking into them comes before further plans. */
const MOST_WAITING = 2;

export class Campaign {
  readonly #options: CampaignOptions;
  readonly #proceedings: Proceedings;
  readonly #posts = new Set<Post>();
  #next = 0;
  #stopping = false;
  #interrupted = false;
  #failure: Error | null = null;
  #finish: () => void = () => {};

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#proceedings = new Proceedings(options);
    this.#next = firstIn(options.shard);
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
    const last = this.#proceedings.totalsAtTheEnd();
    if (!this.#interrupted) await afterwards?.(this.#proceedings.found);
    const totals = { ...last, unstored: bugs.flush() ?? dirtBugs.flush() };
    this.#proceedings.tell({
      event: 'summary',
      ended: this.#interrupted ? 'interrupted' : 'done',
      ...totals,
    });
    return totals;
  }

  #hire(): void {
    const { stuckMs = STUCK_MS } = this.#options;
    const heartbeat = new Heartbeat();
    const worker = startWorker(this.#options.settings, heartbeat);
    const post: Post = {
      worker,
      heartbeat,
      pulse: new Pulse(heartbeat, stuckMs, performance.now()),
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
        this.#proceedings.begin(message);
        this.#assign(post);
        break;
      case 'done':
        post.work = null;
        this.#proceedings.planDone(message.index, message.result, message.failures);
        this.#decide();
        break;
      case 'answer':
        post.work = null;
        this.#proceedings.answered(message.failure, message.answer, message.tookMs);
        this.#decide();
        break;
      case 'shrinking':
      case 'statements': {
        const { say: event, ...told } = message;
        this.#proceedings.tell({ event, ...told } as CampaignEvent);
        break;
      }
      case 'failed':
        // A campaign of a night is not lost for one plan; its exit code says that DIRT is wrong.
        if (message.code === null && post.work !== null) this.#skip(post, post.work, message.message);
        else this.#fail(message);
        break;
      case 'retried':
        // Bugs are tried again before a campaign, by whoever prepares it.
        break;
    }
  }

  /** Takes the decisions whose turn it is, and gives work to everybody who has none. */
  #decide(): void {
    this.#proceedings.decide();
    if (this.#proceedings.isEnough) this.#stopping = true;
    for (const post of [...this.#posts]) if (post.isReady && post.work === null) this.#assign(post);
  }

  /** A failure to look into, the next plan, or the end of the post when there is nothing left to do. */
  #assign(post: Post): void {
    const isBehind = this.#proceedings.inquest.waiting >= MOST_WAITING * this.#options.workers;
    const question = this.#proceedings.inquest.next(isBehind || this.#isLastPlanGiven());
    if (question !== null) {
      const { index } = question.failure;
      post.work = { index, question };
      this.#say(post, { say: 'decide', question, without: this.#proceedings.leftOut(index) });
    } else if (!this.#isLastPlanGiven()) {
      if (isBehind || !this.#proceedings.inquest.isReadyFor(this.#next)) return;
      const index = this.#next;
      this.#next += this.#options.shard?.of ?? 1;
      post.work = { index };
      this.#say(post, { say: 'plan', index, without: this.#proceedings.leftOut(index) });
    } else if (this.#proceedings.inquest.waiting === 0) {
      this.#dismiss(post);
    }
  }

  #isLastPlanGiven(): boolean {
    const { plans } = this.#options;
    return this.#stopping || this.#isOverdue() || (plans !== null && this.#next >= plans);
  }

  #isOverdue(): boolean {
    const { budgetMs } = this.#options;
    return budgetMs !== null && this.#proceedings.elapsedMs >= budgetMs;
  }

  #dismiss(post: Post): void {
    this.#posts.delete(post);
    void post.worker.terminate();
    if (this.#posts.size === 0) this.#finish();
  }

  #watch(): void {
    const now = performance.now();
    if (this.#isOverdue() && !this.#stopping) {
      this.#stopping = true;
      this.#decide();
    }
    for (const post of this.#posts) {
      if (post.pulse.isStuckAt(now) && post.work !== null) {
        this.#lose(post, `no sign of life for ${post.pulse.limitMs / 1000} s`, 'hang');
      }
    }
    if (this.#proceedings.isBegun)
      this.#proceedings.tell({ event: 'progress', ...this.#proceedings.totals() });
  }

  /** The plan and step that the worker was at are known from its heartbeat; the campaign goes on without it. */
  #lose(post: Post, reason: string, kind: 'hang' | 'panic' = 'panic'): void {
    if (!this.#posts.delete(post)) return;
    void post.worker.terminate();
    if (post.work !== null) {
      const { index, question } = post.work;
      const { step } = post.heartbeat;
      this.#proceedings.lost({ index, step, kind, reason, ...(question && { question }) });
      if (!this.#isLastPlanGiven() || this.#proceedings.inquest.waiting > 0) this.#hire();
      this.#decide();
    } else if (!this.#proceedings.isBegun && this.#failure === null) {
      this.#failure = new Error(`a worker could not start: ${reason}`);
    }
    if (this.#posts.size === 0) this.#finish();
  }

  #skip(post: Post, { index, question }: Work, message: string): void {
    post.work = null;
    this.#proceedings.broken(index, message, question);
    this.#decide();
  }

  #fail({ code, message }: { code: string | null; message: string }): void {
    this.#failure ??=
      code === null
        ? new Error(message)
        : Object.assign(new DirtError(code as 'DIRT_', message, ''), { message });
    for (const post of [...this.#posts]) this.#dismiss(post);
  }

  #say(post: Post, message: ToWorker): void {
    post.pulse.begin(performance.now());
    post.worker.postMessage(message);
  }
}
