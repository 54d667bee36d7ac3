// The bug base: one folder per bug. bug.json and plan.json are the truth, the rest is exported from them. A folder is replaced
// as a whole, so that a crash leaves either the old one or the new one.

import { existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DirtError } from '../errors.ts';
import {
  explained,
  folderNames,
  locked,
  readOwnFile,
  readOwnFileIfThere,
  replaceFolder,
  restoreFolders,
  writeAtomically,
} from '../files/index.ts';
import { checked, type Mismatch, parsed } from '../json/index.ts';
import { decodePlan, encodePlan, type Plan } from '../plan/index.ts';
import type { Bug } from './bug.ts';
import { bugShape, upgraded } from './bug-shape.ts';
import { withVersions } from './exports.ts';
import { mended } from './mend-bug.ts';

export interface StoredBug {
  readonly bug: Bug;
  readonly plan: Plan;
  readonly folder: string;
}

export interface Damaged {
  readonly folder: string;
  readonly problem: string;
}

/** Bugs that are in memory only. */
export interface Unstored {
  readonly bugs: readonly string[];
  readonly reason: string;
  readonly code: DirtError['code'];
}

export interface BugBaseOptions {
  /** What cannot be written now is kept in memory, counts as stored meanwhile, and is written when that works again. */
  readonly keeps?: boolean;
  /** Bugs that are there from the start and stay as they are: what becomes known of one is written here, with the times that it was seen here. */
  readonly baseline?: BugBase;
}

/** What waits to be written: a whole folder, or bug.json alone. */
interface Kept {
  readonly bug: Bug;
  /** Null: the one on disk. */
  readonly plan: Plan | null;
  readonly files: Readonly<Record<string, string>> | null;
}

export class BugBase {
  readonly folder: string;
  readonly #keeps: boolean;
  readonly #baseline: BugBase | null;
  /** Of the baseline, what was taken away here. */
  readonly #removed = new Set<string>();
  readonly #kept = new Map<string, Kept>();
  /** Why they could not be written. */
  #reason: DirtError | null = null;

  constructor(folder: string, { keeps = false, baseline }: BugBaseOptions = {}) {
    this.folder = folder;
    this.#keeps = keeps;
    this.#baseline = baseline ?? null;
  }

  /** Where it is, or would be. */
  pathOf(id: string): string {
    return this.#isOfBaseline(id) ? this.#baseline!.pathOf(id) : this.#ownPath(id);
  }

  #ownPath(id: string): string {
    return join(this.folder, id);
  }

  /** Is it only in the baseline? */
  #isOfBaseline(id: string): boolean {
    return !existsSync(this.#ownPath(id)) && (this.#baseline?.has(id) ?? false);
  }

  /** All bugs in the order of their names; what cannot be read is named apart. */
  load(): { bugs: StoredBug[]; damaged: Damaged[] } {
    restoreFolders(this.folder);
    const bugs: StoredBug[] = [];
    const damaged: Damaged[] = [];
    for (const id of this.ids()) {
      const folder = this.pathOf(id);
      try {
        bugs.push(this.#read(id));
      } catch (error) {
        damaged.push({ folder, problem: (error as Error).message });
      }
    }
    return { bugs, damaged };
  }

  find(id: string): StoredBug | null {
    return this.ids().includes(id) ? this.#read(id) : null;
  }

  /** The first that is like this. Reads the plan of that one only: a campaign asks for each finding, and plans are long. */
  findLike(isLike: (bug: Bug) => boolean): StoredBug | null {
    restoreFolders(this.folder);
    for (const id of this.ids()) {
      try {
        if (isLike(this.#readBug(id))) return this.#read(id);
      } catch {
        // What cannot be read is named by `load`.
      }
    }
    return null;
  }

  /** Whether there is a folder of this name, damaged or not. */
  has(id: string): boolean {
    return this.ids().includes(id);
  }

  /** Mends what is damaged in a bug.json, if enough is left of it and the plan is whole; false if not. */
  mend(id: string, now: string): boolean {
    return this.atOnce(() => {
      const folder = this.pathOf(id);
      try {
        const json = parsed(textIn(folder, 'bug.json'), 'it', ({ problem }) => new Error(problem));
        decodePlan(textIn(folder, 'plan.json'), 'plan.json');
        const bug = mended(json, id, now);
        if (bug !== null) writeAtomically(join(folder, 'bug.json'), printBug(bug));
        return bug !== null;
      } catch {
        return false;
      }
    });
  }

  /** Nobody else writes between what `work` reads and what it writes. */
  atOnce<T>(work: () => T): T {
    let isBegun = false;
    try {
      return locked(this.folder, () => {
        isBegun = true;
        return work();
      });
    } catch (error) {
      // Where nothing can be written, nobody else writes either.
      if (isBegun || !this.#keeps) throw isBegun ? error : this.#unwritable(error);
      return work();
    }
  }

  /** Stores a bug with the files exported from it, in place of an earlier entry with the same id. */
  store(bug: Bug, plan: Plan, original: Plan | null, exports: Readonly<Record<string, string>>): void {
    const files = {
      'plan.json': encodePlan(plan),
      ...(original !== null && { 'original.plan.json': encodePlan(original) }),
      ...exports,
    };
    this.#write({ bug, plan, files });
  }

  /** Changes what is known about a bug; its plan stays. */
  update(bug: Bug): void {
    const { plan = null, files = null } = this.#kept.get(bug.id) ?? {};
    if (plan === null && this.#isOfBaseline(bug.id)) this.#write(this.#copyOf(bug));
    else this.#write({ bug, plan, files });
  }

  /** Of a bug of the baseline, which is not written to. */
  #copyOf(bug: Bug): Kept {
    const { bug: old, plan, folder } = this.#baseline!.find(bug.id)!;
    const timesSeen = Math.max(0, bug.timesSeen - old.timesSeen);
    return { bug: { ...bug, timesSeen }, plan, files: filesIn(folder) };
  }

  remove(id: string): void {
    this.#kept.delete(id);
    this.#removed.add(id);
    try {
      rmSync(this.#ownPath(id), { recursive: true, force: true });
    } catch (error) {
      if (!this.#keeps) throw this.#unwritable(error);
    }
  }

  /** Tries once more to write what was kept; what is left then, and why. */
  flush(): Unstored | null {
    for (const kept of [...this.#kept.values()]) this.#write(kept);
    if (this.#reason === null || this.#kept.size === 0) return null;
    return { bugs: [...this.#kept.keys()], reason: this.#reason.message, code: this.#reason.code };
  }

  /** Why this bug is only in memory; null if it is not. */
  whyUnstored(id: string): string | null {
    return this.#kept.has(id) ? (this.#reason?.problem ?? '') : null;
  }

  #write(entry: Kept): void {
    const { id } = entry.bug;
    try {
      explained(
        () => locked(this.folder, () => this.#put(entry)),
        (reason) => this.#unwritable({ code: reason }),
      );
      this.#kept.delete(id);
    } catch (error) {
      if (!this.#keeps || !(error instanceof DirtError)) throw error;
      this.#reason = error;
      this.#kept.set(id, entry);
      return;
    }
    // There is space again.
    const next = this.#kept.values().next().value;
    if (next !== undefined) this.#write(next);
  }

  #put({ bug, files }: Kept): void {
    const place = this.#ownPath(bug.id);
    this.#removed.delete(bug.id);
    if (files !== null) {
      const all = { 'bug.json': printBug(bug), ...files };
      replaceFolder(place, (folder) => {
        for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
      });
      return;
    }
    // Somebody may have removed it meanwhile.
    if (!existsSync(join(place, 'plan.json'))) return;
    const report = join(place, 'README.md');
    writeAtomically(join(place, 'bug.json'), printBug(bug));
    const text = readOwnFileIfThere(report);
    if (text !== null) writeAtomically(report, withVersions(text, bug));
  }

  #unwritable(error: unknown): DirtError {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return new DirtError(
      'DIRT_BUGS_WRITE',
      `cannot write the bug base ${this.folder} (${code})`,
      'check its permissions and free space, or choose another folder with --bugs',
    );
  }

  #read(id: string): StoredBug {
    const folder = this.pathOf(id);
    const bug = this.#readBug(id);
    const plan =
      this.#kept.get(id)?.plan ?? decodePlan(textIn(folder, 'plan.json'), join(folder, 'plan.json'));
    return { bug, plan, folder };
  }

  #readBug(id: string): Bug {
    const kept = this.#kept.get(id);
    if (kept !== undefined) return kept.bug;
    const wrong = ({ problem, remedy }: Mismatch) =>
      new DirtError('DIRT_BUG_BROKEN', `bug.json is broken: ${problem}`, `${remedy}, or remove its folder`);
    const json = parsed(textIn(this.pathOf(id), 'bug.json'), 'it', wrong);
    const bug = checked(bugShape, upgraded(json), 'it', wrong);
    if (bug.id === id) return bug;
    throw wrong({ problem: `id is ${bug.id}`, remedy: 'rename the folder' });
  }

  /** In the order of their names. */
  ids(): string[] {
    const stored = explained(
      () => folderNames(this.folder),
      (reason) =>
        new DirtError(
          'DIRT_BUGS_READ',
          `cannot read the bug base ${this.folder} (${reason})`,
          'check its permissions, or choose another folder with --bugs',
        ),
    );
    const others = (this.#baseline?.ids() ?? []).filter((id) => !this.#removed.has(id));
    if (this.#kept.size === 0 && others.length === 0) return stored;
    return [...new Set([...stored, ...this.#kept.keys(), ...others])].sort();
  }
}

/** What a bug's folder holds beside bug.json. */
const FILES = [
  'plan.json',
  'original.plan.json',
  'repro.sql',
  'README.md',
  'repro.test.ts',
  'recording.json',
] as const;

/** All that a bug's folder holds. */
export const BUG_FILES = ['bug.json', ...FILES] as const;

/** Of these, what is there. */
export function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    FILES.flatMap((name) => {
      const text = readOwnFileIfThere(join(folder, name));
      return text === null ? [] : [[name, text]];
    }),
  );
}

/** A file of a bug's folder. The folder may come from anybody, and a link in it could lead to anything. */
export function textIn(folder: string, name: string): string {
  const path = join(folder, name);
  return explained(
    () => {
      if (lstatSync(folder).isSymbolicLink())
        throw Object.assign(new Error(), { code: 'its folder is a link' });
      return readOwnFile(path);
    },
    (reason) =>
      new DirtError(
        'DIRT_BUG_BROKEN',
        `${name} cannot be read (${reason})`,
        'restore it, or remove the folder with `dirt bugs doctor`',
      ),
  );
}

function printBug(bug: Bug): string {
  return `${JSON.stringify(bug, null, 2)}\n`;
}
