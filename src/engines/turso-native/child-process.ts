// A child process with the native engine in it: asks it one thing at a time, notices when it dies, kills it when it takes
// too long, and leaves nothing behind.

import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Panic } from '../../sql/outcome.ts';
import { readPanic } from '../turso/panic.ts';
import type { Reply, Request } from './messages.ts';

/** How much of the end of stderr is kept. */
const TAIL_LENGTH = 16_384;

export type Death = Panic | { readonly kind: 'fuel' };

export class EngineProcess {
  readonly folder: string;
  readonly #process: ChildProcess;
  #stderr = '';
  #isKilled = false;
  /** Resolves when the process is gone and its last words have arrived. */
  readonly #end: Promise<Death>;

  constructor(addon: string, folder: string, version: string) {
    this.folder = folder;
    const { path, execArgv } = childScript();
    this.#process = fork(path, [addon, version], {
      cwd: folder,
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-TAIL_LENGTH);
    });
    this.#end = new Promise((resolve) => {
      this.#process.once('error', (error) =>
        resolve({ kind: 'panic', message: error.message, location: '' }),
      );
      this.#process.once('close', (code, signal) => {
        running.delete(this);
        resolve(this.#isKilled ? { kind: 'fuel' } : this.#lastWords(signal ?? `exit code ${code}`));
      });
    });
    running.add(this);
    this.#keepParent(false);
  }

  /** The answer, or how the process died. */
  async ask(request: Request, timeLimitMs: number): Promise<Reply | Death> {
    const timer = setTimeout(() => this.#kill(), timeLimitMs);
    this.#keepParent(true);
    let listener: ((reply: Reply) => void) | undefined;
    const reply = new Promise<Reply>((resolve) => {
      listener = resolve;
      this.#process.once('message', listener);
    });
    // A process that is gone cannot be sent anything; its end is the answer.
    this.#process.send(request, () => {});
    try {
      return await Promise.race([reply, this.#end]);
    } finally {
      clearTimeout(timer);
      this.#keepParent(false);
      this.#process.removeListener('message', listener!);
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
    const stderr = this.#process.stderr as Socket;
    for (const handle of [this.#process, this.#process.channel, stderr]) handle?.[keeps ? 'ref' : 'unref']();
  }

  #kill(): void {
    this.#isKilled = true;
    this.#process.kill('SIGKILL');
  }

  #lastWords(reason: string): Panic {
    const tail = this.#stderr.trim();
    return readPanic(`${this.#stderr}\n`, tail === '' ? `the process died: ${reason}` : tail);
  }

  /** For the end of the parent, when nothing can be waited for. */
  abandon(): void {
    this.#kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const running = new Set<EngineProcess>();

process.once('exit', () => {
  for (const engine of running) engine.abandon();
});

/** The child's program: compiled beside this file, or, when DIRT runs from its sources, through jiti. */
function childScript(): { path: string; execArgv: string[] } {
  if (!import.meta.url.endsWith('.ts')) return { path: sibling('./child.js'), execArgv: [] };
  const jiti = dirname(createRequire(import.meta.url).resolve('jiti/package.json'));
  const register = pathToFileURL(join(jiti, 'lib', 'jiti-register.mjs')).href;
  return { path: sibling('./child.ts'), execArgv: ['--import', register] };
}

function sibling(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
