// One file of the simulated disk: what a reader sees now, what is durable, and the ordered changes between the two.

import type { Random } from '../random.ts';
import type { Unsynced } from './faults/index.ts';

type Change =
  | { readonly kind: 'write'; readonly offset: number; readonly data: Uint8Array }
  | { readonly kind: 'truncate'; readonly size: number };

const SECTOR = 512;

export class StoredFile {
  readonly #current = new Image();
  readonly #durable = new Image();
  #unsynced: Change[] = [];

  /** A file that holds this, durably. The bytes are the file's from now on. */
  static of(bytes: Uint8Array): StoredFile {
    const file = new StoredFile();
    file.#durable.hold(bytes);
    file.#current.copyFrom(file.#durable);
    return file;
  }

  get size(): number {
    return this.#current.size;
  }

  read(into: Uint8Array, offset: number): number {
    return this.#current.read(into, offset);
  }

  write(bytes: Uint8Array, offset: number): void {
    this.note({ kind: 'write', offset, data: bytes.slice() });
    this.#current.write(bytes, offset);
  }

  truncate(size: number): void {
    this.note({ kind: 'truncate', size });
    this.#current.truncate(size);
  }

  /** A change that the power cut interrupted: no read sees it, but parts of it may survive. */
  note(change: Change): void {
    this.#unsynced.push(change);
  }

  sync(): void {
    for (const change of this.#unsynced) apply(this.#durable, change);
    this.#unsynced = [];
  }

  /** The file as it is found after the power cut, all of it durable. */
  survivor(unsynced: Unsynced, random: Random): StoredFile {
    const file = new StoredFile();
    file.#durable.copyFrom(this.#durable);
    const kept = unsynced === 'prefix' ? random.below(this.#unsynced.length + 1) : 0;
    this.#unsynced.forEach((change, i) => {
      if (unsynced === 'torn' && change.kind === 'write') {
        for (const sector of sectorsOf(change)) if (random.oneIn(2)) apply(file.#durable, sector);
      } else if (
        unsynced === 'keep' ||
        (unsynced === 'prefix' ? i < kept : unsynced !== 'drop' && random.oneIn(2))
      ) {
        apply(file.#durable, change);
      }
    });
    file.#current.copyFrom(file.#durable);
    return file;
  }

  bytes(): Uint8Array {
    return this.#current.bytes();
  }
}

function* sectorsOf(change: { offset: number; data: Uint8Array }): Generator<Change> {
  for (let start = 0; start < change.data.length; ) {
    const offset = change.offset + start;
    const end = Math.min(change.data.length, start + SECTOR - (offset % SECTOR));
    yield { kind: 'write', offset, data: change.data.subarray(start, end) };
    start = end;
  }
}

function apply(image: Image, change: Change): void {
  if (change.kind === 'write') image.write(change.data, change.offset);
  else image.truncate(change.size);
}

/** Bytes that grow; what lies beyond `size` is zero. A copy shares them until one of the two is written to. */
class Image {
  #bytes: Uint8Array = new Uint8Array(0);
  #isShared = false;
  size = 0;

  hold(bytes: Uint8Array): void {
    // A Buffer would not copy when it is sliced.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.size = bytes.length;
  }

  read(into: Uint8Array, offset: number): number {
    const count = Math.max(0, Math.min(into.length, this.size - offset));
    if (count > 0) into.set(this.#bytes.subarray(offset, offset + count));
    return count;
  }

  write(data: Uint8Array, offset: number): void {
    this.#reserve(offset + data.length);
    this.#bytes.set(data, offset);
    this.size = Math.max(this.size, offset + data.length);
  }

  truncate(size: number): void {
    this.#reserve(size);
    if (size < this.size) this.#bytes.fill(0, size, this.size);
    this.size = size;
  }

  copyFrom(other: Image): void {
    this.#bytes = other.#bytes;
    this.size = other.size;
    this.#isShared = true;
    other.#isShared = true;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.size);
  }

  /** Makes room for this many bytes, not shared with a copy. */
  #reserve(size: number): void {
    const { length } = this.#bytes;
    if (size <= length && !this.#isShared) return;
    const own = new Uint8Array(size <= length ? length : Math.max(size, length * 2, 4096));
    own.set(this.#bytes.subarray(0, this.size));
    this.#bytes = own;
    this.#isShared = false;
  }
}
