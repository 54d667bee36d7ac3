// Makes `npx dirt` work in a clone of this repository: npm links the bins of dependencies, but not the package's own.

import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs';

const program = new URL('../dist/cli/main.js', import.meta.url);
const bin = new URL('../node_modules/.bin/', import.meta.url);

chmodSync(program, 0o755);
if (existsSync(bin) && process.platform !== 'win32') {
  const link = new URL('dirt', bin);
  rmSync(link, { force: true });
  symlinkSync('../../dist/cli/main.js', link);
}
