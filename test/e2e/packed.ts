// The package as npm packs it, in a copy of the repository, without what older builds left in dist/.

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

export const REPOSITORY = new URL('../../', import.meta.url).pathname;

/** What a clone has and the package may take. */
const SOURCES = [
  'src',
  'test',
  'docs',
  'examples',
  'scripts',
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
];

export interface Packed {
  /** The copy of the repository. */
  readonly clone: string;
  /** The archive. */
  readonly file: string;
  /** What is in it. */
  readonly paths: readonly string[];
}

export function pack(): Packed {
  const clone = temporaryFolder();
  for (const name of SOURCES) cpSync(join(REPOSITORY, name), join(clone, name), { recursive: true });
  cpSync(join(REPOSITORY, 'dist'), join(clone, 'dist'), { recursive: true, filter: isCurrent });
  const [packed]: { readonly filename: string; readonly files: readonly { readonly path: string }[] }[] =
    JSON.parse(command(clone, 'npm', 'pack', '--json', '--ignore-scripts').stdout);
  return { clone, file: join(clone, packed.filename), paths: packed.files.map(({ path }) => path) };
}

export function command(cwd: string, name: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  const env = { ...process.env, NO_COLOR: '1', npm_config_loglevel: 'error' };
  return spawnSync(name, args, { cwd, encoding: 'utf8', env, timeout: 110_000 });
}

/** Is it a folder, made from a source that is still there, or from all? */
function isCurrent(path: string): boolean {
  if (path.startsWith(`${REPOSITORY}dist/chunks`)) return true;
  const source = path.replace(`${REPOSITORY}dist`, `${REPOSITORY}src`).replace(/(?:\.d\.ts|\.js)$/, '.ts');
  return existsSync(source);
}
