// Reading and writing the bytes of a WebAssembly file: the few encodings that rewriting needs.

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

  /** A signed LEB128 number of at most 64 bits. */
  signed(): bigint {
    let value = 0n;
    let shift = 0n;
    for (;;) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      shift += 7n;
      if (byte < 0x80) return byte & 0x40 ? value - (1n << shift) : value;
    }
  }

  /** Skips a LEB128 number of any size, signed or not. */
  skipNumber(): void {
    while (this.byte() >= 0x80) {}
  }

  skip(count: number): void {
    this.position += count;
  }

  /** A length and that many bytes of text. */
  name(): string {
    const length = this.unsigned();
    this.position += length;
    return new TextDecoder().decode(this.bytes.subarray(this.position - length, this.position));
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

/** A signed LEB128 number: the highest bit of the last byte is its sign. */
export function encodeSigned(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    const isEnd = (rest === 0n && low < 0x40) || (rest === -1n && low >= 0x40);
    bytes.push(isEnd ? low : low | 0x80);
    if (isEnd) return bytes;
  }
}

export function encodeName(name: string): number[] {
  const bytes = new TextEncoder().encode(name);
  return [...encodeUnsigned(bytes.length), ...bytes];
}
