// What an engine's process has started, also where it left the group: Linux tells the session of a process and the environment that it
// was started with. Elsewhere the group is all that is known.

import { readdirSync, readFileSync } from 'node:fs';
import { killGroup } from './process-group.ts';

/** In the environment of an engine's process, and so of all that it starts: the path of its home. */
export const HOME_VARIABLE = 'DIRT_ENGINE_HOME';

const PROCESSES = '/proc';

/** Ends the processes of a session or home that is no longer needed. `leader` began the session; null if that is not known. */
export function killRelated(leader: number | null, home: string): void {
  for (const pid of processes()) {
    if (pid === process.pid) continue;
    if ((leader !== null && sessionOf(pid) === leader) || isAtHome(pid, home)) killGroup(pid);
  }
}

function processes(): number[] {
  try {
    return readdirSync(PROCESSES).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** The fields after the name, which may hold anything but ends with the last parenthesis: state, parent, group, session. */
function sessionOf(pid: number): number | null {
  const stat = textOf(pid, 'stat');
  const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return session === undefined ? null : Number(session);
}

function isAtHome(pid: number, home: string): boolean {
  return `\0${textOf(pid, 'environ')}`.includes(`\0${HOME_VARIABLE}=${home}\0`);
}

/** Bytes of memory that a process has; null if that cannot be told. */
export function memoryOf(pid: number): number | null {
  const [, pages] = textOf(pid, 'statm').split(' ');
  return pages === undefined ? null : Number(pages) * PAGE_BYTES;
}

/** Of Linux on all but few machines. */
const PAGE_BYTES = 4096;

/** '' if it is gone or somebody else's. */
function textOf(pid: number, file: string): string {
  try {
    return readFileSync(`${PROCESSES}/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
