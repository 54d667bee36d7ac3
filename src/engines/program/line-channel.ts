// Talks to a program in JSON lines: requests on its stdin, one answer to each on its stdout, in order.

import { type ChildProcess, spawn } from 'node:child_process';
import type { DirtError } from '../../errors.ts';
import { read, type Shape } from '../../json/index.ts';
import type { Channel } from '../process/engine-process.ts';
import { OWN_GROUP } from '../process/process-group.ts';
import type { ProcessHome } from '../process/process-home.ts';
import type { Reply, Request } from '../process/requests.ts';
import { Tail } from '../process/tail.ts';
import { HELLO_REQUEST, type Hello, helloShape } from './hello.ts';
import { excerpt, protocolError } from './program-error.ts';
import { readReply, replyShape } from './read-reply.ts';

/** No statement of ours has a longer answer. */
const LONGEST_LINE = 2 ** 26;

export class LineChannel implements Channel {
  readonly process: ChildProcess;
  readonly stderr: Tail;
  readonly #command: readonly string[];
  /** Pieces of a line that has not ended yet. */
  #pieces: string[] = [];
  #length = 0;
  #lines = 0;
  /** Those who wait for an answer. */
  readonly #listeners: ((line: string) => void)[] = [];
  /** A line that came without a request. */
  #uncalled: string | null = null;

  constructor(command: readonly string[], home: ProcessHome) {
    this.#command = command;
    this.process = spawn(command[0], command.slice(1), {
      ...OWN_GROUP,
      env: { ...process.env, ...home.environment },
      stdio: 'pipe',
    });
    this.stderr = new Tail(this.process.stderr!);
    this.process.stdout!.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
    // A program that is gone cannot be told anything; its end is the answer.
    this.process.stdin!.on('error', () => {});
  }

  hello(): Promise<Hello> {
    return this.#exchange(HELLO_REQUEST, helloShape);
  }

  async ask(request: Request): Promise<Reply> {
    return readReply(await this.#exchange(request, replyShape));
  }

  async #exchange<T>(request: { readonly do: string }, answer: Shape<T>): Promise<T> {
    const question = JSON.stringify(request);
    if (this.#uncalled !== null)
      throw this.#wrong(this.#uncalled, question, 'was not asked for', 'say nothing else');
    const line = await new Promise<string>((resolve) => {
      this.#listeners.push(resolve);
      this.#write(`${question}\n`);
    });
    return readLine(line, answer, (...wrong) => this.#wrong(line, question, ...wrong));
  }

  /** What is written in one go wakes the program once. */
  #write(text: string): void {
    const { stdin } = this.process;
    if (stdin!.writableCorked === 0) {
      stdin!.cork();
      process.nextTick(() => stdin!.uncork());
    }
    stdin!.write(text);
  }

  #hear(text: string): void {
    const ends = text.split('\n');
    const rest = ends.pop()!;
    for (const end of ends) {
      const line = [...this.#pieces, end].join('');
      this.#pieces = [];
      this.#length = 0;
      this.#say(line);
    }
    this.#pieces.push(rest);
    this.#length += rest.length;
    if (this.#length > LONGEST_LINE) {
      this.#pieces = [];
      this.#length = 0;
      this.#say('(a line without end)');
      // What comes of it from now on is no more than this.
      this.process.stdout!.pause();
    }
  }

  #say(line: string): void {
    this.#lines++;
    const listener = this.#listeners.shift();
    if (listener === undefined) this.#uncalled ??= line;
    else listener(line);
  }

  #wrong(line: string, question: string, problem: string, remedy: string): DirtError {
    const place = `line ${this.#lines} of its output, ${excerpt(line)} (asked: ${excerpt(question)})`;
    return protocolError(this.#command, { place: `${place}: `, problem }, this.stderr.summary, remedy);
  }
}

/** `wrong` makes the error of what does not fit. */
export function readLine<T>(
  line: string,
  shape: Shape<T>,
  wrong: (problem: string, remedy: string) => DirtError,
): T {
  return read(shape, line, 'the answer', ({ problem, remedy }) => wrong(problem, remedy));
}
