// A hash that is fed as things happen and can be read at any time. It tells runs apart; it is not cryptographic.

export class RunningHash {
  #low = 0x811c9dc5;
  #high = 0x9e3779b9;

  word(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x01000193);
    this.#low ^= this.#low >>> 15;
    this.#high = Math.imul(this.#high ^ value, 0x85ebca6b);
    this.#high ^= this.#high >>> 13;
  }

  text(value: string): void {
    this.word(value.length);
    for (let i = 0; i < value.length; i++) this.word(value.charCodeAt(i));
  }

  bytes(value: Uint8Array): void {
    this.word(value.length);
    const whole = value.length & ~3;
    let i = 0;
    for (; i < whole; i += 4) {
      this.word(value[i] | (value[i + 1] << 8) | (value[i + 2] << 16) | (value[i + 3] << 24));
    }
    for (; i < value.length; i++) this.word(value[i]);
  }

  digest(): string {
    return (this.#high >>> 0).toString(16).padStart(8, '0') + (this.#low >>> 0).toString(16).padStart(8, '0');
  }
}
