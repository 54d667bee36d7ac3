// One file of the simulated disk: what a reader sees now, and the ordered changes that are not durable yet.

import type { Random } from '../random.ts';
import type { Unsynced } from './faults/index.ts';

type Change =
  | { readonly kind: 'write'; readonly offset: number; readonly data: Uint8Array }
  | { readonly kind: 'truncate'; readonly size: number };

/** A change that is not durable yet, and what takes it back. Its bytes lie in the log. */
interface Unsettled {
  readonly kind: Change['kind'];
  /** Where the write begins, or the size that the file was cut or grown to. */
  readonly at: number;
  /** How many bytes are written, and where in the log they are. */
  readonly length: number;
  readonly from: number;
  /** How many bytes of before were overwritten or cut off; they follow those that were written. */
  readonly replaced: number;
  readonly sizeBefore: number;
  /** False for one that a power cut interrupted: no read sees it, but parts of it may survive. */
  readonly isDone: boolean;
}

const SECTOR = 512;

/** Buffers begin with this many bytes, and double when they are full. */
const LEAST_ROOM = 16_384;

/** What is durable is not kept beside what readers see: it is that with the changes taken back, which only a power cut asks for. */
export class StoredFile {
  readonly #current = new Image();
  readonly #log = new Log();
  #unsynced: Unsettled[] = [];

  /** A file that holds this, durably. Nobody may change the bytes from now on. */
  static of(bytes: Uint8Array): StoredFile {
    const file = new StoredFile();
    file.#current.hold(bytes);
    return file;
  }

  get size(): number {
    return this.#current.size;
  }

  /** How many changes are not durable yet. */
  get unsynced(): number {
    return this.#unsynced.length;
  }

  read(into: Uint8Array, offset: number): number {
    return this.#current.read(into, offset);
  }

  write(bytes: Uint8Array, offset: number): void {
    this.#note({ kind: 'write', offset, data: bytes }, true);
    this.#current.write(bytes, offset);
  }

  truncate(size: number): void {
    this.#note({ kind: 'truncate', size }, true);
    this.#current.truncate(size);
  }

  /** A change that the power cut interrupted: no read sees it, but parts of it may survive. */
  note(change: Change): void {
    this.#note(change, false);
  }

  sync(): void {
    this.#unsynced = [];
    this.#log.empty();
  }

  /** The file as it is found after the power cut, all of it durable. */
  survivor(unsynced: Unsynced, random: Random): StoredFile {
    const file = new StoredFile();
    file.#current.copyFrom(this.#current);
    for (const change of this.#unsynced.toReversed())
      if (change.isDone) this.#takeBack(change, file.#current);
    const kept = unsynced === 'prefix' ? random.below(this.#unsynced.length + 1) : 0;
    this.#unsynced.forEach((unsettled, i) => {
      const change = this.#changeOf(unsettled);
      if (unsynced === 'torn' && change.kind === 'write') {
        for (const sector of sectorsOf(change)) if (random.oneIn(2)) apply(file.#current, sector);
      } else if (
        unsynced === 'keep' ||
        (unsynced === 'prefix' ? i < kept : unsynced !== 'drop' && random.oneIn(2))
      ) {
        apply(file.#current, change);
      }
    });
    return file;
  }

  bytes(): Uint8Array {
    return this.#current.bytes();
  }

  #note(change: Change, isDone: boolean): void {
    const sizeBefore = this.#current.size;
    const [at, data] = change.kind === 'write' ? [change.offset, change.data] : [change.size, NO_BYTES];
    const end = change.kind === 'write' ? Math.min(at + data.length, sizeBefore) : sizeBefore;
    const replaced = isDone ? Math.max(0, end - at) : 0;
    const from = this.#log.add(data);
    if (replaced > 0) this.#log.add(this.#current.part(at, replaced));
    this.#unsynced.push({ kind: change.kind, at, length: data.length, from, replaced, sizeBefore, isDone });
  }

  #changeOf({ kind, at, length, from }: Unsettled): Change {
    return kind === 'truncate'
      ? { kind, size: at }
      : { kind, offset: at, data: this.#log.part(from, length) };
  }

  #takeBack({ at, length, from, replaced, sizeBefore }: Unsettled, image: Image): void {
    image.truncate(sizeBefore);
    if (replaced > 0) image.write(this.#log.part(from + length, replaced), at);
  }
}

const NO_BYTES = new Uint8Array(0);

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

/** Bytes one after the other, in one place: a buffer for each write would cost more than the write. */
class Log {
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;

  /** Returns where they are. */
  add(data: Uint8Array): number {
    const from = this.#length;
    this.#length += data.length;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2, LEAST_ROOM));
      larger.set(this.#bytes.subarray(0, from));
      this.#bytes = larger;
    }
    this.#bytes.set(data, from);
    return from;
  }

  /** Not a copy: valid until the log is empty. */
  part(from: number, length: number): Uint8Array {
    return this.#bytes.subarray(from, from + length);
  }

  empty(): void {
    this.#length = 0;
  }
}

/** Bytes that grow; what lies beyond `size` is zero. A copy shares them until one of the two is written to. */
class Image {
  #bytes: Uint8Array = new Uint8Array(0);
  #isShared = false;
  size = 0;

  /** They may be held by others, too: they are copied before they are written to. */
  hold(bytes: Uint8Array): void {
    // A Buffer would not copy when it is sliced.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#isShared = true;
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

  /** Not a copy: valid until the next change. */
  part(from: number, length: number): Uint8Array {
    return this.#bytes.subarray(from, from + length);
  }

  /** Makes room for this many bytes, not shared with a copy. */
  #reserve(size: number): void {
    const { length } = this.#bytes;
    if (size <= length && !this.#isShared) return;
    const own = new Uint8Array(size <= length ? length : Math.max(size, length * 2, LEAST_ROOM));
    own.set(this.#bytes.subarray(0, this.size));
    this.#bytes = own;
    this.#isShared = false;
  }
}
