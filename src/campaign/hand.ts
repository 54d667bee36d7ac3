// A worker thread for somebody who is not a supervisor of a campaign here: it runs one plan, answers one question or tries one bug again at a time. Another one
// has to be hired when it is lost.

import { performance } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import type { FeatureId } from '../dialect/index.ts';
import { DirtError } from '../errors.ts';
import type { Tried } from '../find/index.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Question } from './inquest.ts';
import type { Asked, FromWorker, Retrial, ToWorker } from './messages.ts';
import type { CampaignSettings } from './settings.ts';
import { Pulse, startWorker } from './thread.ts';

type Said<What extends FromWorker['say']> = Extract<FromWorker, { readonly say: What }>;

/** The thread died, or gave no sign of life. */
export class HandLost extends Error {
  readonly step: number;
  readonly kind: 'hang' | 'panic';

  constructor(reason: string, step: number, kind: 'hang' | 'panic') {
    super(reason);
    this.step = step;
    this.kind = kind;
  }
}

const WATCH_MS = 500;

export class Hand {
  readonly #worker: Worker;
  readonly #heartbeat = new Heartbeat();
  readonly #stuckMs: number;
  readonly #ready: Promise<Said<'ready'>>;
  #waiting: {
    say: FromWorker['say'];
    resolve: (message: FromWorker) => void;
    reject: (error: Error) => void;
  };
  #lost: Error | null = null;

  constructor(settings: CampaignSettings, stuckMs: number) {
    this.#stuckMs = stuckMs;
    this.#waiting = { say: 'ready', resolve: () => {}, reject: () => {} };
    this.#worker = startWorker(settings, this.#heartbeat);
    this.#ready = this.#next('ready');
    this.#worker.on('message', (message: FromWorker) => this.#hear(message));
    this.#worker.on('error', (error) => this.#lose(`the worker died: ${error.message}`, 'panic'));
    this.#worker.on('exit', () => this.#lose('the worker ended', 'panic'));
  }

  /** Who is tested and who is asked. */
  asked(): Promise<Asked> {
    return this.#ready;
  }

  async plan(index: number, without: readonly FeatureId[]): Promise<Said<'done'>> {
    await this.#ready;
    return this.#do({ say: 'plan', index, without }, 'done');
  }

  async ask(question: Question, without: readonly FeatureId[]): Promise<Said<'answer'>> {
    await this.#ready;
    return this.#do({ say: 'decide', question, without }, 'answer');
  }

  async retry(retrial: Retrial): Promise<readonly Tried[]> {
    await this.#ready;
    return (await this.#do({ say: 'retry', ...retrial }, 'retried')).tried;
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  async end(): Promise<void> {
    this.#lost ??= new Error('dismissed');
    await this.#worker.terminate();
  }

  async #do<What extends FromWorker['say']>(message: ToWorker, say: What): Promise<Said<What>> {
    if (this.#lost !== null) throw this.#lost;
    const pulse = new Pulse(this.#heartbeat, this.#stuckMs, performance.now());
    const watch = setInterval(() => {
      if (pulse.isStuckAt(performance.now()))
        this.#lose(`no sign of life for ${this.#stuckMs / 1000} s`, 'hang');
    }, WATCH_MS);
    try {
      const answer = this.#next(say);
      this.#worker.postMessage(message);
      return await answer;
    } finally {
      clearInterval(watch);
    }
  }

  #next<What extends FromWorker['say']>(say: What): Promise<Said<What>> {
    return new Promise<FromWorker>((resolve, reject) => {
      this.#waiting = { say, resolve, reject };
    }) as Promise<Said<What>>;
  }

  #hear(message: FromWorker): void {
    if (message.say === this.#waiting.say) this.#waiting.resolve(message);
    else if (message.say === 'failed')
      this.#waiting.reject(
        message.code === null
          ? new Error(message.message)
          : Object.assign(new DirtError(message.code as 'DIRT_', message.message, ''), {
              message: message.message,
            }),
      );
  }

  #lose(reason: string, kind: 'hang' | 'panic'): void {
    if (this.#lost !== null) return;
    this.#lost = new HandLost(reason, this.#heartbeat.step, kind);
    this.#waiting.reject(this.#lost);
    void this.#worker.terminate();
  }
}
