// A project whose engine is a program: SQLite with one hostile act, or none.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../temporary-folder.ts';

export const HOSTILE = fileURLToPath(new URL('../engines/program/hostile.mjs', import.meta.url));

/** The folder of the project. `limits` are more arguments of `program()`, as text. */
export function programProject(kind = 'nothing', limits = ''): string {
  const cwd = temporaryFolder();
  const command = JSON.stringify([process.execPath, HOSTILE, kind]);
  writeFileSync(
    join(cwd, 'dirt.config.mjs'),
    `import { program } from 'dirt';
const hostile = program({ command: ${command}, ${limits} });
export default { engines: { hostile }, engine: 'hostile' };`,
  );
  return cwd;
}
