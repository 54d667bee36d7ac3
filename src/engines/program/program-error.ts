// Mistakes in a program that speaks the protocol: where it is, what it said, and what to do about it.

import { DirtError } from '../../errors.ts';
import { type Mismatch, shortened } from '../../json/index.ts';

const REMEDY = 'docs/program-protocol.md says what a program must answer';
const MOST_SHOWN = 120;

/** The program did not answer as the protocol says. `stderr` is the last it wrote there, or ''. */
export function protocolError(
  command: readonly string[],
  { place = '', problem }: { readonly place?: string; readonly problem: string },
  stderr: string,
  remedy: string,
): DirtError {
  const error = new DirtError(
    'DIRT_PROGRAM_PROTOCOL',
    `${titleOfCommand(command)}: ${place}${problem}${wrote(stderr)}`,
    `${remedy}; ${REMEDY}`,
  );
  // What is the same whenever the program does it.
  return Object.assign(error, { cause: problem });
}

/** The program did not get as far as to say hello. */
export function startError(
  command: readonly string[],
  problem: string,
  stderr: string,
  remedy: string = `run it by hand, type {"do":"hello"} and see that it answers; ${REMEDY}`,
): DirtError {
  return new DirtError(
    'DIRT_PROGRAM_START',
    `${titleOfCommand(command)}: ${problem}${wrote(stderr)}`,
    remedy,
  );
}

/** The program says protocol 2, but a process of it does not open a database after another that a new process opens. */
export function reopenError(command: readonly string[], problem: string): DirtError {
  const remedy = 'let go of everything at close, or leave "protocol" out of the answer to hello';
  return protocolError(
    command,
    { problem: `it says protocol 2, but open after close fails (${problem}), which a new process does not` },
    '',
    `${remedy} and get a new process for every database`,
  );
}

/** What is wrong with the arguments of `program()`. */
export function optionError({ problem, remedy }: Mismatch): DirtError {
  return new DirtError(
    'DIRT_PROGRAM_OPTIONS',
    `program(): ${problem}`,
    `${remedy}; it is called as in program({ command: ['python3', 'engine.py'] })`,
  );
}

function titleOfCommand(command: readonly string[]): string {
  return `the program "${excerpt(command.join(' '))}"`;
}

/** Enough of a line, or of a command, to recognise it. */
export function excerpt(text: string): string {
  return shortened(text, MOST_SHOWN);
}

function wrote(stderr: string): string {
  return stderr === '' ? '' : `; on stderr: ${stderr}`;
}
