// Where a process lives: a folder with the files of one database after the other, and one for temporary files, so that an engine that
// is killed leaves none elsewhere. When a thread ends, its processes and their homes go with it; the main thread clears up after all,
// and the next DIRT after one that was killed itself.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';
import { isAlive } from '../../files/index.ts';
import { homesFolder, homesFolders } from './homes-folder.ts';
import { killGroup } from './process-group.ts';

/** Other threads of this process may be ended at any time, so the names of homes say whose they are. */
const OF_DIRT = 'dirt-engine-';
const OF_PROCESS = `${OF_DIRT}${process.pid}-`;
const OF_THREAD = `${OF_PROCESS}${threadId}-`;

const PID_FILE = 'pid';

/** A home gets a folder with every boot; one that had none for so long, and whose parent is not known here, is forgotten. */
const FORGOTTEN_MS = 3_600_000;
let hasSwept = false;

export class ProcessHome {
  readonly path = mkdtempSync(join(homesFolder(), OF_THREAD));
  /** For temporary files. */
  readonly temporary = join(this.path, 'tmp');
  #folders = 0;

  constructor() {
    mkdirSync(this.temporary);
    if (!hasSwept) sweep();
    hasSwept = true;
  }

  /** Notes whose home it is. */
  belongsTo(pid: number): void {
    writeFileSync(join(this.path, PID_FILE), String(pid));
  }

  /** For the files of one database. No path is used twice, since engines may remember databases by their path. */
  makeFolder(): string {
    this.#folders++;
    const folder = join(this.path, `files-${this.#folders}`);
    mkdirSync(folder);
    return folder;
  }

  remove(): void {
    removeFolder(this.path);
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Nothing can be waited for at the end, and a thread that was ended has told nobody which processes it had: the homes tell. */
export function clearUp(): void {
  for (const home of homesIn(homesFolders(), isMainThread ? OF_PROCESS : OF_THREAD)) {
    const pid = pidIn(home);
    // Its number is not given to another process before its end was noticed, and then the home is gone.
    if (pid !== null) killGroup(pid);
    removeFolder(home);
  }
}

/** Removes what parents have left that were killed; their processes end by themselves. */
function sweep(): void {
  for (const home of homesIn(homesFolders(), OF_DIRT)) {
    const [, parent] = /^dirt-engine-(\d+)-/.exec(basename(home)) ?? [];
    if (parent === undefined || isAlive(Number(parent))) continue;
    try {
      if (Date.now() - statSync(home).mtimeMs > FORGOTTEN_MS) removeFolder(home);
    } catch {
      // Somebody else removes it, or it belongs to somebody else.
    }
  }
}

function homesIn(folders: readonly string[], prefix: string): string[] {
  return folders.flatMap((folder) =>
    readIfThere(folder).flatMap((name) => (name.startsWith(prefix) ? join(folder, name) : [])),
  );
}

function readIfThere(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function pidIn(home: string): number | null {
  try {
    return Number(readFileSync(join(home, PID_FILE), 'utf8'));
  } catch {
    // The process could not be started.
    return null;
  }
}

process.once('exit', clearUp);
