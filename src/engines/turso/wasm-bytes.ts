// Reading and writing the bytes of a WebAssembly file: the few encodings that the instrumenter needs.

export class WasmReader {
  readonly bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  byte(): number {
    return this.bytes[this.position++];
  }

  /** An unsigned LEB128 number of at most 32 bits. */
  unsigned(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  /** Skips a LEB128 number of any size, signed or not. */
  skipNumber(): void {
    while (this.byte() >= 0x80) {}
  }

  skip(count: number): void {
    this.position += count;
  }

  /** Skips a length and that many bytes: a name. */
  skipName(): void {
    this.skip(this.unsigned());
  }
}

export class WasmWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array | readonly number[]): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = needed;
  }

  unsigned(value: number): void {
    this.append(encodeUnsigned(value));
  }

  /** What was written so far; valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }
}

export function encodeUnsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 0x80;
    rest = Math.floor(rest / 0x80);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

export function encodeName(name: string): number[] {
  const bytes = new TextEncoder().encode(name);
  return [...encodeUnsigned(bytes.length), ...bytes];
}
