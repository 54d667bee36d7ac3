// The bug base: one folder a bug. bug.json and plan.json are the truth, the rest is exported from them. A folder is written
// under a temporary name and renamed, so that a crash leaves either the old one or the new one.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import { DirtError } from '../errors.ts';
import { type Mismatch, read } from '../json/read.ts';
import { decodePlan, encodePlan } from '../plan/codec.ts';
import type { Plan } from '../plan/plan.ts';
import type { Bug } from './bug.ts';
import { bugShape } from './bug-shape.ts';

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
    this.#restore();
    const bugs: StoredBug[] = [];
    const damaged: Damaged[] = [];
    for (const id of this.#ids()) {
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
    return this.#ids().includes(id) ? this.#read(id) : null;
  }

  /** The first that is like this. Reads the plan of that one only: a campaign asks for each finding, and plans are long. */
  findLike(isLike: (bug: Bug) => boolean): StoredBug | null {
    this.#restore();
    for (const id of this.#ids()) {
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
    const folder = this.pathOf(bug.id);
    const temporary = join(this.folder, `.${bug.id}.${process.pid}.tmp`);
    try {
      rmSync(temporary, { recursive: true, force: true });
      mkdirSync(temporary, { recursive: true });
      const write = (name: string, text: string): void => writeFileSync(join(temporary, name), text);
      write('bug.json', `${JSON.stringify(bug, null, 2)}\n`);
      write('plan.json', encodePlan(plan));
      if (original !== null) write('original.plan.json', encodePlan(original));
      for (const [name, text] of Object.entries(exports)) write(name, text);
      const old = `${temporary}.old`;
      if (this.#ids().includes(bug.id)) renameSync(folder, old);
      renameSync(temporary, folder);
      rmSync(old, { recursive: true, force: true });
    } catch (error) {
      throw new DirtError(
        'DIRT_BUGS_WRITE',
        `cannot write the bug base ${this.folder} (${(error as NodeJS.ErrnoException).code ?? error})`,
        'check its permissions and free space, or choose another folder with --bugs',
      );
    }
  }

  /** Changes what is known about a bug; its plan stays. */
  update(bug: Bug): void {
    const file = join(this.pathOf(bug.id), 'bug.json');
    const temporary = `${file}.${process.pid}.tmp`;
    writeFileSync(temporary, `${JSON.stringify(bug, null, 2)}\n`);
    renameSync(temporary, file);
  }

  remove(id: string): void {
    rmSync(this.pathOf(id), { recursive: true, force: true });
  }

  /** A process that was killed while it replaced an entry may have left the old one under a temporary name. */
  #restore(): void {
    for (const name of this.#names()) {
      const [, id, process] = /^\.(.+)\.(\d+)\.tmp\.old$/.exec(name) ?? [];
      if (id === undefined || isAlive(Number(process)) || existsSync(this.pathOf(id))) continue;
      renameSync(join(this.folder, name), this.pathOf(id));
    }
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
    const bug = read(bugShape, readFileSync(join(this.pathOf(id), 'bug.json'), 'utf8'), 'it', wrong);
    if (bug.id === id) return bug;
    throw wrong({ problem: `id is ${bug.id}`, remedy: 'rename the folder' });
  }

  #ids(): string[] {
    return this.#names()
      .filter((name) => !name.startsWith('.'))
      .sort();
  }

  #names(): string[] {
    try {
      return readdirSync(this.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}

function isAlive(process: number): boolean {
  try {
    kill(process, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
