// A worker thread of `npm run mutants`: finds out what is executed, and tries mutants, several of them on the same plans.

import { readFileSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Heartbeat } from '../../src/campaign/heartbeat.ts';
import { tuneForCampaigns } from '../../src/campaign/tuning.ts';
import { installedWasm } from '../../src/engines/sqlite/builds.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { invariant, stackOf } from '../../src/errors.ts';
import { probedLedger } from '../../src/ledger/probed-ledger.ts';
import { examine } from '../../src/run/examine.ts';
import { type Corpus, plansOf } from './corpus.ts';
import { executedBy } from './map.ts';
import type { Mutant } from './mutant.ts';
import { type Result, Trial } from './trial.ts';

export interface MutantsWorkerData extends Corpus {
  readonly heartbeat: Int32Array<SharedArrayBuffer>;
}

export type Order = { readonly do: 'map' } | { readonly do: 'try'; readonly mutants: readonly Mutant[] };

export type Answer =
  | { readonly say: 'map'; readonly executed: Uint8Array }
  | { readonly say: 'tried'; readonly result: Result }
  | { readonly say: 'plan'; readonly done: number; readonly alive: number }
  | { readonly say: 'ready' }
  /** The sound module was not silent: DIRT is wrong. */
  | { readonly say: 'unsound'; readonly message: string }
  | { readonly say: 'failed'; readonly message: string };

class MutantsWorker {
  readonly #wasm = readFileSync(installedWasm());
  readonly #data: MutantsWorkerData;
  readonly #heartbeat: Heartbeat;
  readonly #say: (answer: Answer) => void;

  constructor(data: MutantsWorkerData, say: (answer: Answer) => void) {
    this.#data = data;
    this.#heartbeat = new Heartbeat(data.heartbeat);
    this.#say = say;
  }

  async obey(order: Order): Promise<void> {
    if (order.do === 'map') {
      const onPlan = (done: number): void => {
        this.#heartbeat.beat(-1);
        this.#say({ say: 'plan', done, alive: 0 });
      };
      this.#say({ say: 'map', executed: await executedBy(this.#wasm, this.#data, onPlan) });
    }
    if (order.do === 'try') await this.#try(order.mutants);
    this.#say({ say: 'ready' });
  }

  /** All of them on one plan after the other: it is made and run on the sound module once for all. */
  async #try(mutants: readonly Mutant[]): Promise<void> {
    const sound = await probedLedger(sqlite);
    const trials = mutants.map((mutant) => new Trial(this.#wasm, mutant));
    let alive = trials;
    for await (const planned of plansOf(this.#data)) {
      const { trace, finding } = await examine(planned, sqlite, { opener: sqlite });
      if (finding !== null) {
        this.#say({ say: 'unsound', message: `plan ${planned.plan.index}: ${finding.message}` });
        continue;
      }
      for (const trial of alive) {
        this.#heartbeat.beat(trial.mutant.number);
        await trial.run({ ...planned, trace });
        if (trial.isKilled) this.#say({ say: 'tried', result: trial.result });
      }
      alive = alive.filter(({ isKilled }) => !isKilled);
      this.#heartbeat.beat(-1);
      this.#say({ say: 'plan', done: planned.plan.index + 1, alive: alive.length });
      if (alive.length === 0) break;
    }
    for (const trial of alive) {
      this.#heartbeat.beat(trial.mutant.number);
      await trial.probe(sound);
      this.#say({ say: 'tried', result: trial.result });
    }
    this.#heartbeat.beat(-1);
  }
}

invariant(parentPort !== null, 'the worker runs in a thread');
serve(parentPort);

function serve(port: MessagePort): void {
  tuneForCampaigns();
  const say = (answer: Answer): void => port.postMessage(answer);
  const worker = new MutantsWorker(workerData as MutantsWorkerData, say);
  // A module that breaks while it starts may reject a promise that nobody has.
  process.on('unhandledRejection', () => {});
  port.on('message', (order: Order) => {
    worker.obey(order).catch((error) => say({ say: 'failed', message: stackOf(error) }));
  });
}
