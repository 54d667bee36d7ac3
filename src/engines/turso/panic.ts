// Finds the message and the place in what Rust prints when it panics.

import type { Panic } from '../../sql/index.ts';

/** `panicked at core/vdbe/execute.rs:19:13:`, the message on the next lines, then perhaps a note. */
const PANIC = /panicked at ([^\n]+?:\d+:\d+):?\n([\s\S]*?)(?:\nnote: |\nstack backtrace:|\n*$)/;

/** Up to Rust 1.72 the message came first, in quotes. */
const OLD_PANIC = /panicked at '([\s\S]*?)', ([^\n]+:\d+:\d+)/;

/** `otherwise` is said when the text contains no panic. */
export function readPanic(printed: string, otherwise: string): Panic {
  const [, place, message] = PANIC.exec(printed) ?? [];
  if (place !== undefined) return { kind: 'panic', message: message.trim(), location: place };
  const [, oldMessage, oldPlace] = OLD_PANIC.exec(printed) ?? [];
  if (oldPlace !== undefined) return { kind: 'panic', message: oldMessage, location: oldPlace };
  return { kind: 'panic', message: otherwise, location: '' };
}

/** A function of the module, by its number. */
const FRAME = /wasm-function\[(\d+)\]/g;

/** The innermost calls are of Rust's panic itself; the next is the function that panicked, with the helpers compiled into it. */
const FRAMES_OF_THE_PANIC = 8;

// V8 keeps ten frames if nobody says otherwise.
Error.stackTraceLimit = Math.max(Error.stackTraceLimit, 2 * FRAMES_OF_THE_PANIC);

/** The function that panicked: a helper at the place of a panic serves many of them. '' if the error does not tell. */
export function functionOf({ stack = '' }: Error): string {
  return [...stack.matchAll(FRAME)][FRAMES_OF_THE_PANIC]?.[1] ?? '';
}
