// Does every oracle still see planted bugs? Hands the mutants to worker threads and collects what they report.

import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { Matrix } from './matrix.ts';
import type { Control, FromWorker, Job, WorkerData } from './messages.ts';
import type { Mutant } from './mutant.ts';
import type { Trial } from './trial.ts';
import { type WorkloadName, workloads } from './workload.ts';

export interface SelftestOptions {
  readonly mutants: readonly Mutant[];
  /** Oracles that are switched off. */
  readonly without: readonly string[];
  /** The most plans of a workload; all if not given. */
  readonly plans?: number;
  readonly workers: number;
  readonly budgetMs: number;
  readonly onTrial?: (trial: Trial, done: number, of: number) => void;
  readonly onControl?: (control: Control) => void;
}

export async function selftest(options: SelftestOptions): Promise<Matrix> {
  const { mutants, without, plans = Number.POSITIVE_INFINITY, workers, budgetMs } = options;
  const deadline = performance.now() + budgetMs;
  const queue = new Queue(mutants);
  const trials: Trial[] = [];
  const controls: Control[] = [];
  const serve = async (): Promise<void> => {
    const post = await Post.start({ without, plans });
    for (
      let job = queue.next(null);
      job !== null && performance.now() < deadline;
      job = queue.next(job.workload)
    ) {
      const answer = await post.ask(job);
      if (answer.say === 'tried') {
        trials.push(answer.trial);
        options.onTrial?.(answer.trial, trials.length, mutants.length);
      } else if (answer.say === 'controlled') {
        controls.push(answer.control);
        options.onControl?.(answer.control);
      }
    }
    await post.end();
  };
  await Promise.all(Array.from({ length: workers }, serve));
  const order = (trial: Trial) => mutants.findIndex(({ name }) => name === trial.mutant);
  return {
    trials: trials.sort((a, b) => order(a) - order(b)),
    controls: controls.sort((a, b) => (a.workload < b.workload ? -1 : 1)),
    untried: mutants.map(({ name }) => name).filter((name) => !trials.some(({ mutant }) => mutant === name)),
  };
}

/** Jobs by workload: preparing one takes time, so a worker stays with its workload as long as there are jobs. */
class Queue {
  readonly #jobs = new Map<WorkloadName, Job[]>();
  readonly #begun = new Set<WorkloadName>();

  constructor(mutants: readonly Mutant[]) {
    for (const workload of Object.keys(workloads) as WorkloadName[]) {
      const own = mutants.filter((mutant) => mutant.workload === workload);
      if (own.length === 0) continue;
      this.#jobs.set(workload, [
        { workload, mutant: null },
        ...own.map(({ name }): Job => ({ workload, mutant: name })),
      ]);
    }
  }

  /** The next job for a worker that has prepared this workload. */
  next(prepared: WorkloadName | null): Job | null {
    const own = prepared === null ? undefined : this.#jobs.get(prepared)?.shift();
    if (own !== undefined) return own;
    const left = [...this.#jobs].filter(([, jobs]) => jobs.length > 0);
    const fresh = left.filter(([name]) => !this.#begun.has(name));
    const [longest] = (fresh.length > 0 ? fresh : left).sort(([, a], [, b]) => b.length - a.length);
    if (longest === undefined) return null;
    this.#begun.add(longest[0]);
    return longest[1].shift()!;
  }
}

/** A worker thread that is asked one thing at a time. */
class Post {
  readonly #worker: Worker;
  #heard: (message: FromWorker) => void = () => {};
  #failed: (error: Error) => void = () => {};

  private constructor(data: WorkerData) {
    const file = `./worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`;
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: data });
    this.#worker.on('message', (message: FromWorker) => {
      if (message.say === 'failed') this.#failed(new Error(message.message));
      else this.#heard(message);
    });
    this.#worker.on('error', (error: Error) => this.#failed(error));
  }

  static async start(data: WorkerData): Promise<Post> {
    const post = new Post(data);
    await post.#answer();
    return post;
  }

  ask(job: Job): Promise<FromWorker> {
    const answer = this.#answer();
    this.#worker.postMessage(job);
    return answer;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #answer(): Promise<FromWorker> {
    return new Promise((resolve, reject) => {
      this.#heard = resolve;
      this.#failed = reject;
    });
  }
}
