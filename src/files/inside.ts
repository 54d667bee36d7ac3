// Where a file of any name goes that belongs into a folder: names on a simulated disk come from SQL, which anybody may have written.

import { join } from 'node:path';

/** A path in the folder or below it; of a name that leads elsewhere, the parts that do are spelt out. */
export function inside(folder: string, name: string): string {
  const parts = name
    .split(/[\\/]+/)
    .map((part) => (/^\.+$/.test(part) ? part.replaceAll('.', '%2e') : part.replace(/[\0:]/g, spelt)));
  return join(folder, ...parts);
}

function spelt(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
