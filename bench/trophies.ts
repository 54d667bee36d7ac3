// Tries every trophy on the engine that it names and on SQLite, and writes what it saw.
//
//   npm run docs:trophies       (libSQL's are tried if it is installed: npm install --no-save libsql)

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { resolveEngine } from '../src/engines/resolve.ts';
import { sqlite } from '../src/engines/sqlite/sqlite.ts';
import { loadProject } from '../src/project/project.ts';
import { RECORD, recordedTrophies, type SeenTrophy, seenOn, type Trophy, trophies } from './trophy.ts';

const libsql = createRequire(resolve('package.json'));

function hasLibsql(): boolean {
  try {
    libsql.resolve('libsql');
    return true;
  } catch {
    return false;
  }
}

async function tried(trophy: Trophy): Promise<SeenTrophy> {
  const { id, engine: name } = trophy;
  const known = recordedTrophies().find((each) => each.id === id);
  if (name === 'libsql' && !hasLibsql() && known !== undefined) {
    console.log(`${id}: not tried, because libSQL is not installed`);
    return known;
  }
  const engine =
    name === 'libsql'
      ? await (await loadProject(resolve('examples/engine-libsql/dirt.config.ts'))).engineNamed(name)
      : await resolveEngine(name);
  const seen = await seenOn(trophy, engine);
  if (seen === null) throw new Error(`${id}: ${name} passes`);
  if ((await seenOn(trophy, sqlite)) !== null) throw new Error(`${id}: SQLite fails, too`);
  console.log(`${id}: ${name} fails, SQLite passes`);
  return seen;
}

const seen: SeenTrophy[] = [];
for (const trophy of trophies()) seen.push(await tried(trophy));
writeFileSync(RECORD, `${JSON.stringify(seen, null, 2)}\n`);
process.exit();
