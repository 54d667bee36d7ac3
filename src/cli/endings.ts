// How a command ends before its time: by a signal, or because nobody reads what it prints. What is registered for the end of the process
// (temporary folders, half-written files, engines) is done in every case.

import { printFailure } from './console.ts';
import { EXIT } from './exit-code.ts';

/** Signals that end a command. */
export const ENDING_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

let isOutputLost = false;
const listeners = new Set<() => void>();

/** Calls back when what is printed reaches nobody any more, now or later. */
export function onOutputLost(listener: () => void): void {
  if (isOutputLost) listener();
  else listeners.add(listener);
}

/** To be called once, before anything else. */
export function prepareEndings(): void {
  for (const signal of ENDING_SIGNALS) {
    process.on(signal, () => {
      // A command that has a listener of its own ends by itself.
      if (process.listenerCount(signal) === 1) process.exit(EXIT.interrupted);
    });
  }
  process.stdout.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    if (isOutputLost) return;
    isOutputLost = true;
    // The reader of the output may close it early (`dirt bugs | head`): that is its right, and the exit code is what it would be otherwise.
    if (code !== 'EPIPE') {
      printFailure(
        `cannot write standard output (${code}): check free space, or write elsewhere`,
        'DIRT_OUTPUT',
      );
      process.once('exit', () => {
        process.exitCode = EXIT.notWritten;
      });
    }
    for (const listener of listeners) listener();
  });
  // There is nobody else to tell.
  process.stderr.on('error', () => {});
}
