// Whether a process of this machine is running, for what processes that were killed leave behind.

import { kill } from 'node:process';

export function isAlive(process: number): boolean {
  try {
    kill(process, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
