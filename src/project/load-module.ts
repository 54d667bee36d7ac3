// Loads a file of the user's project, in TypeScript or JavaScript. What it imports from 'dirt' is the running DIRT, not a
// second copy of it, so that checks which it defines are registered here.

import { relative } from 'node:path';
import type { Jiti } from 'jiti';
import { configError } from '../config/index.ts';
import { DirtError } from '../errors.ts';
import { readText } from '../files/index.ts';

let loader: Promise<Jiti> | undefined;

/** `dirt/fast-check`, which is loaded once a file names it: the package need not be there. */
const fastCheck: Record<string, unknown> = {};
const FAST_CHECK = 'dirt/fast-check';

async function createLoader(): Promise<Jiti> {
  const { createJiti } = await import('jiti');
  const dirt = await import(own('index'));
  // Interoperation of default exports wraps every module into a proxy, which makes hot loops 30 times slower.
  return createJiti(import.meta.url, {
    interopDefault: false,
    virtualModules: { dirt, [FAST_CHECK]: fastCheck },
  });
}

/** A module of the running DIRT. */
function own(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`../${name}.${extension}`, import.meta.url).href;
}

async function loadFastCheck(): Promise<void> {
  Object.assign(fastCheck, await import(own('fast-check')));
}

/** What the file exports. `path` is absolute. */
export async function loadModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  loader ??= createLoader();
  const jiti = await loader;
  try {
    if (readText(path).includes(FAST_CHECK)) await loadFastCheck();
    return await jiti.import(path);
  } catch (error) {
    // A mistake that a function of DIRT was called with has been explained already.
    if (error instanceof DirtError) throw configError(relative('', path), error.problem, error.remedy, error);
    throw configError(
      relative('', path),
      problemOf(error, path),
      'correct it; --debug prints the stack',
      error,
    );
  }
}

function problemOf(error: unknown, path: string): string {
  if (!(error instanceof Error)) return `it throws ${String(error)}`;
  const [message] = error.message.split('\nRequire stack:');
  const [, syntax, file, row] = /^ParseError: (.*?)\s+(\S+):(\d+):\d+$/s.exec(message) ?? [];
  if (syntax !== undefined)
    return `${file === path ? '' : `${relative('', file)}, `}line ${row} does not parse (${syntax})`;
  if (message.startsWith('Cannot find')) return message;
  const line = error.stack?.split('\n').find((frame) => frame.includes(path));
  const place = line?.slice(line.indexOf(path) + path.length).match(/^:(\d+)/)?.[1];
  return `${place === undefined ? 'it' : `line ${place}`} throws ${error.name}: ${message}`;
}
