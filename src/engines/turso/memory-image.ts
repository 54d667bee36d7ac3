// The linear memory and the globals of an instance at one moment: all of its state that is not in JavaScript. Putting it back
// writes only what has changed.

import { GLOBAL_EXPORT_PREFIX, PAGES_EXPORT } from './instrument.ts';

const PAGE = 65_536;
const ZEROS = Buffer.alloc(PAGE);

/** The stack grows downwards into memory that was never used: where this much is clean, nothing was used below. */
const CLEAN_PAGES = 16;

type Global = WebAssembly.Global<'i32'>;

/** What of an instance an image is made of. */
export interface Memory {
  readonly buffer: ArrayBufferLike;
  /** All mutable globals of the module itself. */
  readonly globals: readonly Global[];
  /** The size of the memory as the module sees it; beyond it all is zero. */
  readonly pages: Global;
}

/** Null if the module is not one whose memory can be put back. */
export function memoryOf(exports: Record<string, unknown>, memory: WebAssembly.Memory): Memory | null {
  const pages = exports[PAGES_EXPORT] as Global | undefined;
  if (pages === undefined) return null;
  const names = Object.keys(exports).filter((name) => name.startsWith(GLOBAL_EXPORT_PREFIX));
  const globals = names.map((name) => exports[name] as Global);
  return {
    get buffer() {
      return memory.buffer;
    },
    globals,
    pages,
  };
}

export class MemoryImage {
  readonly #bytes: Buffer;
  /** The pages that are not zero lie from here to the end. */
  readonly #firstPage: number;
  readonly #pages: number;
  readonly #values: readonly number[];

  constructor(memory: Memory) {
    this.#pages = memory.pages.value;
    const bytes = Buffer.from(memory.buffer as ArrayBuffer, 0, this.#pages * PAGE);
    let first = 0;
    while (first < this.#pages && isZero(bytes, first)) first++;
    this.#firstPage = first;
    this.#bytes = Buffer.from(bytes.subarray(first * PAGE));
    this.#values = memory.globals.map((global) => global.value);
  }

  putBack(memory: Memory): void {
    const bytes = Buffer.from(memory.buffer as ArrayBuffer, 0, memory.pages.value * PAGE);
    for (let page = this.#firstPage; page < this.#pages; page++) this.#putBackPage(bytes, page);
    for (let page = this.#pages; page < memory.pages.value; page++) clear(bytes, page);
    let clean = 0;
    for (let page = this.#firstPage - 1; page >= 0 && clean < CLEAN_PAGES; page--) {
      clean = clear(bytes, page) ? 0 : clean + 1;
    }
    memory.pages.value = this.#pages;
    for (const [i, global] of memory.globals.entries()) global.value = this.#values[i];
  }

  #putBackPage(bytes: Buffer, page: number): void {
    const from = page * PAGE;
    const start = from - this.#firstPage * PAGE;
    if (bytes.compare(this.#bytes, start, start + PAGE, from, from + PAGE) === 0) return;
    this.#bytes.copy(bytes, from, start, start + PAGE);
  }
}

function isZero(bytes: Buffer, page: number): boolean {
  return bytes.compare(ZEROS, 0, PAGE, page * PAGE, (page + 1) * PAGE) === 0;
}

/** Whether there was anything. Copying zeros takes an eighth of the time that `fill` takes in shared memory. */
function clear(bytes: Buffer, page: number): boolean {
  if (isZero(bytes, page)) return false;
  bytes.set(ZEROS, page * PAGE);
  return true;
}
