// `dirt run --watch`: the same run again whenever the engine changes. Each is a process of its own, because an engine that was loaded
// once stays as it was.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSpec } from '../engines/index.ts';
import { DirtError } from '../errors.ts';
import { printError } from './console.ts';
import { EXIT } from './exit-code.ts';

const LOOK_MS = 300;
/** A build writes several files: it is over when nothing has changed for so long. */
const SETTLED_MS = 600;
const MOST_FILES = 5000;

/** What is looked at: what the user names, else the local build that is tested. */
export function watchedPaths(given: true | readonly string[], engine: string): readonly string[] {
  const spec = parseSpec(engine);
  const own = spec?.kind === 'file' ? [spec.path] : [];
  const paths = given === true ? own : given;
  const missing = paths.find((path) => !existsSync(path));
  if (paths.length > 0 && missing === undefined) return paths;
  throw new DirtError(
    'DIRT_WATCH',
    missing === undefined ? `${engine} is no local build that could change` : `there is no ${missing}`,
    'name what the engine is built to: --watch build/engine.wasm, or a folder',
  );
}

/** Until the user breaks it off. */
export async function runAgainAndAgain(paths: readonly string[]): Promise<void> {
  const args = withoutWatch(process.argv.slice(1));
  let child: ChildProcess | null = null;
  let isOver = false;
  // Ctrl-C is heard by the run, too, which ends with its summary.
  const onInterrupt = () => {
    isOver = true;
  };
  process.on('SIGINT', onInterrupt);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isOver = true;
      child?.kill(signal);
    });
  }
  while (!isOver) {
    const before = stateOf(paths);
    const { run, ended } = started(args);
    child = run;
    const isChanged = await changed(paths, before, ended, () => isOver);
    if (isChanged && run.exitCode === null) run.kill('SIGINT');
    const code = await ended;
    if (isOver) process.exitCode = code ?? EXIT.interrupted;
    else if (!isChanged) {
      printError(`dirt: waiting for ${paths.join(', ')} to change; Ctrl-C ends it`);
      await changed(paths, before, null, () => isOver);
    }
    await settled(paths, () => isOver);
  }
}

function started(args: readonly string[]): { run: ChildProcess; ended: Promise<number | null> } {
  const run = spawn(process.execPath, [...process.execArgv, ...args], { stdio: 'inherit' });
  const ended = new Promise<number | null>((resolve, reject) => {
    run.on('error', reject);
    run.on('close', (code) => resolve(code));
  });
  return { run, ended };
}

/** True once something is other than before; false if the run ends first. */
async function changed(
  paths: readonly string[],
  before: string,
  ended: Promise<unknown> | null,
  isOver: () => boolean,
): Promise<boolean> {
  let hasEnded = false;
  void ended?.then(() => {
    hasEnded = true;
  });
  while (!isOver() && !hasEnded) {
    await pause(LOOK_MS);
    if (stateOf(paths) !== before) return true;
  }
  return false;
}

async function settled(paths: readonly string[], isOver: () => boolean): Promise<void> {
  for (let before = ''; !isOver() && before !== stateOf(paths); await pause(SETTLED_MS))
    before = stateOf(paths);
}

/** Sizes and times of all files: it differs when something was built. */
function stateOf(paths: readonly string[]): string {
  const lines: string[] = [];
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false });
    const names = stat?.isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
      : [''];
    for (const name of names.slice(0, MOST_FILES)) {
      const file = statSync(join(path, name), { throwIfNoEntry: false });
      lines.push(`${join(path, name)} ${file?.isFile() ? `${file.size} ${file.mtimeMs}` : ''}`);
    }
  }
  return lines.join('\n');
}

/** The words of the command line without `--watch` and its paths. */
export function withoutWatch(args: readonly string[]): string[] {
  const at = args.findIndex((word) => word === '--watch' || word.startsWith('--watch='));
  if (at < 0) return [...args];
  const rest = args.slice(at + 1);
  const next = rest.findIndex((word) => word.startsWith('-'));
  return [...args.slice(0, at), ...(next < 0 ? [] : rest.slice(next))];
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
