// A project whose engine forgets to delete as long as BROKEN says so; VERSION is its version. The engine is SQLite.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN, temporaryFolder } from './dirt.ts';

const SQLITE = new URL('../engines/sqlite/sqlite.js', `file://${MAIN}`).href;

const CONFIG = `import { loadSqlite } from '${SQLITE}';

const isBroken = process.env.BROKEN === '1';
// Columns of generated tables are called c0, c1 …: what probes for features sees nothing wrong.
const DELETE = /^DELETE.*\\bc\\d/s;

const forgetful = async () => {
  const sqlite = await loadSqlite();
  const connection = (inner) => ({
    ...inner,
    kind: 'connection',
    run: (sql, fuel) => inner.run(isBroken && DELETE.test(sql) ? 'SELECT 1 WHERE 0' : sql, fuel),
    close: () => inner.close(),
  });
  const instance = (inner) => ({
    ...inner,
    kind: 'instance',
    connect: async () => {
      const opened = await inner.connect();
      return opened.kind === 'connection' ? connection(opened) : opened;
    },
    close: () => inner.close(),
    drop: () => inner.drop(),
  });
  const boot = async (world) => {
    const booted = await sqlite.boot(world);
    return booted.kind === 'instance' ? instance(booted) : booted;
  };
  return { name: 'forgetful', version: process.env.VERSION ?? '1.0', abilities: sqlite.abilities, boot };
};

export default { engine: 'forgetful', engines: { forgetful } };
`;

export function forgetfulProject(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'dirt.config.mjs'), CONFIG);
  return folder;
}

export const BROKEN = { BROKEN: '1' };
