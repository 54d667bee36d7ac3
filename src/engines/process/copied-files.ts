// The files of a world as real files in a folder, and back.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inside, makeFolder } from '../../files/index.ts';

/** A plan needs a thousandth of it, and a world keeps several copies of its files in memory. */
const MOST_BYTES = 2 ** 30;

export function putFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [name, bytes] of files) {
    const path = inside(folder, name);
    makeFolder(dirname(path));
    writeFileSync(path, bytes);
  }
}

/** All files by their path in the folder; an engine may have folders of its own. Throws if an engine has made that impossible. */
export function filesIn(folder: string): [string, Uint8Array][] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  if (bytes > MOST_BYTES) throw Object.assign(new Error(), { code: `${(bytes / 1e9).toFixed(1)} GB` });
  return names.map((name) => [name, readFileSync(join(folder, name))]);
}
