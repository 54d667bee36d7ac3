// A temporary folder to build and measure in, and commands that run in it one at a time. It is removed whatever happens: an interrupt
// ends the command that runs, and its caller gets `Interrupted`.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/** Of a command's output, what an error may quote. */
const QUOTED_CHARACTERS = 4000;

export class Interrupted extends Error {
  /** What a shell calls it. */
  readonly exitCode: number;

  constructor(signal: Signal) {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** A command that must succeed did not. */
export class CommandFailed extends Error {
  constructor(command: string, { exitCode, lastWords }: Finished, where: string) {
    super(`\`${command}\` failed in ${where} (exit code ${exitCode}):\n${lastWords}`);
  }
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Finished {
  readonly exitCode: number | null;
  readonly output: string;
  /** The end of what it said on both outputs. */
  readonly lastWords: string;
  readonly wallSeconds: number;
}

export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'dirt-bench-'));
  #running: ChildProcess | null = null;
  #signal: Signal | null = null;

  /** Runs a command to its end. */
  async run(command: string, args: readonly string[], { cwd, env }: CommandOptions): Promise<Finished> {
    if (this.#signal !== null) throw new Interrupted(this.#signal);
    const started = performance.now();
    // A group of its own: an interrupt from the keyboard reaches it only through `#interrupt`, which ends its children too.
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running = child;
    let output = '';
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      said = (said + text).slice(-QUOTED_CHARACTERS);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-QUOTED_CHARACTERS);
    });
    try {
      const [exitCode] = (await once(child, 'close')) as [number | null];
      if (this.#signal !== null) throw new Interrupted(this.#signal);
      return {
        exitCode,
        output,
        lastWords: said.trim(),
        wallSeconds: (performance.now() - started) / 1000,
      };
    } finally {
      this.#running = null;
    }
  }

  /** Runs a command that must succeed; what it wrote. */
  async output(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
    const finished = await this.run(command, args, options);
    if (finished.exitCode === 0) return finished.output;
    throw new CommandFailed([command, ...args].join(' '), finished, options.cwd);
  }

  readonly interrupt = (signal: Signal): void => {
    this.#signal ??= signal;
    if (this.#running?.pid === undefined) return;
    try {
      process.kill(-this.#running.pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  };
}

/** Gives a workplace, and removes it in the end. */
export async function inWorkplace<T>(use: (workplace: Workplace) => Promise<T>): Promise<T> {
  const workplace = new Workplace();
  for (const signal of SIGNALS) process.on(signal, workplace.interrupt);
  try {
    return await use(workplace);
  } finally {
    rmSync(workplace.folder, { recursive: true, force: true });
    for (const signal of SIGNALS) process.off(signal, workplace.interrupt);
  }
}
