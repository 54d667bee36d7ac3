// A worker of a fleet: takes work from the queue, does it in threads, and gives back what came of it. It runs what its queue asks for and
// nothing else, and leaves what it cannot do faithfully: work of another version of DIRT, of another project, or on an engine that it has not.

import { hostname } from 'node:os';
import { pid } from 'node:process';
import {
  type CampaignSettings,
  Hand,
  HandLost,
  type KnownCause,
  leftOut,
  type Question,
  type Told,
} from '../campaign/index.ts';
import { canary } from '../engines/index.ts';
import { DirtError, messageOf } from '../errors.ts';
import { isObject } from '../json/index.ts';
import { DIRT_VERSION } from '../version.ts';
import type { CanaryDone, Done, FiledCampaign, Job, PlansDone, TriedDone, Work } from './jobs.ts';
import { readCause, readFiled, readWork } from './messages.ts';
import { type FleetQueue, NotMine, type Taken } from './queue.ts';
import { campaignRecord, causeRecord } from './records.ts';
import { MOST_BYTES, packed } from './wire.ts';

export interface WorkerOptions {
  readonly queue: FleetQueue;
  readonly threads: number;
  /** The configuration here, and its digest. */
  readonly config: string | null;
  readonly project: string | null;
  /** Threads are replaced when the process has more than this. */
  readonly memoryMb: number;
  /** The engine as it is called here; throws if this machine has not got it. */
  readonly engineFor: (filed: FiledCampaign) => Promise<string>;
  readonly say: (line: string) => void;
}

/** A plan at which so many processes have ended, one after the other, is what ended them. */
const MOST_DEATHS = 3;
/** The same of a failure that was being looked into, which takes longer and may be interrupted more often for other reasons. */
const MOST_LOOK_DEATHS = 30;
const LEARN_MS = 1_000;

interface Site {
  readonly filed: FiledCampaign;
  readonly settings: CampaignSettings;
  readonly causes: KnownCause[];
  readonly idle: Hand[];
  learnedAt: number;
}

export class FleetWorker {
  readonly name = `${hostname()}-${pid}`;
  readonly #options: WorkerOptions;
  readonly #sites = new Map<string, Promise<Site>>();
  readonly #said = new Set<string>();
  #taking: { close(): Promise<void> } | null = null;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#taking = this.#options.queue.work(this.#options.threads, (taken) => this.#do(taken));
  }

  /** Takes nothing more, and ends with what is under way. */
  async drain(): Promise<void> {
    await this.#taking?.close();
    for (const site of this.#sites.values()) for (const hand of (await site).idle) await hand.end();
  }

  async #do(taken: Taken): Promise<string> {
    const { job } = taken;
    if (!isJob(job)) {
      this.#sayOnce(`job ${taken.id} in the queue is not one of DIRT; give DIRT a queue of its own`);
      throw new DirtError(
        'DIRT_FLEET_MESSAGE',
        `job ${taken.id} is not one of DIRT`,
        'give DIRT a queue of its own',
      );
    }
    if (job.dirt !== DIRT_VERSION)
      throw this.#leave(job, `it is of DIRT ${job.dirt}, and this is ${DIRT_VERSION}`);
    const site = await this.#siteOf(job);
    const hand = site.idle.pop() ?? new Hand(site.settings, site.filed.stuckMs);
    const bench = { site, hand };
    try {
      const work = readWork(job.work);
      return this.#sendable(await this.#done(work, bench, taken));
    } finally {
      if (bench.hand.isLost || isOver(this.#options.memoryMb)) await bench.hand.end();
      else site.idle.push(bench.hand);
    }
  }

  #done(work: Work, bench: { site: Site; hand: Hand }, taken: Taken): Promise<Done> {
    switch (work.kind) {
      case 'plans':
        return this.#plans(work, bench, taken);
      case 'look':
        return this.#look(work, bench, taken.deaths);
      case 'canary':
        return this.#canary(work, bench.site);
      case 'verify':
      case 'bisect':
        return this.#retry(work, bench);
    }
  }

  #sayOnce(line: string): void {
    if (this.#said.has(line)) return;
    this.#said.add(line);
    this.#options.say(line);
  }

  #leave({ campaign }: Job, reason: string): NotMine {
    this.#sayOnce(`campaign ${campaign} is left to others: ${reason}`);
    return new NotMine(reason);
  }

  async #siteOf(job: Job): Promise<Site> {
    const known = this.#sites.get(job.campaign);
    if (known !== undefined) return known;
    const site = this.#newSite(job);
    this.#sites.set(job.campaign, site);
    site.catch(() => this.#sites.delete(job.campaign));
    return site;
  }

  async #newSite(job: Job): Promise<Site> {
    const { queue, config, project, engineFor } = this.#options;
    const text = await queue.record(campaignRecord(job.campaign));
    if (text === null) throw new Error('its campaign is over');
    const filed = readFiled(text, job.campaign);
    if (filed.project !== project)
      throw this.#leave(job, 'its configuration and properties are not those of this folder');
    if (filed.platform !== null && filed.platform !== `${process.platform}-${process.arch}`)
      throw this.#leave(job, `its engine is for ${filed.platform}`);
    let engine: string;
    try {
      engine = await engineFor(filed);
    } catch (error) {
      throw this.#leave(job, messageOf(error));
    }
    this.#options.say(`campaign ${filed.id}: ${filed.settings.engine}, seed ${filed.settings.seed}`);
    // Threads of campaigns that are over are of no use.
    for (const [id, other] of this.#sites) {
      if (id === job.campaign) continue;
      this.#sites.delete(id);
      void other.then(({ idle }) => Promise.all(idle.map((hand) => hand.end())));
    }
    return { filed, settings: { ...filed.settings, engine, config }, causes: [], idle: [], learnedAt: 0 };
  }

  /** What others have found meanwhile. */
  async #learn(site: Site, atLeast: number): Promise<void> {
    if (site.causes.length >= atLeast && Date.now() - site.learnedAt < LEARN_MS) return;
    site.learnedAt = Date.now();
    for (;;) {
      const nth = site.causes.length;
      const text = await this.#options.queue.record(causeRecord(site.filed.id, nth));
      // Another slot of this worker may have learned it meanwhile.
      if (text !== null && site.causes.length === nth) site.causes.push(readCause(text));
      if (text === null) break;
    }
    if (site.causes.length < atLeast) throw new Error('the queue has lost what the campaign has learned');
  }

  async #plans(
    { from, to, causes }: Extract<Work, { kind: 'plans' }>,
    bench: { site: Site; hand: Hand },
    taken: Taken,
  ): Promise<PlansDone> {
    const { site } = bench;
    const { seed } = site.settings;
    const started = performance.now();
    const asked = await bench.hand.asked();
    const plans: PlansDone['plans'][number][] = [];
    const last = isObject(taken.progress) ? taken.progress : {};
    for (let index = from; index < to; index++) {
      await this.#learn(site, causes);
      const deaths = last.at === index ? Number(last.deaths) + 1 : 0;
      if (deaths >= MOST_DEATHS) {
        plans.push({
          lost: {
            index,
            step: -1,
            kind: 'panic',
            reason: `${deaths} workers ended at it, one after the other`,
          },
        });
        continue;
      }
      await taken.note({ at: index, deaths });
      const without = leftOut(seed, index, site.causes.slice(0, causes));
      try {
        const { say, ...done } = await bench.hand.plan(index, without);
        const began = performance.now();
        const told: Told[] = [];
        for (const failure of done.failures) {
          const known = [...site.causes];
          const question: Question = { failure, known, looksInto: false, settled: [] };
          const { answer } = await bench.hand.ask(question, without);
          told.push({ asked: known.length, ...(answer.kind === 'explained' && { by: answer.by }) });
        }
        plans.push({ ...done, told, lookMs: performance.now() - began });
      } catch (error) {
        if (!(error instanceof HandLost)) throw error;
        plans.push({ lost: { index, step: error.step, kind: error.kind, reason: error.message } });
        this.#replace(bench);
      }
    }
    return { kind: 'plans', asked, worker: this.name, tookMs: performance.now() - started, plans };
  }

  async #look(
    { question, causes }: Extract<Work, { kind: 'look' }>,
    bench: { site: Site; hand: Hand },
    deaths: number,
  ): Promise<Done> {
    const { site } = bench;
    const { index, finding } = question.failure;
    const lost = (step: number, kind: 'hang' | 'panic', reason: string): Done => ({
      kind: 'look',
      worker: this.name,
      said: { lost: { index, step: Math.max(step, finding.at), kind, reason, question } },
    });
    if (deaths >= MOST_LOOK_DEATHS)
      return lost(finding.at, 'panic', `${deaths} workers ended while they looked into it`);
    await this.#learn(site, causes);
    try {
      const { say, ...said } = await bench.hand.ask(
        question,
        leftOut(site.settings.seed, index, site.causes.slice(0, causes)),
      );
      return { kind: 'look', worker: this.name, said };
    } catch (error) {
      if (!(error instanceof HandLost)) throw error;
      const { step, kind, message: reason } = error;
      this.#replace(bench);
      return lost(step, kind, reason);
    }
  }

  /** A bug that ends the thread was not seen to fail: nothing is said of it, or of its versions. */
  async #retry(
    { kind, bug, plan, ...rest }: Extract<Work, { kind: 'verify' | 'bisect' }>,
    bench: { site: Site; hand: Hand },
  ): Promise<Done> {
    const done = (tried: TriedDone['tried']): Done => ({
      kind: 'tried',
      worker: this.name,
      bug: bug.id,
      tried,
    });
    try {
      return done(await bench.hand.retry({ bug, plan, ...rest }));
    } catch (error) {
      if (!(error instanceof HandLost)) throw error;
      this.#replace(bench);
      return done(kind === 'verify' ? [{ version: bench.site.filed.version, came: null }] : []);
    }
  }

  /** In a thread of its own, which does all that the threads for the engine under test do. */
  async #canary(
    { plans }: Extract<Work, { kind: 'canary' }>,
    { settings, filed }: Site,
  ): Promise<CanaryDone> {
    const hand = new Hand({ ...settings, engine: canary.name, known: [], doublecheck: false }, filed.stuckMs);
    const done = (ran: number, isFound: boolean): CanaryDone => ({
      kind: 'canary',
      worker: this.name,
      plans: ran,
      isFound,
    });
    try {
      for (let index = 0; index < plans; index++) {
        const { failures } = await hand.plan(index, []);
        if (failures.some(({ blamed }) => blamed === 'engine')) return done(index + 1, true);
      }
      return done(plans, false);
    } finally {
      await hand.end();
    }
  }

  #replace(bench: { site: Site; hand: Hand }): void {
    bench.hand = new Hand(bench.site.settings, bench.site.filed.stuckMs);
  }

  /** What is too large for the queue is sent without what only helps people; what is left must do. */
  #sendable(done: Done): string {
    const whole = packed(done);
    if (whole.length <= MOST_BYTES) return whole;
    const megabytes = Math.round(whole.length / 1024 / 1024);
    const less = packed(withoutBulk(done));
    this.#options.say(
      `a result of ${megabytes} MB is too large for the queue; rows and recordings were left out of it`,
    );
    if (less.length <= MOST_BYTES) return less;
    throw new Error(`its result is too large for the queue: ${megabytes} MB`);
  }
}

function withoutBulk(done: Done): Done {
  if (done.kind === 'canary' || done.kind === 'tried') return done;
  if (done.kind === 'plans')
    return {
      ...done,
      plans: done.plans.map((plan) =>
        'lost' in plan
          ? plan
          : {
              ...plan,
              failures: plan.failures.map(({ finding: { expected, actual, ...finding }, ...failure }) => ({
                ...failure,
                finding,
              })),
            },
      ),
    };
  const { said } = done;
  if ('lost' in said || said.answer.kind !== 'investigated') return done;
  const { recording, ...investigated } = said.answer.investigated;
  return {
    ...done,
    said: { ...said, answer: { ...said.answer, investigated: { ...investigated, outcomes: [] } } },
  };
}

function isJob(job: unknown): job is Job {
  return isObject(job) && [job.campaign, job.dirt, job.work].every((part) => typeof part === 'string');
}

function isOver(memoryMb: number): boolean {
  return process.memoryUsage.rss() > memoryMb * 1024 * 1024;
}
