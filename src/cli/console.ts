// The one place that writes to the terminal.

import type { PackageProgress } from '../engines/index.ts';

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** For what is not the result: progress, warnings, errors. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Says that an engine is being fetched, on a line of its own. */
export function printProgress({ name, version, step, bytes }: PackageProgress): void {
  const size = bytes > 0 ? ` (${(bytes / 1e6).toFixed(1)} MB)` : '';
  printError(`dirt: ${step} ${name}@${version}${size}`);
}
