// A project whose engine has many bugs: SQLite in which a write to a generated table may panic, at a place that its text decides.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

const CONFIG = `import { sqlite, wrapEngine } from 'dirt';

const fragile = wrapEngine(sqlite, () => ({
  run: ({ text, go }) =>
    /^(?:INSERT|UPDATE|DELETE).*\\bc\\d/s.test(text) && text.length % 3 === 0
      ? { kind: 'panic', message: 'boom', location: 'write.rs:' + text.length + ':1' }
      : go(),
}));

export default { engines: { fragile: { ...fragile, name: 'fragile' } } };
`;

/** The folder of the project. */
export function fragileProject(): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'dirt.config.mjs'), CONFIG);
  return cwd;
}
