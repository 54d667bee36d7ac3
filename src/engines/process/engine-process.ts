// A process with an engine in it. It may be asked before it has answered what it was asked before, and answers in order. Its death is
// noticed, and it is killed when it takes too long. It leaves nothing behind.

import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Panic } from '../../sql/index.ts';
import { lastWords } from './last-words.ts';
import { killGroup, killRest } from './process-group.ts';
import type { ProcessHome } from './process-home.ts';
import { killRelated, memoryOf } from './related-processes.ts';
import type { Reply, Request } from './requests.ts';
import type { Tail } from './tail.ts';

/** A running process and the channel to it. */
export interface Channel {
  readonly process: ChildProcess;
  readonly stderr: Tail;
  /** The answer, after those to earlier requests; it never comes if the process dies. Rejects with a `DirtError` if it is none. */
  ask(request: Request): Promise<Reply>;
}

export type Death = Panic | { readonly kind: 'fuel' };

/** More than any engine needs for the small databases here, and less than a machine has. */
const DEFAULT_MEMORY_MB = 2048;
const MEMORY_LOOK_MS = 50;
const LAST_WORDS_MS = 500;

export class EngineProcess {
  readonly #home: ProcessHome;
  readonly #channel: Channel;
  #isKilled = false;
  #isTooLarge = false;
  #isAlive = true;
  /** How many wait for the process, and keep the parent from ending. */
  #waiting = 0;
  /** Resolves when all that was asked so far is answered. */
  #answered: Promise<unknown> = Promise.resolve();
  /** Resolves when the process is gone and its last words have arrived. */
  readonly #end: Promise<Death>;

  constructor(channel: Channel, home: ProcessHome, memoryMb = DEFAULT_MEMORY_MB) {
    this.#home = home;
    this.#channel = channel;
    const { process, stderr } = channel;
    if (process.pid !== undefined) home.belongsTo(process.pid);
    this.#end = new Promise((resolve) => {
      process.once('error', (error) => {
        this.#isAlive = false;
        resolve({ kind: 'panic', message: error.message, location: '' });
      });
      process.once('exit', (code, signal) => {
        this.#isAlive = false;
        this.#endRest();
        const end = (): void => {
          clearTimeout(timer);
          resolve(this.#deathBy(lastWords(stderr.text, signal ?? `exit code ${code}`), memoryMb));
        };
        // Its last words may still be on their way; but whoever holds its pipes and cannot be ended must not be waited for.
        const timer = setTimeout(end, LAST_WORDS_MS);
        process.once('close', end);
      });
    });
    this.#limitMemory(memoryMb * 2 ** 20);
    this.#keepParent(false);
  }

  #deathBy(words: Panic, memoryMb: number): Death {
    if (this.#isTooLarge)
      return { kind: 'panic', message: `the process took more than ${memoryMb} MB of memory`, location: '' };
    return this.#isKilled ? { kind: 'fuel' } : words;
  }

  /** What it has started has nobody to work for, and may hold its pipes. */
  #endRest(): void {
    const { pid } = this.#channel.process;
    if (pid === undefined) return;
    killRest(pid);
    killRelated(pid, this.#home.path);
  }

  #limitMemory(mostBytes: number): void {
    const { process } = this.#channel;
    const timer = setInterval(() => {
      if (process.pid === undefined || (memoryOf(process.pid) ?? 0) <= mostBytes) return;
      this.#isTooLarge = true;
      this.#kill();
    }, MEMORY_LOOK_MS).unref();
    process.once('exit', () => clearInterval(timer));
    process.once('error', () => clearInterval(timer));
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

  /** The answer, or how the process died. The time runs from the answer to the request before it. */
  ask(request: Request, timeLimitMs: number): Promise<Reply | Death> {
    const reply = this.#channel.ask(request);
    const answer = this.waitFor(this.#answered.then(() => this.converse(() => reply, timeLimitMs)));
    // Whoever asked hears of what goes wrong.
    this.#answered = answer.catch(() => {});
    reply.catch(() => {});
    return answer;
  }

  /** When all that was asked so far is answered, or never will be. */
  async answered(): Promise<void> {
    await this.#answered;
  }

  /** The result of `talk`, or how the process died meanwhile. The parent may end before that, unless somebody waits for it. */
  async converse<T>(talk: () => Promise<T>, timeLimitMs: number): Promise<T | Death> {
    let last: NodeJS.Immediate | undefined;
    // If this thread was busy, the answer may be there already.
    const late = () => {
      last = setImmediate(() => this.#kill());
    };
    const timer = setTimeout(late, timeLimitMs).unref();
    try {
      return await Promise.race([talk(), this.#end]);
    } finally {
      clearTimeout(timer);
      clearImmediate(last);
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
