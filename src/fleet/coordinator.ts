// Files the plans of a campaign and collects what comes of them. Failures are decided here, in the order of their plans, by what a campaign on
// one machine decides them with: so the same seed gives the same bugs, whoever works, however often workers and queue are restarted.

import { createHash } from 'node:crypto';
import { type CampaignOptions, ENDLESS_EPOCH, Proceedings, type Question } from '../campaign/index.ts';
import type { Totals } from '../events/index.ts';
import { counted } from '../words.ts';
import { CANARY_PLANS, whyNotSeen } from './canary.ts';
import type { Errand, Errands } from './errands.ts';
import type { CanaryDone, Done, LookDone, PlansDone, Work } from './jobs.ts';
import { MOST_CHUNK } from './messages.ts';
import type { FleetQueue } from './queue.ts';
import { causeRecord, type FleetProgress, progressRecord, type WorkerProgress } from './records.ts';
import { packed } from './wire.ts';

export interface CoordinatorOptions {
  readonly campaign: CampaignOptions;
  /** Of the campaign. */
  readonly id: string;
  readonly queue: FleetQueue;
  readonly errands: Errands;
  /** About so long a chunk takes a worker. */
  readonly chunkMs: number;
  /** One line for the user. */
  readonly say: (line: string) => void;
}

/** Chunks that are under way, in the queue and at workers: what piles up there is bounded by this. */
const MOST_CHUNKS = 1_024;
const FIRST_CHUNK = 8;
/** Failures that are not decided: more plans would only add to them. */
const MOST_LOOKS = 256;
/** An epoch has so many chunks for each worker, and no fewer. */
const CHUNKS_PER_WORKER = 2;
const LEAST_CHUNKS = 8;
const PROGRESS_MS = 1_000;
/** What failed, as the page and `dirt fleet status` show it. */
const MOST_FAILED = 20;

export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #proceedings: Proceedings;
  /** Where the chunks end that a coordinator that is gone has filed, by where they begin. */
  readonly #oldChunks = new Map<number, number>();
  readonly #workers = new Map<string, WorkerProgress>();
  readonly #failed: string[] = [];
  /** Null until a worker has tested the engine with a planted bug. */
  #canary: CanaryDone | null = null;
  #isCanaryFiled = false;
  #next = 0;
  #published = 0;
  #timesForgotten = 0;
  #msPerPlan = 0;
  /** How many pieces of work were at workers at once. */
  #threads = 0;
  #interrupted = false;
  #lastProgress = 0;

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    this.#proceedings = new Proceedings({
      ...options.campaign,
      onEvent: (event) => {
        if (event.event === 'workerLost') this.#note(`plan ${event.index}: ${event.reason}`);
        options.campaign.onEvent(event);
      },
    });
  }

  /** Ends after what workers have begun. */
  interrupt(): void {
    this.#interrupted = true;
  }

  async run(): Promise<Totals> {
    const { errands, campaign } = this.#options;
    const apply = (_name: string, done: Done) => this.#apply(done);
    await errands.begin();
    for (const name of await errands.earlierNames()) this.#noteChunk(name);
    for (;;) {
      if (this.#interrupted) await errands.withdraw();
      await this.#publish();
      await errands.file(this.#errands(), apply);
      await this.#tellProgress();
      if (this.#isAtEnd()) break;
      await errands.collect(apply);
    }
    const { bugs, dirtBugs, afterwards } = campaign;
    const last = this.#proceedings.totalsAtTheEnd();
    if (!this.#interrupted) await afterwards?.(this.#proceedings.found);
    const totals = {
      ...last,
      untested: last.untested ?? whyNotSeen(this.#canary),
      unstored: bugs.flush() ?? dirtBugs.flush(),
    };
    this.#proceedings.tell({
      event: 'summary',
      ended: this.#interrupted ? 'interrupted' : 'done',
      ...totals,
    });
    await this.#forgetCauses();
    await errands.end();
    return totals;
  }

  #isAtEnd(): boolean {
    if (this.#interrupted) return this.#options.errands.underWay() === 0;
    const isEmpty = this.#options.errands.underWay() === 0 && this.#proceedings.inquest.waiting === 0;
    return this.#isLastPlanGiven() && isEmpty;
  }

  #isLastPlanGiven(): boolean {
    const { plans, budgetMs } = this.#options.campaign;
    return (
      this.#interrupted ||
      this.#proceedings.isEnough ||
      (plans !== null && this.#next >= plans) ||
      (budgetMs !== null && this.#proceedings.elapsedMs >= budgetMs)
    );
  }

  #apply(done: Done): void {
    if (done.kind === 'plans') this.#plansDone(done);
    else if (done.kind === 'look') this.#lookDone(done);
    else if (done.kind === 'canary') this.#canaryDone(done);
    this.#proceedings.decide();
  }

  #plansDone({ asked, plans, worker, tookMs }: PlansDone): void {
    if (!this.#proceedings.isBegun) this.#proceedings.begin(asked);
    let statements = 0;
    for (const plan of plans) {
      if ('lost' in plan) this.#proceedings.lost(plan.lost);
      else {
        statements += plan.result.statements;
        this.#proceedings.planDone(plan.index, plan.result, plan.failures, plan.told);
        this.#proceedings.looked(plan.lookMs);
      }
    }
    this.#heard(worker, statements, tookMs);
    if (plans.length > 0) {
      const each = tookMs / plans.length;
      this.#msPerPlan = this.#msPerPlan === 0 ? each : 0.7 * this.#msPerPlan + 0.3 * each;
    }
  }

  #lookDone({ said, worker }: LookDone): void {
    this.#heard(worker, 0, 'lost' in said ? 0 : said.tookMs);
    if ('lost' in said) this.#proceedings.lost(said.lost);
    else this.#proceedings.answered(said.failure, said.answer, said.tookMs);
  }

  #canaryDone(done: CanaryDone): void {
    this.#canary = done;
    if (done.isFound)
      this.#options.say(`the bug that is planted in the canary was found in ${counted(done.plans, 'plan')}`);
    else this.#note(whyNotSeen(done) ?? '');
  }

  #heard(worker: string, statements: number, busyMs: number): void {
    const own = this.#workers.get(worker) ?? { statements: 0, busyMs: 0, lastMs: 0 };
    this.#workers.set(worker, {
      statements: own.statements + statements,
      busyMs: own.busyMs + Math.round(busyMs),
      lastMs: Date.now(),
    });
  }

  #note(line: string): void {
    this.#failed.push(line);
    if (this.#failed.length > MOST_FAILED) this.#failed.shift();
  }

  /** What was learned, for the workers. */
  async #publish(): Promise<void> {
    const { errands, queue, id } = this.#options;
    const { causes } = this.#proceedings.inquest;
    if (errands.timesForgotten !== this.#timesForgotten) {
      this.#timesForgotten = errands.timesForgotten;
      this.#published = 0;
    }
    for (; this.#published < causes.length; this.#published++)
      await errands.reachable(() =>
        queue.putRecord(causeRecord(id, this.#published), packed(causes[this.#published])),
      );
  }

  async #forgetCauses(): Promise<void> {
    const { errands, queue, id } = this.#options;
    for (let nth = 0; nth < this.#published; nth++)
      await errands.reachable(() => queue.removeRecord(causeRecord(id, nth)));
  }

  /** What there is to do now. */
  #errands(): Errand[] {
    const errands: Errand[] = [];
    if (this.#interrupted) return errands;
    const { inquest } = this.#proceedings;
    const { errands: filed } = this.#options;
    if (!this.#isCanaryFiled) {
      this.#isCanaryFiled = true;
      errands.push({ name: 'canary', work: { kind: 'canary', plans: CANARY_PLANS }, priority: 1 });
    }
    for (let free = MOST_LOOKS - filed.underWay('look'); free > 0; free--) {
      const question = inquest.next(true);
      if (question === null) break;
      errands.push({ name: lookName(question), work: this.#look(question), priority: 1 });
    }
    let chunks = filed.underWay('plans');
    while (!this.#isLastPlanGiven() && chunks < MOST_CHUNKS && inquest.waiting < MOST_LOOKS) {
      const work = this.#nextChunk();
      if (work === null) break;
      errands.push({ name: `p${work.from}-${work.to}`, work, priority: 10 });
      this.#next = work.to;
      chunks++;
    }
    return errands;
  }

  /** Null while plans before it are not decided that it depends on. */
  #nextChunk(): Extract<Work, { kind: 'plans' }> | null {
    const { campaign, chunkMs } = this.#options;
    const { plans, settings } = campaign;
    const { inquest } = this.#proceedings;
    const from = this.#next;
    if (!inquest.isReadyFor(from)) return null;
    const causes = inquest.causesFor(from).length;
    const before = this.#oldChunks.get(from);
    if (before !== undefined && before <= (plans ?? before))
      return { kind: 'plans', from, to: before, causes };
    const size =
      this.#msPerPlan === 0
        ? FIRST_CHUNK
        : Math.max(1, Math.min(MOST_CHUNK, Math.round(chunkMs / this.#msPerPlan)));
    const { plansPerEpoch = 64 } = settings;
    const isEndless = plansPerEpoch === ENDLESS_EPOCH;
    const epochEnd = isEndless
      ? Number.POSITIVE_INFINITY
      : (Math.floor(from / plansPerEpoch) + 1) * plansPerEpoch;
    // Workers share what is left: of an epoch, since the next but one waits for it, or of the campaign.
    const shared = isEndless ? (plans ?? Number.POSITIVE_INFINITY) - from : plansPerEpoch;
    const share = Math.max(1, Math.ceil(shared / Math.max(LEAST_CHUNKS, CHUNKS_PER_WORKER * this.#threads)));
    const to = Math.min(from + Math.min(size, share), epochEnd, plans ?? Number.POSITIVE_INFINITY);
    return { kind: 'plans', from, to, causes };
  }

  /** A chunk that was filed before ends where it ended, so that no plan is in two. */
  #noteChunk(name: string): void {
    const [, from, to] = /^p(\d+)-(\d+)$/.exec(name) ?? [];
    const size = Number(to) - Number(from);
    // Of an id that somebody else has given, nothing is believed that no coordinator files.
    if (size > 0 && size <= MOST_CHUNK) this.#oldChunks.set(Number(from), Number(to));
  }

  #look(question: Question): Work {
    return {
      kind: 'look',
      question,
      causes: this.#proceedings.inquest.causesFor(question.failure.index).length,
    };
  }

  async #tellProgress(): Promise<void> {
    const now = Date.now();
    if (now - this.#lastProgress < PROGRESS_MS || !this.#proceedings.isBegun) return;
    this.#lastProgress = now;
    const { errands, queue, id, campaign } = this.#options;
    const totals = this.#proceedings.totals();
    this.#proceedings.tell({ event: 'progress', ...totals });
    const { plans, statements, statementsPerSecond, newBugs, knownBugs, elapsedMs, engine, seed } = totals;
    const progress: FleetProgress = {
      campaign: id,
      engine,
      seed,
      elapsedMs,
      plans,
      of: campaign.plans,
      statements,
      statementsPerSecond,
      newBugs,
      knownBugs,
      causes: this.#proceedings.inquest.causes.length,
      undecided: this.#proceedings.inquest.waiting,
      at: now,
      workers: Object.fromEntries(this.#workers),
      failed: [...this.#failed],
    };
    await errands.reachable(async () => {
      await queue.putRecord(progressRecord(id), packed(progress));
      const { active = 0 } = await queue.counts();
      this.#threads = Math.max(this.#threads, active);
    });
  }
}

/** By all that it says: the same question has the same answer, and what is asked once more about a failure is another one. */
function lookName(question: Question): string {
  const { index, nth } = question.failure;
  const digest = createHash('sha256').update(packed(question)).digest('hex');
  return `q${index}-${nth}-${digest.slice(0, 16)}`;
}
