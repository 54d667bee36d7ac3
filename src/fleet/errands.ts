// What a coordinator has asked the queue for, until it is done: each piece of work is filed under an id, its result goes into the journal
// before it leaves the queue, and counts once, whoever sends it and however often. What the queue loses is filed again.

import { DirtError } from '../errors.ts';
import { shortened } from '../json/index.ts';
import { DIRT_VERSION } from '../version.ts';
import type { Done, FiledCampaign, Work } from './jobs.ts';
import { Journal, readJournal } from './journal.ts';
import { Lease } from './lease.ts';
import { doneOf } from './messages.ts';
import { pause } from './pause.ts';
import { type Completed, type FleetQueue, isOfConnection } from './queue.ts';
import { campaignRecord, progressRecord } from './records.ts';
import { packed } from './wire.ts';

export interface Errand {
  /** Unique within the campaign. */
  readonly name: string;
  readonly work: Work;
  /** Lower ones are done first. */
  readonly priority: number;
}

export interface ErrandsOptions {
  readonly filed: FiledCampaign;
  readonly queue: FleetQueue;
  readonly journal: string;
  /** One line for the user. */
  readonly say: (line: string) => void;
}

type Apply = (name: string, done: Done) => void;

const MOST_FAILURES = 3;
const MOST_REASON = 160;
const COLLECTED_AT_ONCE = 200;
const IDLE_MS = 150;
/** How often it is looked whether what was filed is still there: a queue may lose its last seconds. */
const RECONCILE_MS = 10_000;
const UNREACHABLE_MS = 1_000;

export class Errands {
  readonly #options: ErrandsOptions;
  readonly #lease: Lease;
  readonly #journal: Journal;
  readonly #out = new Map<string, { readonly work: Work; readonly at: number }>();
  /** What a coordinator that is gone was told. */
  readonly #old: Map<string, string>;
  readonly #failures = new Map<string, number>();
  #isBegun = false;
  #lastReconcile = 0;
  #timesForgotten = 0;

  constructor(options: ErrandsOptions) {
    this.#options = options;
    this.#lease = new Lease(options.queue, options.filed.id);
    this.#journal = new Journal(options.journal);
    this.#old = new Map(readJournal(options.journal).map(({ id, result }) => [id, result]));
  }

  /** Workers are told what the campaign is about. */
  async begin(): Promise<void> {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const { queue, filed, say } = this.#options;
    await this.reachable(() => this.#lease.take(say));
    await this.reachable(() => queue.putRecord(campaignRecord(filed.id), packed(filed)));
    if (this.#old.size > 0)
      say(`going on with campaign ${filed.id}: ${this.#old.size} results are here already`);
  }

  /** How often the queue has lost what workers look up. */
  get timesForgotten(): number {
    return this.#timesForgotten;
  }

  /** How many are under way, of one kind or of all. */
  underWay(kind?: Work['kind']): number {
    if (kind === undefined) return this.#out.size;
    return [...this.#out.values()].filter(({ work }) => work.kind === kind).length;
  }

  /** The names of what was asked for by a coordinator that is gone, and perhaps done. */
  async earlierNames(): Promise<string[]> {
    const ids = [...this.#old.keys(), ...(await this.reachable(() => this.#options.queue.ids()))];
    return ids.filter((id) => this.#isOwn(id)).map((id) => this.#nameOf(id));
  }

  /** What was told to a coordinator that is gone counts as if it were told now; what is no result of this work is asked for again. */
  async file(errands: readonly Errand[], apply: Apply): Promise<void> {
    const told = errands.map(({ name, work }) => {
      const result = this.#old.get(this.#idOf(name));
      return result === undefined ? '' : doneOf(work, result);
    });
    for (const { name, work } of errands) this.#out.set(name, { work, at: Date.now() });
    await this.#put(errands.filter((_, nth) => typeof told[nth] === 'string'));
    for (const [nth, { name }] of errands.entries()) {
      const done = told[nth];
      if (typeof done !== 'string') this.#count(name, done, apply);
    }
  }

  /** What is done goes into the journal, is counted, and leaves the queue, in this order. Waits a little if nothing is. */
  async collect(apply: Apply): Promise<void> {
    await this.reachable(() => this.#lease.beat());
    const own = await this.reachable(() => this.#finished());
    const fresh: { id: string; result: string; done: Done }[] = [];
    for (const { id, result, reason } of own) {
      const asked = this.#out.get(this.#nameOf(id));
      if (asked === undefined) continue;
      const done = result === null ? reason : doneOf(asked.work, result);
      if (typeof done === 'string') this.#failed(id, done);
      else fresh.push({ id, result: result ?? '', done });
    }
    if (fresh.length > 0) this.#journal.add(fresh.map(({ id, result }) => ({ id, result })));
    for (const { id, done } of fresh) this.#count(this.#nameOf(id), done, apply);
    await this.reachable(() => Promise.all(own.map(({ remove }) => remove())));
    await this.#reconcile();
    if (own.length === 0) await pause(IDLE_MS);
  }

  /** Until all of these are done; `goOn` false takes back what is not. */
  async allDone(errands: readonly Errand[], apply: Apply, goOn = () => true): Promise<void> {
    const open = new Set(errands.map(({ name }) => name));
    const close: Apply = (name, done) => {
      open.delete(name);
      apply(name, done);
    };
    await this.begin();
    await this.file(errands, close);
    while (open.size > 0 && goOn()) await this.collect(close);
    for (const name of open) {
      this.#out.delete(name);
      await this.reachable(() => this.#options.queue.withdraw(this.#idOf(name)));
    }
  }

  /** What no worker has begun is taken back. */
  async withdraw(): Promise<void> {
    for (const name of [...this.#out.keys()])
      if (await this.reachable(() => this.#options.queue.withdraw(this.#idOf(name)))) this.#out.delete(name);
  }

  /** As often as it takes: a queue that is restarted is waited for. */
  async reachable<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (!isOfConnection(error)) throw error;
        if (tries === 0) this.#options.say(`${this.#options.queue.place} does not answer; waiting for it`);
        await pause(UNREACHABLE_MS);
      }
    }
  }

  /** Nothing of the campaign stays in the queue. Workers that still do something of it find it gone. */
  async end(): Promise<void> {
    const { queue, filed } = this.#options;
    await this.reachable(async () => {
      for (const id of await queue.ids()) if (this.#isOwn(id)) await queue.withdraw(id);
      for (const record of [campaignRecord, progressRecord]) await queue.removeRecord(record(filed.id));
      await this.#lease.leave();
    });
    this.#journal.close();
  }

  /** What was found is in the bug base: the next campaign with the same seed begins anew. */
  finish(): void {
    this.#journal.finish();
  }

  #count(name: string, done: Done, apply: Apply): void {
    this.#out.delete(name);
    apply(name, done);
  }

  /** The first that are of this campaign: others may have left any number of theirs. */
  async #finished(): Promise<Completed[]> {
    for (let from = 0; ; from += COLLECTED_AT_ONCE) {
      const finished = await this.#options.queue.finished(from, COLLECTED_AT_ONCE);
      const own = finished?.filter(({ id }) => this.#isOwn(id)) ?? [];
      if (finished === null || own.length > 0) return own;
    }
  }

  /** The worker could not do it: it is filed again, unless it was counted. */
  #failed(id: string, reason: string): void {
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    if (failures >= MOST_FAILURES)
      throw new DirtError(
        'DIRT_FLEET_WORK',
        `${id} came to nothing ${failures} times: ${shortened(reason, MOST_REASON)}`,
        'see what its workers say, and run the same command again',
      );
    this.#options.say(`${id} is filed again: ${shortened(reason, MOST_REASON)}`);
    const name = this.#nameOf(id);
    this.#out.set(name, { ...this.#out.get(name)!, at: 0 });
    this.#lastReconcile = 0;
  }

  /** What was filed and is not in the queue any more is filed again. */
  async #reconcile(): Promise<void> {
    const now = Date.now();
    if (now - this.#lastReconcile < RECONCILE_MS) return;
    this.#lastReconcile = now;
    const { queue, filed } = this.#options;
    const lost = await this.reachable(async () => {
      if ((await queue.record(campaignRecord(filed.id))) === null) {
        await queue.putRecord(campaignRecord(filed.id), packed(filed));
        this.#timesForgotten++;
      }
      const old = [...this.#out].filter(([, { at }]) => now - at >= RECONCILE_MS);
      const areThere = await Promise.all(old.map(([name]) => queue.has(this.#idOf(name))));
      return old.filter((_, nth) => !areThere[nth]);
    });
    for (const [name, { work }] of lost) this.#out.set(name, { work, at: now });
    await this.#put(lost.map(([name, { work }]) => ({ name, work, priority: 1 })));
  }

  async #put(errands: readonly Errand[]): Promise<void> {
    const { queue, filed } = this.#options;
    const jobs = errands.map(({ name, work, priority }) => ({
      id: this.#idOf(name),
      job: { campaign: filed.id, dirt: DIRT_VERSION, work: packed(work) },
      priority,
    }));
    await this.reachable(() => queue.file(jobs));
  }

  #isOwn(id: string): boolean {
    return id.startsWith(`${this.#options.filed.id}.`);
  }

  #nameOf(id: string): string {
    return id.slice(this.#options.filed.id.length + 1);
  }

  #idOf(name: string): string {
    return `${this.#options.filed.id}.${name}`;
  }
}
