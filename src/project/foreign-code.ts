// Whether a configuration brings code that the user of the working folder need not know: it runs as soon as it is loaded. One in JSON
// names files with properties, which are code too.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the top of a project has. */
const TOPS = ['package.json', '.git'];

/** Files of a bug's folder, which people send to each other. */
const OF_BUGS = ['bug.json', 'plan.json'];

/** `file` is the absolute path of a configuration. */
export function isForeignCode(file: string): boolean {
  const folder = dirname(file);
  return topOf(folder) !== topOf(process.cwd()) || OF_BUGS.some((name) => existsSync(join(folder, name)));
}

/** The nearest folder around this one that looks like the top of a project; without any, the folder itself. */
function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (TOPS.some((name) => existsSync(join(at, name)))) return at;
    if (at === dirname(at)) return folder;
  }
}
