// A project whose engine forgets to delete as long as BROKEN says so; VERSION is its version. The engine is SQLite.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

const CONFIG = `import { sqlite, wrapEngine } from 'dirt';

const isBroken = process.env.BROKEN === '1';
// Columns of generated tables are called c0, c1 …: what probes for features sees nothing wrong.
const DELETE = /^DELETE.*\\bc\\d/s;

const wrapped = wrapEngine(sqlite, () => ({
  run: ({ text, go }) => (isBroken && DELETE.test(text) ? go('SELECT 1 WHERE 0') : go()),
}));
const forgetful = { ...wrapped, name: 'forgetful', version: process.env.VERSION ?? '1.0' };

export default { engine: 'forgetful', engines: { forgetful } };
`;

export function forgetfulProject(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'dirt.config.mjs'), CONFIG);
  return folder;
}

export const BROKEN = { BROKEN: '1' };
