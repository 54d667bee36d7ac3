// The bug base: one folder per bug. bug.json and plan.json are the truth, the rest is exported from them. A folder is replaced
// as a whole, so that a crash leaves either the old one or the new one.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DirtError } from '../errors.ts';
import { explained, folderNames, replaceFolder, restoreFolders, writeAtomically } from '../files/index.ts';
import { checked, type Mismatch, parsed } from '../json/index.ts';
import { decodePlan, encodePlan, type Plan } from '../plan/index.ts';
import type { Bug } from './bug.ts';
import { bugShape, upgraded } from './bug-shape.ts';
import { withVersions } from './exports.ts';

export interface StoredBug {
  readonly bug: Bug;
  readonly plan: Plan;
  readonly folder: string;
}

export interface Damaged {
  readonly folder: string;
  readonly problem: string;
}

export class BugBase {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  pathOf(id: string): string {
    return join(this.folder, id);
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

  /** Stores a bug with the files exported from it, in place of an earlier entry with the same id. */
  store(bug: Bug, plan: Plan, original: Plan | null, exports: Readonly<Record<string, string>>): void {
    const files = {
      'bug.json': printBug(bug),
      'plan.json': encodePlan(plan),
      ...(original !== null && { 'original.plan.json': encodePlan(original) }),
      ...exports,
    };
    this.#write(() =>
      replaceFolder(this.pathOf(bug.id), (folder) => {
        for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      }),
    );
  }

  /** Changes what is known about a bug; its plan stays. */
  update(bug: Bug): void {
    const report = join(this.pathOf(bug.id), 'README.md');
    this.#write(() => {
      writeAtomically(join(this.pathOf(bug.id), 'bug.json'), printBug(bug));
      if (existsSync(report)) writeAtomically(report, withVersions(readFileSync(report, 'utf8'), bug));
    });
  }

  remove(id: string): void {
    rmSync(this.pathOf(id), { recursive: true, force: true });
  }

  #write(work: () => void): void {
    explained(
      work,
      (reason) =>
        new DirtError(
          'DIRT_BUGS_WRITE',
          `cannot write the bug base ${this.folder} (${reason})`,
          'check its permissions and free space, or choose another folder with --bugs',
        ),
    );
  }

  #read(id: string): StoredBug {
    const folder = this.pathOf(id);
    const bug = this.#readBug(id);
    const plan = decodePlan(readFileSync(join(folder, 'plan.json'), 'utf8'), join(folder, 'plan.json'));
    return { bug, plan, folder };
  }

  #readBug(id: string): Bug {
    const wrong = ({ problem, remedy }: Mismatch) =>
      new DirtError('DIRT_BUG_BROKEN', `bug.json is broken: ${problem}`, `${remedy}, or remove its folder`);
    const json = parsed(readFileSync(join(this.pathOf(id), 'bug.json'), 'utf8'), 'it', wrong);
    const bug = checked(bugShape, upgraded(json), 'it', wrong);
    if (bug.id === id) return bug;
    throw wrong({ problem: `id is ${bug.id}`, remedy: 'rename the folder' });
  }

  /** In the order of their names. */
  ids(): string[] {
    return folderNames(this.folder);
  }
}

function printBug(bug: Bug): string {
  return `${JSON.stringify(bug, null, 2)}\n`;
}
