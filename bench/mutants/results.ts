// The file of results: what was executed, then one line per mutant as soon as it is decided. So a run that is stopped goes on where it was.

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { DirtError } from '../../src/errors.ts';
import type { Result } from './trial.ts';

const FORMAT = 1;

/** What results depend on, besides DIRT itself. */
export interface Request {
  readonly seed: string;
  readonly statements: number;
  /** The WebAssembly file. */
  readonly wasm: Uint8Array;
}

interface Header {
  readonly format: number;
  readonly seed: string;
  readonly statements: number;
  readonly wasm: string;
  /** A byte per stretch, compressed. */
  readonly executed: string;
}

export class ResultsFile {
  readonly #path: string;
  readonly #request: Request;

  constructor(path: string, request: Request) {
    this.#path = path;
    this.#request = request;
  }

  /** What was executed and what is decided; null if there is no file yet. */
  read(): { executed: Uint8Array; results: Result[] } | null {
    if (!existsSync(this.#path)) return null;
    const [first, ...lines] = readFileSync(this.#path, 'utf8').split('\n');
    const header = parsed<Header>(first);
    const { seed, statements } = this.#request;
    const isSame =
      header?.format === FORMAT &&
      header.seed === seed &&
      header.statements === statements &&
      header.wasm === this.#digest();
    if (!isSame)
      throw new DirtError(
        'DIRT_MUTANTS_FILE',
        `${this.#path} has the results of another run`,
        'name another --file, or start anew with --fresh',
      );
    // The last line may be cut off: its mutant is tried again.
    const results = lines.flatMap((line) => parsed<Result>(line) ?? []);
    const executed = Uint8Array.from(inflateSync(Buffer.from(header.executed, 'base64')));
    return { executed, results };
  }

  start(executed: Uint8Array): void {
    const { seed, statements } = this.#request;
    const header: Header = {
      format: FORMAT,
      seed,
      statements,
      wasm: this.#digest(),
      executed: deflateSync(executed).toString('base64'),
    };
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, `${JSON.stringify(header)}\n`);
  }

  add(result: Result): void {
    // Behind a line that was cut off, a new one begins.
    const isWhole = readFileSync(this.#path).at(-1) === 0x0a;
    appendFileSync(this.#path, `${isWhole ? '' : '\n'}${JSON.stringify(result)}\n`);
  }

  #digest(): string {
    return createHash('sha256').update(this.#request.wasm).digest('hex').slice(0, 16);
  }
}

function parsed<T>(line: string): T | null {
  try {
    return JSON.parse(line) as T;
  } catch {
    return null;
  }
}
