// The simulated disk. It is fair: what was synced survives every power cut, in order; what was not may be lost, kept,
// cut or torn, as the fault says. It keeps a running hash of all operations, so that two runs can be compared.

import { Random } from '../random.ts';
import { Directory } from './directory.ts';
import type { IoFault, Survival } from './faults/index.ts';
import { RunningHash } from './running-hash.ts';
import { StoredFile } from './stored-file.ts';

export type DiskErrorCode = 'powerOff' | 'readError' | 'writeError' | 'syncError' | 'diskFull';

/** Thrown by an operation that fails. Adapters turn it into what their engine expects of a failing disk. */
export class DiskError extends Error {
  readonly code: DiskErrorCode;

  constructor(code: DiskErrorCode) {
    super(`simulated disk: ${code}`);
    this.name = 'DiskError';
    this.code = code;
  }
}

/** An open file. It stays valid when the name is removed, as on Unix. */
export interface OpenFile {
  readonly name: string;
}

/** What only the disk knows of it. */
interface Opened extends OpenFile {
  readonly file: StoredFile;
}

export class Disk {
  readonly #directory: Directory;
  readonly #trace = new RunningHash();
  #isOff = false;
  #mutations = 0;
  #cutAt = Number.POSITIVE_INFINITY;
  #fault: IoFault | null = null;
  #faultCountdown = 0;
  #log: string[] | null = null;

  constructor(directory: Directory = new Directory()) {
    this.#directory = directory;
  }

  /** The power is off: every operation throws. The next boot is on the survivor of this disk. */
  get isOff(): boolean {
    return this.#isOff;
  }

  /** How many mutating operations (write, sync, truncate, delete) were asked for so far. */
  get mutations(): number {
    return this.#mutations;
  }

  get traceHash(): string {
    return this.#trace.digest();
  }

  /** From now on, keeps a readable line for each operation. */
  startLog(): readonly string[] {
    this.#log ??= [];
    return this.#log;
  }

  // ── Faults ───────────────────────────────────────────────────────────────────────────────────────────────

  /** The power goes off at the n-th mutating operation from now (1 is the next). */
  cutPowerAfter(mutations: number): void {
    this.#cutAt = this.#mutations + mutations;
  }

  powerOff(): void {
    this.#isOff = true;
  }

  /** Makes one kind of operation fail, until `disarm`. */
  arm(fault: IoFault): void {
    this.#fault = fault;
    this.#faultCountdown = fault.nth;
  }

  /** Takes back what `cutPowerAfter` and `arm` prepared and has not happened yet. */
  disarm(): void {
    this.#cutAt = Number.POSITIVE_INFINITY;
    this.#fault = null;
  }

  /** The disk as it is found when the power is back. */
  survivor({ unsynced, choice }: Survival): Disk {
    return new Disk(this.#directory.survivor(unsynced, Random.of('survivor', unsynced, choice)));
  }

  // ── Operations ───────────────────────────────────────────────────────────────────────────────────────────

  exists(name: string): boolean {
    this.#checkPower();
    return this.#directory.find(name) !== undefined;
  }

  /** Opens a file; creates it when it does not exist. */
  open(name: string): OpenFile {
    this.#checkPower();
    this.#record('open', name, 0, 0);
    const opened: Opened = { name, file: this.#directory.find(name) ?? this.#directory.create(name) };
    return opened;
  }

  /** Fills `into` from `offset` on; returns how many bytes there were. */
  read(open: OpenFile, into: Uint8Array, offset: number): number {
    const { name, file } = open as Opened;
    this.#checkPower();
    this.#record('read', name, offset, into.length);
    if (this.#strikes('readError')) throw new DiskError('readError');
    if (this.#strikes('shortRead')) return file.read(into.subarray(0, into.length >> 1), offset);
    return file.read(into, offset);
  }

  write(open: OpenFile, bytes: Uint8Array, offset: number): void {
    const { name, file } = open as Opened;
    this.#record('write', name, offset, bytes.length);
    this.#trace.bytes(bytes);
    if (this.#cutsHere()) file.note({ kind: 'write', offset, data: bytes });
    this.#checkPower();
    if (this.#strikes('writeError')) throw new DiskError('writeError');
    if (this.#strikes('diskFull')) throw new DiskError('diskFull');
    file.write(bytes, offset);
  }

  truncate(open: OpenFile, size: number): void {
    const { name, file } = open as Opened;
    this.#record('truncate', name, size, 0);
    if (this.#cutsHere()) file.note({ kind: 'truncate', size });
    this.#checkPower();
    file.truncate(size);
  }

  sync(open: OpenFile): void {
    const { name, file } = open as Opened;
    this.#record('sync', name, 0, 0);
    this.#cutsHere();
    this.#checkPower();
    if (this.#strikes('syncError')) throw new DiskError('syncError');
    file.sync();
    if (this.#directory.find(name) === file) this.#directory.syncFile(name);
  }

  /** Removes a name. With `durable` the directory is synced too. */
  remove(name: string, durable: boolean): void {
    this.#record('remove', name, durable ? 1 : 0, 0);
    if (this.#cutsHere()) this.#directory.noteRemoval(name);
    this.#checkPower();
    this.#directory.remove(name);
    if (durable) this.#directory.syncAll();
  }

  size(open: OpenFile): number {
    this.#checkPower();
    return (open as Opened).file.size;
  }

  // ── From outside the machine ─────────────────────────────────────────────────────────────────────────────

  /** Makes all that happened so far durable, as if the disk had been idle for long. Not an operation of an engine. */
  settle(): void {
    for (const [, file] of this.#directory.entries()) file.sync();
    this.#directory.syncAll();
  }

  /** There is no file. */
  get isEmpty(): boolean {
    return this.#directory.entries().length === 0;
  }

  /** The contents of all files, by name. */
  files(): Map<string, Uint8Array> {
    return new Map(this.#directory.entries().map(([name, file]) => [name, file.bytes()]));
  }

  /** The sizes of all files, and how many changes of each are not durable yet, by name. */
  sizes(): Map<string, { readonly size: number; readonly unsynced: number }> {
    return new Map(this.#directory.entries().map(([name, { size, unsynced }]) => [name, { size, unsynced }]));
  }

  /** A disk that holds these files, durably. Nobody may change the bytes from now on. */
  static of(files: Iterable<readonly [string, Uint8Array]>): Disk {
    const disk = new Disk();
    disk.replaceFiles(files);
    return disk;
  }

  /** Puts these files in place of all others, durably, whether the power is on or off. Not an operation of an engine. */
  replaceFiles(files: Iterable<readonly [string, Uint8Array]>): void {
    for (const [name] of this.#directory.entries()) this.#directory.remove(name);
    for (const [name, bytes] of files) this.#directory.create(name, StoredFile.of(bytes));
    this.settle();
  }

  /** Tells disks with the same files and bytes from others. */
  contentHash(): string {
    const hash = new RunningHash();
    for (const [name, bytes] of this.files()) {
      hash.text(name);
      hash.bytes(bytes);
    }
    return hash.digest();
  }

  #checkPower(): void {
    if (this.#isOff) throw new DiskError('powerOff');
  }

  /** Counts a mutating operation; true when the power goes off in the middle of it. */
  #cutsHere(): boolean {
    if (this.#isOff) return false;
    this.#mutations++;
    if (this.#mutations < this.#cutAt) return false;
    this.#isOff = true;
    return true;
  }

  /** Is this the operation that the armed fault is about? A full disk stays full. */
  #strikes(kind: IoFault['kind']): boolean {
    if (this.#fault?.kind !== kind) return false;
    this.#faultCountdown--;
    return kind === 'diskFull' ? this.#faultCountdown <= 0 : this.#faultCountdown === 0;
  }

  #record(operation: string, name: string, position: number, length: number): void {
    this.#trace.text(operation);
    this.#trace.text(name);
    this.#trace.word(position);
    this.#trace.word(length);
    this.#log?.push(`${operation} ${name} ${position}${length > 0 ? `+${length}` : ''}`);
  }
}
