// A process with an engine in it. It gets one request at a time, its death is noticed, and it is killed when it takes too long.
// It leaves nothing behind.

import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Panic } from '../../sql/index.ts';
import { lastWords } from './last-words.ts';
import { killGroup } from './process-group.ts';
import type { ProcessHome } from './process-home.ts';
import type { Reply, Request } from './requests.ts';
import type { Tail } from './tail.ts';

/** A running process and the channel to it. */
export interface Channel {
  readonly process: ChildProcess;
  readonly stderr: Tail;
  /** The answer; it never comes if the process dies. Rejects with a `DirtError` if what comes is no answer. */
  ask(request: Request): Promise<Reply>;
}

export type Death = Panic | { readonly kind: 'fuel' };

export class EngineProcess {
  readonly #home: ProcessHome;
  readonly #channel: Channel;
  #isKilled = false;
  #isAlive = true;
  /** How many wait for the process, and keep the parent from ending. */
  #waiting = 0;
  /** Resolves when the process is gone and its last words have arrived. */
  readonly #end: Promise<Death>;

  constructor(channel: Channel, home: ProcessHome) {
    this.#home = home;
    this.#channel = channel;
    const { process, stderr } = channel;
    if (process.pid !== undefined) home.belongsTo(process.pid);
    this.#end = new Promise((resolve) => {
      process.once('error', (error) => {
        this.#isAlive = false;
        resolve({ kind: 'panic', message: error.message, location: '' });
      });
      process.once('exit', () => {
        this.#isAlive = false;
      });
      process.once('close', (code, signal) => {
        resolve(this.#isKilled ? { kind: 'fuel' } : lastWords(stderr.text, signal ?? `exit code ${code}`));
      });
    });
    this.#keepParent(false);
  }

  /** As far as it is known. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** A folder for the files of one more database; what the process said about others is forgotten. */
  makeFolder(): string {
    this.#channel.stderr.forget();
    return this.#home.makeFolder();
  }

  /** The answer, or how the process died. */
  ask(request: Request, timeLimitMs: number): Promise<Reply | Death> {
    return this.waitFor(this.converse(() => this.#channel.ask(request), timeLimitMs));
  }

  /** The result of `talk`, or how the process died meanwhile. The parent may end before that, unless somebody waits for it. */
  async converse<T>(talk: () => Promise<T>, timeLimitMs: number): Promise<T | Death> {
    const timer = setTimeout(() => this.#kill(), timeLimitMs).unref();
    try {
      return await Promise.race([talk(), this.#end]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Keeps the parent from ending until what the process is asked for is there. */
  async waitFor<T>(result: Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.#keepParent(true);
    try {
      return await result;
    } finally {
      if (--this.#waiting === 0) this.#keepParent(false);
    }
  }

  /** Ends the process, whatever it is doing. */
  async stop(): Promise<void> {
    this.#kill();
    await this.waitFor(this.#end);
  }

  /** Ends the process and removes its home. */
  async remove(): Promise<void> {
    await this.stop();
    this.#home.remove();
  }

  /** An idle engine does not keep its parent from ending. */
  #keepParent(keeps: boolean): void {
    const { process } = this.#channel;
    const handles = [process, process.channel, ...(process.stdio as (Socket | null)[])];
    for (const handle of handles) handle?.[keeps ? 'ref' : 'unref']();
  }

  #kill(): void {
    this.#isKilled = true;
    const { pid } = this.#channel.process;
    if (pid !== undefined && this.#isAlive) killGroup(pid);
  }
}
