// A process with an engine in it. It gets one request at a time, its death is noticed, and it is killed when it takes too long.
// It leaves nothing behind.

import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Panic } from '../../sql/index.ts';
import { removeFolder } from './engine-folder.ts';
import { lastWords } from './last-words.ts';
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

/** A process group of its own: an interrupt from the keyboard is for DIRT, and must not look like a panic of the engine. */
export const OWN_GROUP = { detached: true, windowsHide: true } as const satisfies SpawnOptions;

export class EngineProcess {
  readonly folder: string;
  readonly #channel: Channel;
  #isKilled = false;
  /** Resolves when the process is gone and its last words have arrived. */
  readonly #end: Promise<Death>;

  constructor(channel: Channel, folder: string) {
    this.folder = folder;
    this.#channel = channel;
    const { process, stderr } = channel;
    this.#end = new Promise((resolve) => {
      process.once('error', (error) => {
        running.delete(this);
        resolve({ kind: 'panic', message: error.message, location: '' });
      });
      process.once('close', (code, signal) => {
        running.delete(this);
        resolve(this.#isKilled ? { kind: 'fuel' } : lastWords(stderr.text, signal ?? `exit code ${code}`));
      });
    });
    running.add(this);
    this.#keepParent(false);
  }

  /** The answer, or how the process died. */
  ask(request: Request, timeLimitMs: number): Promise<Reply | Death> {
    return this.converse(() => this.#channel.ask(request), timeLimitMs);
  }

  /** The result of `talk`, or how the process died meanwhile. */
  async converse<T>(talk: () => Promise<T>, timeLimitMs: number): Promise<T | Death> {
    const timer = setTimeout(() => this.#kill(), timeLimitMs);
    this.#keepParent(true);
    try {
      return await Promise.race([talk(), this.#end]);
    } finally {
      clearTimeout(timer);
      this.#keepParent(false);
    }
  }

  /** Ends the process, whatever it is doing. */
  async stop(): Promise<void> {
    this.#keepParent(true);
    this.#kill();
    await this.#end;
  }

  /** An idle engine does not keep its parent from ending. */
  #keepParent(keeps: boolean): void {
    const { process } = this.#channel;
    const handles = [process, process.channel, ...(process.stdio as (Socket | null)[])];
    for (const handle of handles) handle?.[keeps ? 'ref' : 'unref']();
  }

  /** With all that it has started. */
  #kill(): void {
    this.#isKilled = true;
    const child = this.#channel.process;
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It is gone already, or there are no groups here.
      child.kill('SIGKILL');
    }
  }

  /** For the end of the parent, when nothing can be waited for. */
  abandon(): void {
    this.#kill();
    removeFolder(this.folder);
  }
}

const running = new Set<EngineProcess>();

process.once('exit', () => {
  for (const engine of running) engine.abandon();
});
