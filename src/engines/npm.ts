// Runs npm, which knows the registry, how to reach it, and its cache.

import { execFile } from 'node:child_process';
import { DirtError } from '../errors.ts';
import { anything, openObject, readIfFits, text } from '../json/index.ts';

/** One short retry: without a network, the error should come soon. */
const RETRIES = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000'];

const NO_SUCH_VERSION = ['E404', 'ETARGET', 'ENOVERSIONS'];
const CORRUPT = ['EINTEGRITY', 'Z_BUF_ERROR', 'Z_DATA_ERROR', 'TAR_BAD_ARCHIVE'];

export type NpmFailure = 'noSuchVersion' | 'corrupt' | 'unreachable';

/** npm ran and reported an error. */
export class NpmError extends Error {
  readonly failure: NpmFailure;
  readonly code: string;

  constructor(code: string, summary: string) {
    super(summary);
    this.code = code;
    this.failure = NO_SUCH_VERSION.includes(code)
      ? 'noSuchVersion'
      : CORRUPT.includes(code)
        ? 'corrupt'
        : 'unreachable';
  }
}

/** Runs npm and returns what it prints as JSON; undefined when it prints nothing. */
export async function npm(...parameters: string[]): Promise<unknown> {
  const isWindows = process.platform === 'win32';
  const output = await new Promise<string>((resolve, reject) => {
    const options = { maxBuffer: 64 << 20, shell: isWindows, windowsHide: true };
    execFile('npm', [...parameters, '--json', ...RETRIES], options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else if (error.code === ('ENOENT' as unknown)) reject(npmMissing());
      else reject(failureOf(stdout, error.message));
    });
  });
  return readIfFits(anything, output) ?? undefined;
}

const failureShape = openObject({ error: openObject({}, { code: text, summary: text }) });

function failureOf(stdout: string, otherwise: string): NpmError {
  const { code = 'unknown', summary = otherwise } = readIfFits(failureShape, stdout)?.error ?? {};
  return new NpmError(code, summary);
}

function npmMissing(): DirtError {
  return new DirtError(
    'DIRT_NPM_MISSING',
    'npm was not found',
    'put npm on the PATH: it fetches other versions',
  );
}
