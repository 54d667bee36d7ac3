// What a coordinator has been told, in a file beside the bug base: a campaign whose coordinator was killed goes on from there, and an audit
// reads it. A result is in it before it is taken out of the queue.

import { closeSync, fsyncSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DirtError } from '../errors.ts';
import { explained, folderNames, makeFolder, openOwnFile, readOwnFileIfThere } from '../files/index.ts';
import { isObject } from '../json/index.ts';

export interface Entry {
  /** Of the job. */
  readonly id: string;
  /** As it came. */
  readonly result: string;
}

/** The file of a campaign, beside the bug base. */
export function journalFile(bugs: string, campaign: string): string {
  return join(dirname(bugs), 'fleet', `${campaign}.jsonl`);
}

const DONE = '.done.jsonl';

export interface JournalOf {
  readonly campaign: string;
  readonly file: string;
  readonly isFinished: boolean;
}

/** Of the campaigns that were filed from here. */
export function journals(bugs: string): JournalOf[] {
  const folder = join(dirname(bugs), 'fleet');
  return folderNames(folder).flatMap((name) => {
    const [, campaign, done] = /^(.+?)(\.done)?\.jsonl$/.exec(name) ?? [];
    return campaign === undefined
      ? []
      : { campaign, file: join(folder, name), isFinished: done !== undefined };
  });
}

export function readJournal(file: string): Entry[] {
  const lines = (readOwnFileIfThere(file) ?? '').split('\n');
  return lines.flatMap((line) => {
    try {
      const entry: unknown = JSON.parse(line);
      return isObject(entry) && typeof entry.id === 'string' && typeof entry.result === 'string'
        ? { id: entry.id, result: entry.result }
        : [];
    } catch {
      // The last line, if its writer was killed.
      return [];
    }
  });
}

export class Journal {
  readonly #file: string;
  readonly #descriptor: number;

  constructor(file: string) {
    this.#file = file;
    this.#descriptor = this.#explained(() => {
      makeFolder(dirname(file));
      return openOwnFile(file);
    });
  }

  /** It is on the disk when this returns. A line that fits only partly is followed by a line end, so that it is passed over. */
  add(entries: readonly Entry[]): void {
    const text = entries.map((entry) => `\n${JSON.stringify(entry)}\n`).join('');
    this.#explained(() => {
      let bytes = Buffer.from(text);
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.#descriptor, bytes));
      fsyncSync(this.#descriptor);
    });
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** A coordinator that looks for it begins anew. */
  finish(): void {
    renameSync(this.#file, this.#file.replace(/\.jsonl$/, DONE));
  }

  #explained<T>(work: () => T): T {
    return explained(
      work,
      (reason) =>
        new DirtError(
          'DIRT_FLEET_JOURNAL',
          `cannot write ${this.#file} (${reason})`,
          'check its permissions and free space, and run the same command again: nothing is lost',
        ),
    );
  }
}
