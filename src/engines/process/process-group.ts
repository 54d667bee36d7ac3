// A process with all that it has started is a group of its own: an interrupt from the keyboard is for DIRT, and must not look like a
// panic of the engine.

import type { SpawnOptions } from 'node:child_process';

export const OWN_GROUP = { detached: true, windowsHide: true } as const satisfies SpawnOptions;

/** Ends a process and all that it has started, whatever they are doing. */
export function killGroup(pid: number): void {
  if (!kill(-pid)) kill(pid);
}

/** Ends what a process has left that is gone itself. */
export function killRest(pid: number): void {
  kill(-pid);
}

/** False if it is gone already, there are no groups here, or it is no process: 0 is the own group for the system, and −1 is everybody. */
function kill(target: number): boolean {
  if (!(Math.abs(target) > 1)) return false;
  try {
    return process.kill(target, 'SIGKILL');
  } catch {
    return false;
  }
}
