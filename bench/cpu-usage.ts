// Imported by a process that is measured, before anything else: at its end it notes the CPU time that it took with all of its threads.

import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_CPU_USAGE;
if (isMainThread && file !== undefined) {
  // What this process starts, an engine in a process of its own, must not write into the same file.
  delete process.env.BENCH_CPU_USAGE;
  process.on('exit', () => writeFileSync(file, JSON.stringify(process.cpuUsage())));
}
