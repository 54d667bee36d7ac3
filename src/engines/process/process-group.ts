// A process with all that it has started is a group of its own: an interrupt from the keyboard is for DIRT, and must not look like a
// panic of the engine.

import type { SpawnOptions } from 'node:child_process';

export const OWN_GROUP = { detached: true, windowsHide: true } as const satisfies SpawnOptions;

/** Ends a process and all that it has started, whatever they are doing. */
export function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
      return;
    } catch {
      // It is gone already, or there are no groups here.
    }
  }
}
