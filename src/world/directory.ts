// The names of the simulated disk. Creating and deleting a file are changes too: they become durable when the directory
// is synced, by itself or with the first sync of a new file, and until then a power cut may undo them.

import type { Random } from '../random.ts';
import type { Unsynced } from './faults/index.ts';
import { StoredFile } from './stored-file.ts';

interface NameChange {
  readonly name: string;
  /** The file created under the name, or null when the name was removed. */
  readonly file: StoredFile | null;
}

export class Directory {
  readonly #current = new Map<string, StoredFile>();
  readonly #durable = new Map<string, StoredFile>();
  #unsynced: NameChange[] = [];

  find(name: string): StoredFile | undefined {
    return this.#current.get(name);
  }

  create(name: string, file: StoredFile = new StoredFile()): StoredFile {
    this.#change({ name, file });
    return file;
  }

  remove(name: string): void {
    this.#change({ name, file: null });
  }

  /** A removal that the power cut interrupted: it may survive. */
  noteRemoval(name: string): void {
    this.#unsynced.push({ name, file: null });
  }

  /**
   * A file is synced. If its name is new, the directory is synced too: engines on Unix do so, and file systems that
   * keep a journal do it by themselves.
   */
  syncFile(name: string): void {
    if (this.#unsynced.some((change) => change.name === name)) this.syncAll();
  }

  syncAll(): void {
    for (const change of this.#unsynced) apply(this.#durable, change);
    this.#unsynced = [];
  }

  /** The directory as it is found after the power cut, all of it durable. */
  survivor(unsynced: Unsynced, random: Random): Directory {
    const names = new Map(this.#durable);
    const kept = unsynced === 'prefix' ? random.below(this.#unsynced.length + 1) : 0;
    this.#unsynced.forEach((change, i) => {
      if (
        unsynced === 'keep' ||
        (unsynced === 'prefix' ? i < kept : unsynced !== 'drop' && random.oneIn(2))
      ) {
        apply(names, change);
      }
    });
    const directory = new Directory();
    for (const [name, file] of sorted(names)) directory.create(name, file.survivor(unsynced, random));
    directory.syncAll();
    return directory;
  }

  /** All files by name, in the order of their names. */
  entries(): [string, StoredFile][] {
    return sorted(this.#current);
  }

  #change(change: NameChange): void {
    this.#unsynced.push(change);
    apply(this.#current, change);
  }
}

function apply(names: Map<string, StoredFile>, change: NameChange): void {
  if (change.file === null) names.delete(change.name);
  else names.set(change.name, change.file);
}

function sorted(names: Map<string, StoredFile>): [string, StoredFile][] {
  return [...names].sort(([a], [b]) => (a < b ? -1 : 1));
}
