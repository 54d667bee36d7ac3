// The one place that writes to the terminal: what comes from outside is shown, does nothing there, and does not fill it.

import type { PackageProgress } from '../engines/index.ts';
import { shownLine, shownLines, visibleJson, visibleShort } from '../visible.ts';

/** How wide what is printed may be; in a file, lines may be long. */
export function outputWidth(): number {
  return process.stdout.columns ?? WIDTH_OF_FILES;
}

const WIDTH_OF_FILES = 140;

/** One line: a line end in it comes from outside, and would let that speak as DIRT does. */
export function print(line = ''): void {
  process.stdout.write(`${shownLine(line)}\n`);
}

/** A text of several lines, such as SQL. */
export function printText(text: string): void {
  process.stdout.write(`${shownLines(text)}\n`);
}

/** A value on one line, for programs. */
export function printJson(value: unknown): void {
  process.stdout.write(`${visibleJson(value)}\n`);
}

/** For what is not the result: progress, warnings, errors. One line. */
export function printError(line: string): void {
  process.stderr.write(`${shownLine(line)}\n`);
}

/** What only whoever mends DIRT needs to know. */
export function printStack(text: string): void {
  process.stderr.write(`${shownLines(text)}\n`);
}

/** An error, its place and its remedy on one line that a person can read. */
export function printFailure(message: string, code: string): void {
  process.stderr.write(`${visibleShort(`dirt: ${message}`, MOST_CHARACTERS - code.length - 3)} [${code}]\n`);
}

const MOST_CHARACTERS = 300;

/** What the reader of the command line says of words that are wrong: it quotes them as they are, and may add what was meant. */
export function printMisuse(said: string): void {
  const [, mistake, meant = ''] = /^([\s\S]*?)(\n\(Did you mean [^\n]*\))?\n*$/.exec(said)!;
  process.stderr.write(`${visibleShort(mistake, MOST_CHARACTERS)}${meant}\n`);
}

/** Says that an engine is being fetched, on a line of its own. */
export function printProgress({ name, version, step, bytes }: PackageProgress): void {
  if (step === 'unpacking') return;
  const size = bytes > 0 ? ` (${(bytes / 1e6).toFixed(1)} MB)` : '';
  printError(`dirt: ${step === 'done' ? 'fetched' : step} ${name}@${version}${size}`);
}
