// A hash that is fed as things happen and can be read at any time. It tells runs apart; it is not cryptographic.

/** Whether a view of words reads bytes in the order in which they are hashed. */
const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export class RunningHash {
  #low = 0x811c9dc5 | 0;
  #high = 0x9e3779b9 | 0;

  word(value: number): void {
    const low = Math.imul(this.#low ^ value, 0x01000193);
    this.#low = low ^ (low >>> 15);
    const high = Math.imul(this.#high ^ value, 0x85ebca6b);
    this.#high = high ^ (high >>> 13);
  }

  text(value: string): void {
    this.word(value.length);
    for (let i = 0; i < value.length; i++) this.word(value.charCodeAt(i));
  }

  bytes(value: Uint8Array): void {
    this.word(value.length);
    const words = value.length >>> 2;
    if (IS_LITTLE_ENDIAN && value.byteOffset % 4 === 0) {
      this.#words(new Int32Array(value.buffer, value.byteOffset, words));
    } else {
      for (let i = 0; i < words * 4; i += 4) {
        this.word(value[i] | (value[i + 1] << 8) | (value[i + 2] << 16) | (value[i + 3] << 24));
      }
    }
    for (let i = words * 4; i < value.length; i++) this.word(value[i]);
  }

  /** As `word` for each: engines write whole pages, and fields of an object are slower than variables. */
  #words(values: Int32Array): void {
    let low = this.#low;
    let high = this.#high;
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      low = Math.imul(low ^ value, 0x01000193);
      low ^= low >>> 15;
      high = Math.imul(high ^ value, 0x85ebca6b);
      high ^= high >>> 13;
    }
    this.#low = low;
    this.#high = high;
  }

  digest(): string {
    return (this.#high >>> 0).toString(16).padStart(8, '0') + (this.#low >>> 0).toString(16).padStart(8, '0');
  }
}
