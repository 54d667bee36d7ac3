// The module's memory: numbers and texts go in and out. The views are made anew when the memory has grown.

import type { Pointer } from './module.ts';

/** Beyond this, the platform's decoder is faster than a loop. */
const SHORT_TEXT = 48;

export class Memory {
  readonly #memory: WebAssembly.Memory;
  #bytes: Uint8Array;
  #view: DataView;
  readonly #encoder = new TextEncoder();
  readonly #strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#view = new DataView(memory.buffer);
  }

  /** All of the memory. Valid until the engine runs again. */
  get bytes(): Uint8Array {
    this.#refresh();
    return this.#bytes;
  }

  readInt32(at: Pointer): number {
    this.#refresh();
    return this.#view.getInt32(at, true);
  }

  writeInt32(at: Pointer, value: number): void {
    this.#refresh();
    this.#view.setInt32(at, value, true);
  }

  writeInt64(at: Pointer, value: bigint): void {
    this.#refresh();
    this.#view.setBigInt64(at, value, true);
  }

  writeDouble(at: Pointer, value: number): void {
    this.#refresh();
    this.#view.setFloat64(at, value, true);
  }

  /** Writes a text and the NUL that ends it; returns its length in bytes with the NUL. There must be room. */
  writeText(at: Pointer, text: string): number {
    this.#refresh();
    const { written } = this.#encoder.encodeInto(text, this.#bytes.subarray(at));
    this.#bytes[at + written] = 0;
    return written + 1;
  }

  /** The text up to the first NUL. */
  readCString(at: Pointer): string {
    return this.readText(at, this.bytes.indexOf(0, at) - at);
  }

  /** A text of this many bytes, NULs included. See `decodeLossless` for what is not valid UTF-8. */
  readText(at: Pointer, length: number): string {
    this.#refresh();
    if (length <= SHORT_TEXT) {
      const bytes = this.#bytes;
      let text = '';
      let i = 0;
      for (; i < length; i++) {
        const byte = bytes[at + i];
        if (byte > 0x7f) break;
        text += String.fromCharCode(byte);
      }
      if (i === length) return text;
    }
    const encoded = this.#bytes.subarray(at, at + length);
    try {
      return this.#strictDecoder.decode(encoded);
    } catch {
      return decodeLossless(encoded);
    }
  }

  readBlob(at: Pointer, length: number): Uint8Array {
    return this.bytes.slice(at, at + length);
  }

  #refresh(): void {
    if (this.#bytes.length === 0) {
      this.#bytes = new Uint8Array(this.#memory.buffer);
      this.#view = new DataView(this.#memory.buffer);
    }
  }
}

/**
 * UTF-8 where it is valid; a byte that belongs to no valid character becomes the lone surrogate U+DC00 + byte. Such a
 * surrogate cannot come from valid text, so what was wrong stays visible, and different bytes stay different.
 */
function decodeLossless(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceLength(bytes[i]);
    let character: string | null = null;
    try {
      if (i + length <= bytes.length) character = decoder.decode(bytes.subarray(i, i + length));
    } catch {}
    text += character ?? String.fromCharCode(0xdc00 + bytes[i]);
    i += character === null ? 1 : length;
  }
  return text;
}

/** How long the character is that this byte begins. */
function sequenceLength(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
