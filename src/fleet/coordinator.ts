// Files a campaign in the queue and collects what comes of it. Failures are decided here, in the order of their plans, by what a campaign on
// one machine decides them with: so the same seed gives the same bugs, whoever works, however often workers and queue are restarted.

import { type CampaignOptions, ENDLESS_EPOCH, Proceedings, type Question } from '../campaign/index.ts';
import { DirtError } from '../errors.ts';
import type { Totals } from '../events/index.ts';
import { shortened } from '../json/index.ts';
import { DIRT_VERSION } from '../version.ts';
import { counted } from '../words.ts';
import { CANARY_PLANS, whyNotSeen } from './canary.ts';
import type { CanaryDone, Done, FiledCampaign, LookDone, PlansDone, Work } from './jobs.ts';
import { Journal, readJournal } from './journal.ts';
import { doneOf, MOST_CHUNK } from './messages.ts';
import { pause } from './pause.ts';
import { type FleetQueue, isOfConnection } from './queue.ts';
import { campaignRecord, causeRecord, type FleetProgress, progressRecord } from './records.ts';
import { packed } from './wire.ts';

export interface CoordinatorOptions {
  readonly campaign: CampaignOptions;
  readonly filed: FiledCampaign;
  readonly queue: FleetQueue;
  readonly journal: string;
  /** About so long a chunk takes a worker. */
  readonly chunkMs: number;
  /** One line for the user. */
  readonly say: (line: string) => void;
}

/** Chunks that wait in the queue for a worker; more would only be lost with it. */
const MOST_WAITING = 64;
const FIRST_CHUNK = 8;
const MOST_LOOKS = 64;
const MOST_FAILURES = 3;
const MOST_REASON = 160;
const COLLECTED_AT_ONCE = 200;
const IDLE_MS = 150;
/** How often it is looked whether what was filed is still there: a queue may lose its last seconds. */
const RECONCILE_MS = 10_000;
const PROGRESS_MS = 1_000;

interface Filed {
  readonly work: Work;
  readonly at: number;
}

export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #proceedings: Proceedings;
  readonly #journal: Journal;
  readonly #out = new Map<string, Filed>();
  readonly #counted = new Set<string>();
  /** What the queue was asked to do and is not done, from the journal of a coordinator that is gone. */
  readonly #old: Map<string, string>;
  /** Where the chunks end that it filed, by where they begin. */
  readonly #oldChunks = new Map<number, number>();
  readonly #failures = new Map<string, number>();
  readonly #workers = new Map<string, { statements: number; lastMs: number }>();
  /** Null until a worker has tested the engine with a planted bug. */
  #canary: CanaryDone | null = null;
  #isCanaryFiled = false;
  #next = 0;
  #published = 0;
  #msPerPlan = 0;
  #interrupted = false;
  #lastReconcile = 0;
  #lastProgress = 0;

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    this.#proceedings = new Proceedings(options.campaign);
    this.#old = new Map(readJournal(options.journal).map(({ id, result }) => [id, result]));
    this.#journal = new Journal(options.journal);
  }

  /** Ends after what workers have begun. */
  interrupt(): void {
    this.#interrupted = true;
  }

  async run(): Promise<Totals> {
    const { queue, filed, say, campaign } = this.#options;
    await this.#reachable(() => queue.putRecord(campaignRecord(filed.id), packed(filed)));
    for (const id of [...this.#old.keys(), ...(await this.#reachable(() => queue.ids()))])
      this.#noteChunk(id);
    if (this.#old.size > 0)
      say(`going on with campaign ${filed.id}: ${this.#old.size} results are here already`);
    for (;;) {
      const collected = await this.#reachable(() => this.#collect());
      if (this.#interrupted) await this.#reachable(() => this.#withdraw());
      await this.#reachable(() => this.#publish());
      await this.#reachable(() => this.#file());
      await this.#tellProgress();
      if (this.#isAtEnd()) break;
      if (!collected) await pause(IDLE_MS);
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
    await this.#tidy();
    this.#journal.close();
    if (!this.#interrupted) this.#journal.finish();
    return totals;
  }

  /** What no worker has begun is taken back. */
  async #withdraw(): Promise<void> {
    for (const id of [...this.#out.keys()]) {
      if (await this.#options.queue.withdraw(id)) this.#out.delete(id);
    }
  }

  #isAtEnd(): boolean {
    if (this.#interrupted) return this.#out.size === 0;
    return this.#isLastPlanGiven() && this.#out.size === 0 && this.#proceedings.inquest.waiting === 0;
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

  /** As often as it takes: a queue that is restarted is waited for. */
  async #reachable<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (!isOfConnection(error)) throw error;
        if (tries === 0) this.#options.say(`${this.#options.queue.place} does not answer; waiting for it`);
        await pause(1_000);
      }
    }
  }

  /** What is done goes into the journal, is counted, and leaves the queue, in this order. */
  async #collect(): Promise<boolean> {
    const { queue, filed, say } = this.#options;
    const own = await queue.finished(`${filed.id}.`, COLLECTED_AT_ONCE);
    const fresh: { id: string; result: string; done: Done }[] = [];
    for (const each of own) {
      const { id, result } = each;
      const asked = this.#out.get(id);
      if (asked === undefined) continue;
      const done = result === null ? each.reason : doneOf(asked.work, result);
      if (typeof done === 'string') this.#failed(id, done, say);
      else fresh.push({ id, result: result ?? '', done });
    }
    if (fresh.length > 0) this.#journal.add(fresh.map(({ id, result }) => ({ id, result })));
    for (const { id, done } of fresh) this.#apply(id, done);
    for (const each of own) await each.remove();
    return own.length > 0;
  }

  /** The worker could not do it: it is filed again, unless it was counted. */
  #failed(id: string, reason: string, say: (line: string) => void): void {
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    if (failures >= MOST_FAILURES)
      throw new DirtError(
        'DIRT_FLEET_WORK',
        `${id} came to nothing ${failures} times: ${shortened(reason, MOST_REASON)}`,
        'see what its workers say, and run the same command again',
      );
    say(`${id} is filed again: ${shortened(reason, MOST_REASON)}`);
    this.#out.set(id, { ...this.#out.get(id)!, at: 0 });
    this.#lastReconcile = 0;
  }

  #apply(id: string, done: Done): void {
    if (this.#counted.has(id)) return;
    this.#counted.add(id);
    this.#out.delete(id);
    if (done.kind === 'plans') this.#plansDone(done);
    else if (done.kind === 'look') this.#lookDone(done);
    else this.#canaryDone(done);
    this.#proceedings.decide();
  }

  #plansDone({ asked, plans, worker, tookMs }: PlansDone): void {
    if (!this.#proceedings.isBegun) this.#proceedings.begin(asked);
    const own = this.#workers.get(worker) ?? { statements: 0, lastMs: 0 };
    own.lastMs = Date.now();
    for (const plan of plans) {
      if ('lost' in plan) this.#proceedings.lost(plan.lost);
      else {
        own.statements += plan.result.statements;
        this.#proceedings.planDone(plan.index, plan.result, plan.failures, plan.told);
        this.#proceedings.looked(plan.lookMs);
      }
    }
    this.#workers.set(worker, own);
    if (plans.length > 0) {
      const each = tookMs / plans.length;
      this.#msPerPlan = this.#msPerPlan === 0 ? each : 0.7 * this.#msPerPlan + 0.3 * each;
    }
  }

  #lookDone({ said, worker }: LookDone): void {
    const own = this.#workers.get(worker);
    if (own !== undefined) own.lastMs = Date.now();
    if ('lost' in said) this.#proceedings.lost(said.lost);
    else this.#proceedings.answered(said.failure, said.answer, said.tookMs);
  }

  #canaryDone(done: CanaryDone): void {
    this.#canary = done;
    if (done.isFound)
      this.#options.say(`the bug that is planted in the canary was found in ${counted(done.plans, 'plan')}`);
  }

  /** What was learned, for the workers. */
  async #publish(): Promise<void> {
    const { causes } = this.#proceedings.inquest;
    for (; this.#published < causes.length; this.#published++)
      await this.#options.queue.putRecord(
        causeRecord(this.#options.filed.id, this.#published),
        packed(causes[this.#published]),
      );
  }

  async #file(): Promise<void> {
    const jobs: { id: string; work: Work; priority: number }[] = [];
    const { inquest } = this.#proceedings;
    const waitingFor = (kind: Work['kind']) =>
      [...this.#out.values()].filter(({ work }) => work.kind === kind).length;
    if (!this.#isCanaryFiled && !this.#interrupted) {
      this.#isCanaryFiled = true;
      jobs.push({ id: this.#idOf('canary'), work: { kind: 'canary', plans: CANARY_PLANS }, priority: 1 });
    }
    for (let free = MOST_LOOKS - waitingFor('look'); free > 0 && !this.#interrupted; free--) {
      const question = inquest.next(true);
      if (question === null) break;
      jobs.push({ id: this.#lookId(question), work: this.#look(question), priority: 1 });
    }
    let waiting = waitingFor('plans');
    while (!this.#isLastPlanGiven() && waiting < MOST_WAITING && inquest.waiting < MOST_LOOKS) {
      const chunk = this.#nextChunk();
      if (chunk === null) break;
      jobs.push({ id: this.#idOf(`p${chunk.from}-${chunk.to}`), work: chunk, priority: 10 });
      this.#next = chunk.to;
      waiting++;
    }
    // What a coordinator that is gone was told counts as if it were told now; what is no result of this work is asked for again.
    const told = jobs.map(({ id, work }) => {
      const result = this.#old.get(id);
      return result === undefined ? '' : doneOf(work, result);
    });
    const fresh = jobs.filter(({ id, work }, nth) => {
      this.#out.set(id, { work, at: Date.now() });
      return typeof told[nth] === 'string';
    });
    await this.#reachable(() => this.#put(fresh));
    for (const [nth, { id }] of jobs.entries()) {
      const done = told[nth];
      if (typeof done !== 'string') this.#apply(id, done);
    }
    await this.#reconcile();
  }

  #put(jobs: readonly { id: string; work: Work; priority: number }[]): Promise<void> {
    const { id: campaign } = this.#options.filed;
    return this.#options.queue.file(
      jobs.map(({ id, work, priority }) => ({
        id,
        job: { campaign, dirt: DIRT_VERSION, work: packed(work) },
        priority,
      })),
    );
  }

  /** What was filed and is not in the queue any more is filed again. */
  async #reconcile(): Promise<void> {
    const now = Date.now();
    if (now - this.#lastReconcile < RECONCILE_MS) return;
    this.#lastReconcile = now;
    const { queue, filed } = this.#options;
    if ((await queue.record(campaignRecord(filed.id))) === null) {
      await queue.putRecord(campaignRecord(filed.id), packed(filed));
      this.#published = 0;
    }
    const lost: { id: string; work: Work; priority: number }[] = [];
    for (const [id, { work, at }] of this.#out)
      if (now - at >= RECONCILE_MS && !(await this.#options.queue.has(id)))
        lost.push({ id, work, priority: 1 });
    for (const { id, work } of lost) this.#out.set(id, { work, at: now });
    await this.#put(lost);
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
    const epochEnd =
      plansPerEpoch === ENDLESS_EPOCH
        ? Number.POSITIVE_INFINITY
        : (Math.floor(from / plansPerEpoch) + 1) * plansPerEpoch;
    // Several workers share an epoch.
    const share = plansPerEpoch === ENDLESS_EPOCH ? size : Math.max(1, Math.ceil(plansPerEpoch / 8));
    const to = Math.min(from + Math.min(size, share), epochEnd, plans ?? Number.POSITIVE_INFINITY);
    return { kind: 'plans', from, to, causes };
  }

  /** A chunk that was filed before ends where it ended, so that no plan is in two. */
  #noteChunk(id: string): void {
    const [, campaign, from, to] = /^(.+)\.p(\d+)-(\d+)$/.exec(id) ?? [];
    const size = Number(to) - Number(from);
    // Of an id that somebody else has given, nothing is believed that no coordinator files.
    if (campaign === this.#options.filed.id && size > 0 && size <= MOST_CHUNK)
      this.#oldChunks.set(Number(from), Number(to));
  }

  #look(question: Question): Work {
    return {
      kind: 'look',
      question,
      causes: this.#proceedings.inquest.causesFor(question.failure.index).length,
    };
  }

  #lookId({ failure, known, looksInto }: Question): string {
    return this.#idOf(`q${failure.index}-${failure.nth}-${known.length}-${looksInto ? 1 : 0}`);
  }

  #idOf(name: string): string {
    return `${this.#options.filed.id}.${name}`;
  }

  async #tellProgress(): Promise<void> {
    const now = Date.now();
    if (now - this.#lastProgress < PROGRESS_MS || !this.#proceedings.isBegun) return;
    this.#lastProgress = now;
    const totals = this.#proceedings.totals();
    this.#proceedings.tell({ event: 'progress', ...totals });
    const { plans, statements, statementsPerSecond, newBugs, knownBugs, elapsedMs, engine, seed } = totals;
    const progress: FleetProgress = {
      campaign: this.#options.filed.id,
      engine,
      seed,
      elapsedMs,
      plans,
      of: this.#options.campaign.plans,
      statements,
      statementsPerSecond,
      newBugs,
      knownBugs,
      causes: this.#proceedings.inquest.causes.length,
      at: now,
      workers: Object.fromEntries(this.#workers),
    };
    await this.#reachable(() =>
      this.#options.queue.putRecord(progressRecord(this.#options.filed.id), packed(progress)),
    );
  }

  /** Nothing of the campaign stays in the queue. Workers that still do something of it find it gone. */
  async #tidy(): Promise<void> {
    const { queue, filed } = this.#options;
    await this.#reachable(async () => {
      for (const id of await queue.ids()) if (id.startsWith(`${filed.id}.`)) await queue.withdraw(id);
      for (let nth = 0; nth < this.#published; nth++) await queue.removeRecord(causeRecord(filed.id, nth));
      for (const record of [campaignRecord, progressRecord]) await queue.removeRecord(record(filed.id));
    });
  }
}
