// The queue that a fleet works from: BullMQ on Redis or PostgreSQL, whichever the address says. It is loaded only here and only when it is
// asked for: most people never need it. The address comes from the environment alone, since it may hold a password.

import type { Job as BullJob, Queue as BullQueue, Worker as BullWorker } from 'bullmq';
import { addressFrom, driverFor, installed, queueError, reasonOf, shownAddress } from './address.ts';
import type { Job } from './jobs.ts';

export const QUEUE_VARIABLE = 'DIRT_QUEUE';

const PROTOCOLS = ['redis', 'rediss', 'postgres', 'postgresql'] as const;

/** Names of queues, within the prefix or schema of `DIRT_QUEUE_NAME`. */
const WORK = 'dirt-work';
const RECORDS = 'dirt-records';

/** How long a worker may be silent before its job is given to another one, and how often that is looked at. */
const LOCK_MS = 15_000;
const STALLED_MS = 5_000;
const ANSWER_MS = 10_000;

export interface Completed {
  readonly id: string;
  /** Null if it failed. */
  readonly result: string | null;
  readonly reason: string;
  remove(): Promise<void>;
}

export interface Taken {
  readonly id: string;
  readonly job: Job;
  /** How often a worker died with it. */
  readonly deaths: number;
  readonly progress: unknown;
  note(progress: object): Promise<void>;
}

type Bull = typeof import('bullmq');

type Processor = (taken: Taken) => Promise<string>;

/** A worker that may not do a job leaves it to others. */
export class NotMine extends Error {}

export class FleetQueue {
  /** As it may be shown. */
  readonly place: string;
  readonly #classes: Pick<Bull, 'Queue' | 'Worker'>;
  readonly #bull: Bull;
  readonly #connection: object | string;
  readonly #work: BullQueue;
  readonly #records: BullQueue;
  readonly #open = new Set<{ close(): Promise<void> }>();

  private constructor(address: URL, bull: Bull) {
    this.place = shownAddress(address);
    this.#bull = bull;
    const isPostgres = address.protocol.startsWith('postgres');
    this.#classes = isPostgres ? (bull.withBackend(bull.createPostgresBackend) as unknown as Bull) : bull;
    this.#connection = isPostgres
      ? { connectionString: address.href, migrate: true, max: 4 }
      : {
          url: address.href,
          host: address.hostname,
          port: Number(address.port || 6379),
          ...(address.username && { username: decodeURIComponent(address.username) }),
          ...(address.password && { password: decodeURIComponent(address.password) }),
          ...(address.pathname.length > 1 && { db: Number(address.pathname.slice(1)) }),
          ...(address.protocol === 'rediss:' && { tls: {} }),
          maxRetriesPerRequest: null,
        };
    this.#work = this.#queue(WORK);
    this.#records = this.#queue(RECORDS);
  }

  static async open(): Promise<FleetQueue> {
    const address = addressFrom(process.env[QUEUE_VARIABLE], QUEUE_VARIABLE, PROTOCOLS);
    const queue = new FleetQueue(address, await loadBull(address));
    await queue.#answers();
    return queue;
  }

  #queue(name: string): BullQueue {
    const { Queue } = this.#classes;
    const queue = new Queue(name, {
      connection: this.#connection as never,
      defaultJobOptions: { attempts: 1, removeOnComplete: false, removeOnFail: false },
    } as never) as BullQueue;
    // Without a listener, an error of the connection would end the process. It is tried again for as long as somebody waits.
    queue.on('error', () => {});
    this.#open.add(queue);
    return queue;
  }

  /** What is wrong with the queue is said at once, in one line. */
  async #answers(): Promise<void> {
    let failure: unknown = null;
    const note = (error: unknown) => {
      failure = error;
    };
    this.#work.on('error', note);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(failure ?? new Error('no answer')), ANSWER_MS);
      this.#work.on('error', (error) => {
        if (
          /WRONGPASS|NOAUTH|password|authentication|ECONNREFUSED|ENOTFOUND|does not exist|certificate/i.test(
            reasonOf(error),
          )
        )
          reject(error);
      });
    });
    try {
      await Promise.race([this.#work.getJobCounts('wait'), late]);
    } catch (error) {
      void this.close();
      throw queueError(this.place, QUEUE_VARIABLE, error);
    } finally {
      clearTimeout(timer);
      late.catch(() => {});
    }
  }

  /** Under an id that is there already, nothing is filed. Lower priorities come first. */
  async file(
    jobs: readonly { readonly id: string; readonly job: Job; readonly priority: number }[],
  ): Promise<void> {
    if (jobs.length === 0) return;
    await this.#work.addBulk(
      jobs.map(({ id, job, priority }) => ({ name: 'dirt', data: job, opts: { jobId: id, priority } })),
    );
  }

  async has(id: string): Promise<boolean> {
    return (await this.#work.getJob(id)) != null;
  }

  async counts(): Promise<Readonly<Record<string, number>>> {
    return this.#work.getJobCounts('wait', 'prioritized', 'active', 'completed', 'failed', 'delayed');
  }

  /** So many of those that are finished and were not taken away yet, the oldest first; null when there are no more. */
  async finished(from: number, most: number): Promise<Completed[] | null> {
    const ids = await this.#work.getRanges(['completed', 'failed'], from, from + most - 1, true);
    if (ids.length === 0) return null;
    const jobs = await Promise.all(ids.map(async (id) => ({ id, job: await jobIn(this.#work, id) })));
    return jobs
      .filter(({ job }) => job !== null)
      .map(({ id, job }) => ({
        id,
        ...(job === DAMAGED || job === null
          ? { result: null, reason: 'what the queue has of it is no JSON' }
          : { result: job.failedReason ? null : String(job.returnvalue), reason: job.failedReason ?? '' }),
        remove: async () => {
          await this.#work.remove(id);
        },
      }));
  }

  /** False if a worker is at it. */
  async withdraw(id: string): Promise<boolean> {
    return (await this.#work.remove(id)) === 1;
  }

  /** Ids of all jobs that there are. */
  async ids(): Promise<string[]> {
    return this.#work.getRanges(['wait', 'prioritized', 'active', 'completed', 'failed', 'delayed'], 0, -1);
  }

  /** A text that workers look up, whatever was there before. */
  async putRecord(id: string, text: string): Promise<void> {
    const old = await jobIn(this.#records, id);
    if (old === DAMAGED) await this.removeRecord(id);
    if (old === null || old === DAMAGED) await this.addRecord(id, text);
    else await old.updateData({ text });
  }

  /** Of several at the same time, one wins; one that is there already stays as it is. */
  async addRecord(id: string, text: string): Promise<void> {
    await this.#records.add('record', { text }, { jobId: id });
  }

  async record(id: string): Promise<string | null> {
    const job = await jobIn(this.#records, id);
    if (job === null) return null;
    return job === DAMAGED ? '' : String((job.data as { text?: unknown } | null)?.text);
  }

  async removeRecord(id: string): Promise<void> {
    await this.#records.remove(id);
  }

  async recordIds(): Promise<string[]> {
    return this.#records.getRanges(['wait'], 0, -1);
  }

  /** Takes jobs, so many at a time, until it is closed. */
  work(concurrency: number, process: Processor): { close(): Promise<void> } {
    const { Worker } = this.#classes;
    const { DelayedError } = this.#bull;
    const worker = new Worker(
      WORK,
      async (job: BullJob, token?: string) => {
        try {
          return await process({
            id: String(job.id),
            job: job.data as Job,
            deaths: job.stalledCounter ?? 0,
            progress: job.progress,
            note: (progress) => job.updateProgress(progress),
          });
        } catch (error) {
          if (!(error instanceof NotMine)) throw error;
          await job.moveToDelayed(Date.now() + LEFT_MS, token);
          throw new DelayedError();
        }
      },
      {
        connection: this.#connection as never,
        concurrency,
        lockDuration: LOCK_MS,
        stalledInterval: STALLED_MS,
        maxStalledCount: MOST_DEATHS,
      } as never,
    ) as BullWorker;
    worker.on('error', () => {});
    const open = { close: () => worker.close() };
    this.#open.add(open);
    return open;
  }

  async close(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    await Promise.allSettled(open.reverse().map((each) => each.close()));
  }
}

const DAMAGED = 'damaged';

/** Null if there is none. What is no JSON is a job that says nothing, and nobody else's trouble. */
async function jobIn(queue: BullQueue, id: string): Promise<BullJob | typeof DAMAGED | null> {
  try {
    return (await queue.getJob(id)) ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return DAMAGED;
    throw error;
  }
}

/** A worker that cannot do a job looks at it again after this long. */
const LEFT_MS = 5_000;
/** BullMQ gives a job up after so many; here a plan that ends its worker is a finding long before. */
const MOST_DEATHS = 1_000;

async function loadBull(address: URL): Promise<Bull> {
  await driverFor(address);
  return (await installed('bullmq')) as Bull;
}

/** Whether the queue could not be asked, which is no answer of its own. */
export function isOfConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|57P0|08)/.test(String(code)) ||
    /Connection is closed|Connection terminated|connection|LOADING|READONLY|timeout|Stream isn't writeable/i.test(
      message,
    )
  );
}
