// Whether a configuration brings code that the user of the working folder need not know: it runs as soon as it is loaded. One in JSON
// names files with properties, which are code too.

import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** What the top of a project has. */
const TOPS = ['package.json', '.git'];

/** Files of a bug's folder, which people send to each other. */
const OF_BUGS = ['bug.json', 'plan.json'];

/** `file` is the absolute path of a configuration. */
export function isForeignCode(file: string): boolean {
  const folder = dirname(file);
  if (OF_BUGS.some((name) => existsSync(join(folder, name)))) return true;
  const [top, own] = [topOf(folder), topOf(process.cwd())];
  // A folder below the working one that is the top of nothing belongs to it.
  const isBelow = top === folder && !isTop(top) && folder.startsWith(`${own}${sep}`);
  return top !== own && !isBelow;
}

/** The nearest folder around this one that looks like the top of a project; without any, the folder itself. */
function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (isTop(at)) return at;
    if (at === dirname(at)) return folder;
  }
}

function isTop(folder: string): boolean {
  return TOPS.some((name) => existsSync(join(folder, name)));
}
