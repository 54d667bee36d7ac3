// What runs for the page: one campaign and small commands, each a process of its own, so that the page survives whatever happens to
// them. What they tell is kept, so that a page that is loaded again shows it all.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Totals } from '../events/index.ts';
import { keptEvents } from './kept-events.ts';
import type { News, Point, State } from './news.ts';

/** How many points of the plots are kept. */
const MOST_POINTS = 1200;
const MOST_OUTPUT = 200_000;
const MOST_OUTPUTS = 20;

/** How long what runs may take to end when it is asked to: a campaign on a busy machine ends with its history. */
const ENDING_MS = 10_000;

export interface Printed {
  readonly output: string;
  readonly complaint: string;
  readonly code: number | null;
}

export class Jobs {
  readonly #main: string;
  readonly #folder: string;
  readonly #listeners = new Set<(news: News) => void>();
  readonly #children = new Set<ChildProcess>();
  #campaign: ChildProcess | null = null;
  #command: string | null = null;
  #ended: string | null = null;
  #points: Point[] = [];
  #events: readonly object[] = [];
  /** What commands have printed, the newest last. */
  readonly #outputs = new Map<string, News & { news: 'output' }>();

  /** `main` is the program of the command line, and `folder` where it runs. */
  constructor(main: string, folder: string) {
    this.#main = main;
    this.#folder = folder;
  }

  get state(): State {
    return {
      isRunning: this.#campaign !== null,
      command: this.#command,
      ended: this.#ended,
      points: this.#points,
      events: this.#events,
    };
  }

  /** Tells all that is known now, and then what happens. The result ends it. */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    listener({ news: 'state', state: this.state });
    for (const output of this.#outputs.values()) listener(output);
    return () => this.#listeners.delete(listener);
  }

  /** False if one runs already. */
  start(args: readonly string[]): boolean {
    if (this.#campaign !== null) return false;
    this.#points = [];
    this.#events = [];
    this.#ended = null;
    this.#command = ['npx dirt', ...args].join(' ');
    const child = this.#spawn([...args, '--reporter', 'json']);
    this.#campaign = child;
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000);
    });
    if (child.stdout !== null)
      createInterface({ input: child.stdout }).on('line', (line) => this.#hear(line));
    child.on('close', (code, signal) => {
      this.#campaign = null;
      const isGood = code === 0 || code === 1 || code === 130;
      this.#ended = isGood ? 'ended' : `ended with ${signal ?? `exit code ${code}`}: ${complaint.trim()}`;
      this.#tell({ news: 'state', state: this.state });
    });
    this.#tell({ news: 'state', state: this.state });
    return true;
  }

  /** The campaign ends with its summary; the second time at once. */
  stop(): void {
    this.#campaign?.kill('SIGINT');
  }

  /** Runs a command, and tells what it prints. */
  run(title: string, args: readonly string[], after: () => void = () => {}): void {
    const child = this.#spawn(args);
    let text = '';
    const tell = (isOver: boolean): void => {
      const output = { news: 'output', title, text, isOver } as const;
      this.#outputs.delete(title);
      this.#outputs.set(title, output);
      const [oldest] = this.#outputs.keys();
      if (this.#outputs.size > MOST_OUTPUTS) this.#outputs.delete(oldest);
      this.#tell(output);
    };
    tell(false);
    const hear = (part: string): void => {
      text = (text + part).slice(-MOST_OUTPUT);
      tell(false);
    };
    child.stdout?.setEncoding('utf8').on('data', hear);
    child.stderr?.setEncoding('utf8').on('data', hear);
    child.on('close', () => {
      after();
      tell(true);
    });
  }

  /** What a command prints, given this to read, and what it complains about; it is ended after a while. */
  answer(args: readonly string[], input: string, mostMs: number): Promise<Printed> {
    return new Promise((resolve) => {
      const child = this.#spawn(args, 'pipe');
      let output = '';
      let complaint = '';
      const timer = setTimeout(() => {
        complaint += '\nended: it took too long';
        child.kill('SIGKILL');
      }, mostMs);
      child.stdout?.setEncoding('utf8').on('data', (part: string) => {
        output = (output + part).slice(0, MOST_OUTPUT);
      });
      child.stderr?.setEncoding('utf8').on('data', (part: string) => {
        complaint = (complaint + part).slice(0, MOST_OUTPUT);
      });
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
      child.on('close', (code) => {
        clearTimeout(timer);
        resolve({ output, complaint, code });
      });
    });
  }

  /** All come to their end: campaigns with their history, and at once if that takes too long. */
  async end(): Promise<void> {
    const ended = Promise.all([...this.#children].map((child) => once(child, 'close')));
    for (const signal of ['SIGTERM', 'SIGTERM', 'SIGKILL'] as const) {
      for (const child of this.#children) child.kill(signal);
      const patience = new AbortController();
      const isOver = pause(ENDING_MS, false, { signal: patience.signal }).catch(() => false);
      if (await Promise.race([ended.then(() => true), isOver])) return patience.abort();
    }
  }

  #spawn(args: readonly string[], stdin: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
    const child = spawn(process.execPath, [this.#main, ...args], {
      stdio: [stdin, 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
      cwd: this.#folder,
    });
    this.#children.add(child);
    child.on('error', () => this.#children.delete(child));
    child.on('close', () => this.#children.delete(child));
    return child;
  }

  #hear(line: string): void {
    let event: { readonly event?: string; readonly [field: string]: unknown };
    try {
      event = JSON.parse(line);
    } catch {
      return;
    }
    if (event.event === 'progress') {
      const point = pointOf(event as unknown as Totals);
      // A long campaign keeps every second point.
      if (this.#points.length >= MOST_POINTS) this.#points = this.#points.filter((_, i) => i % 2 === 0);
      this.#points.push(point);
      this.#tell({ news: 'point', point });
    } else {
      this.#events = keptEvents(this.#events, event);
      this.#tell({ news: 'event', event });
    }
  }

  #tell(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}

function pointOf(totals: Totals): Point {
  const { workerMs, lookMs, engineMs } = totals;
  const share = (milliseconds: number) => Math.round((100 * milliseconds) / Math.max(1, workerMs + lookMs));
  return {
    seconds: totals.elapsedMs / 1000,
    statementsPerSecond: totals.statementsPerSecond,
    statements: totals.statements,
    plans: totals.plans,
    newCauses: totals.newBugs,
    knownFindings: totals.knownBugs,
    inEngine: share(engineMs),
    looking: share(lookMs),
    featuresUsed: totals.featuresUsed,
    featuresUsable: totals.featuresUsable,
    propertiesChecked: Object.values(totals.properties).filter(({ checked }) => checked > 0).length,
  };
}
