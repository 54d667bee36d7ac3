// Finds the message and the place in what Rust prints when it panics.

import type { Panic } from '../../sql/index.ts';
import { RunningHash } from '../../world/index.ts';

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

/** A function of the module with the place in it. */
const FRAME = /wasm-function\[\d+\]:0x[0-9a-f]+/g;

/** The innermost calls: about seven are of Rust's panic itself. More would tell apart how deep a recursion was. */
const FRAMES = 12;

// V8 keeps ten frames if nobody says otherwise.
Error.stackTraceLimit = Math.max(Error.stackTraceLimit, 2 * FRAMES);

/** What led to a trap, in a few digits: a helper that panics is called for many reasons. '' if the error does not tell. */
export function trailOf({ stack = '' }: Error): string {
  const frames = [...stack.matchAll(FRAME)].slice(0, FRAMES);
  if (frames.length === 0) return '';
  const hash = new RunningHash();
  for (const [frame] of frames) hash.text(frame);
  return hash.digest().slice(0, 6);
}
