// The worker threads of `npm run mutants`, and who watches them: a thread in which a mutant hangs outside of WebAssembly, or which it ends, is
// replaced, and the mutant counts as noticed.

import { Worker } from 'node:worker_threads';
import { Heartbeat } from '../../src/campaign/heartbeat.ts';
import { WORKER_LIMITS } from '../../src/campaign/tuning.ts';
import { DirtError } from '../../src/errors.ts';
import type { Corpus } from './corpus.ts';
import type { Mutant } from './mutant.ts';
import type { Result } from './trial.ts';
import type { Answer, MutantsWorkerData, Order } from './worker.ts';

/** So many mutants share the making of plans and the run of the sound module. */
const BATCH = 10;
/** No plan takes as long, unless a mutant keeps our own code busy. */
const MOST_SILENCE_MS = 120_000;
const LOOK_EVERY_MS = 1000;
/** Plans between two lines that tell how far it is. */
const PLANS_PER_LINE = 50;

export class Crew {
  readonly #corpus: Corpus;
  readonly #print: (line: string) => void;
  readonly #threads = new Set<Thread>();

  constructor(corpus: Corpus, print: (line: string) => void) {
    this.#corpus = corpus;
    this.#print = print;
  }

  /** Which stretches of instructions witnesses and plans execute. */
  async map(): Promise<Uint8Array> {
    let executed: Uint8Array | null = null;
    await this.#work({ do: 'map' }, (answer) => {
      if (answer.say === 'map') executed = answer.executed;
    });
    if (executed === null)
      throw new DirtError('DIRT_MUTANTS', 'the thread that maps was lost', 'try it again');
    return executed;
  }

  async tryAll(
    mutants: readonly Mutant[],
    workers: number,
    onResult: (result: Result) => void,
  ): Promise<void> {
    const queue: Mutant[][] = [];
    for (let i = 0; i < mutants.length; i += BATCH) queue.push(mutants.slice(i, i + BATCH));
    const serve = async (): Promise<void> => {
      for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
        const left = new Map(batch.map((mutant) => [mutant.number, mutant]));
        while (left.size > 0) {
          const lost = await this.#work({ do: 'try', mutants: [...left.values()] }, (answer) => {
            if (answer.say !== 'tried') return;
            left.delete(answer.result.mutant.number);
            onResult(answer.result);
          });
          const blamed = lost && left.get(lost.mutant);
          if (!blamed) break;
          left.delete(blamed.number);
          onResult(lostWith(blamed, lost.why));
        }
      }
    };
    await Promise.all(Array.from({ length: workers }, serve));
  }

  end(): void {
    for (const thread of this.#threads) thread.end();
  }

  /** Null if the order was carried out; else at which mutant the thread was lost. */
  async #work(order: Order, onAnswer: (answer: Answer) => void): Promise<Lost | null> {
    const thread = new Thread(this.#corpus, (answer) => {
      if (answer.say === 'unsound') this.#print(`DIRT is wrong: the sound module fails ${answer.message}`);
      if (answer.say === 'plan' && answer.done % PLANS_PER_LINE === 0)
        this.#print(
          `  ${order.do === 'map' ? 'map' : `batch with #${order.mutants[0].number}`}: ${answer.done} plans, ${answer.alive} alive`,
        );
      onAnswer(answer);
    });
    this.#threads.add(thread);
    try {
      return await thread.obey(order);
    } finally {
      thread.end();
      this.#threads.delete(thread);
    }
  }
}

interface Lost {
  readonly mutant: number;
  readonly why: string;
}

class Thread {
  readonly #worker: Worker;
  readonly #heartbeat = new Heartbeat();
  readonly #onAnswer: (answer: Answer) => void;

  constructor(corpus: Corpus, onAnswer: (answer: Answer) => void) {
    const workerData: MutantsWorkerData = { ...corpus, heartbeat: this.#heartbeat.cells };
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData,
      resourceLimits: WORKER_LIMITS,
    });
    this.#onAnswer = onAnswer;
  }

  obey(order: Order): Promise<Lost | null> {
    return new Promise((resolve, reject) => {
      let beats = this.#heartbeat.beats;
      let since = Date.now();
      const lost = (why: string): void => {
        clearInterval(watch);
        resolve({ mutant: this.#heartbeat.step, why });
      };
      const watch = setInterval(() => {
        if (this.#heartbeat.beats !== beats) [beats, since] = [this.#heartbeat.beats, Date.now()];
        else if (Date.now() - since > MOST_SILENCE_MS) lost('does not come to an end');
      }, LOOK_EVERY_MS);
      this.#worker.on('message', (answer: Answer) => {
        this.#onAnswer(answer);
        if (answer.say === 'failed') reject(new Error(answer.message));
        if (answer.say !== 'ready' && answer.say !== 'failed') return;
        clearInterval(watch);
        resolve(null);
      });
      this.#worker.on('error', (error) => lost(`ends the thread: ${error.message}`));
      this.#worker.on('exit', () => lost('ends the thread'));
      this.#worker.postMessage(order);
    });
  }

  end(): void {
    void this.#worker.terminate();
  }
}

function lostWith(mutant: Mutant, why: string): Result {
  return {
    mutant,
    witnesses: [],
    kill: { kind: 'hang', judge: 'the supervisor', message: why, asked: 'a plan', after: 0 },
    statements: 0,
    met: {},
    example: '',
    differing: 0,
    open: 0,
    differences: [],
  };
}
