// Where a process lives: a folder with the files of one database after the other, and one for temporary files, so that an engine that
// is killed leaves none elsewhere. When a thread ends, its processes and their homes go with it; the main thread clears up after all,
// and the next DIRT after one that was killed itself.

import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';
import { isAlive, processNamespace } from '../../files/index.ts';
import { homesFolder, homesFolders } from './homes-folder.ts';
import { killGroup } from './process-group.ts';
import { HOME_VARIABLE, killRelated } from './related-processes.ts';

/** Other threads of this process may be ended at any time, so the names of homes say whose they are. */
const OF_DIRT = 'dirt-engine-';
const OF_PROCESS = `${OF_DIRT}${process.pid}-`;
const OF_THREAD = `${OF_PROCESS}${threadId}-`;

const PID_FILE = 'pid';

/** Processes of other containers may share the folders of homes, and have numbers of their own. */
const NAMESPACE_FILE = 'namespace';

/** A home gets a folder with every boot; one that had none for so long, and whose parent cannot be known here, is forgotten. */
const FORGOTTEN_MS = 3_600_000;
let hasSwept = false;

export class ProcessHome {
  readonly path = mkdtempSync(join(homesFolder(), OF_THREAD));
  /** For temporary files. */
  readonly temporary = join(this.path, 'tmp');
  #folders = 0;
  #pid: number | null = null;

  constructor() {
    mkdirSync(this.temporary);
    writeFileSync(join(this.path, NAMESPACE_FILE), processNamespace());
    sweepHomes();
  }

  /** What its process is started with. */
  get environment(): Readonly<Record<string, string>> {
    return { TMPDIR: this.temporary, [HOME_VARIABLE]: this.path };
  }

  /** Notes whose home it is. */
  belongsTo(pid: number): void {
    this.#pid = pid;
    writeFileSync(join(this.path, PID_FILE), String(pid));
  }

  /** For the files of one database. No path is used twice, since engines may remember databases by their path. */
  makeFolder(): string {
    this.#folders++;
    const folder = join(this.path, `files-${this.#folders}`);
    // An engine may have removed all of it.
    if (!existsSync(this.temporary)) {
      mkdirSync(this.temporary, { recursive: true });
      if (this.#pid !== null) this.belongsTo(this.#pid);
    }
    mkdirSync(folder, { recursive: true });
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
    killRelated(pid, home);
    removeFolder(home);
  }
}

/** Removes what parents have left that were killed, with what their processes have left running. Looks once. */
export function sweepHomes(): void {
  if (hasSwept) return;
  hasSwept = true;
  for (const home of homesIn(homesFolders(), OF_DIRT)) {
    const [, parent] = /^dirt-engine-(\d+)-/.exec(basename(home)) ?? [];
    if (parent === undefined || isAlive(Number(parent))) continue;
    try {
      const isOurs = readFileSync(join(home, NAMESPACE_FILE), 'utf8') === processNamespace();
      if (!isOurs && Date.now() - statSync(home).mtimeMs <= FORGOTTEN_MS) continue;
      // Its number may be another's by now, but the environment is its own.
      killRelated(null, home);
      removeFolder(home);
    } catch {
      // Somebody else removes it, or it belongs to somebody else.
    }
  }
}

function homesIn(folders: readonly string[], prefix: string): string[] {
  return folders.flatMap((folder) =>
    readIfThere(folder).flatMap((name) => {
      const home = join(folder, name);
      return name.startsWith(prefix) && isOurs(home) ? home : [];
    }),
  );
}

/** Anybody may make a folder of such a name where all have their temporary files; what it says is believed only of this user. */
function isOurs(home: string): boolean {
  const stat = lstatSync(home, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && (process.getuid === undefined || stat.uid === process.getuid());
}

function readIfThere(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Null if the process could not be started, or what was written of it is no number of one: 0 would be this process's own group. */
function pidIn(home: string): number | null {
  try {
    const text = readFileSync(join(home, PID_FILE), 'utf8');
    return /^[1-9]\d{0,9}$/.test(text) && text !== '1' ? Number(text) : null;
  } catch {
    return null;
  }
}

process.once('exit', clearUp);
