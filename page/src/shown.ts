// What comes from a database, as it can be shown: characters that are not seen or turn the direction of writing are spelt out, as on the terminal.

import { visibleLines } from '../../src/visible.ts';

/** Is copied as it is, and spelt out only where it is shown; a recording, which is long, when it is opened. */
const LATER: ReadonlySet<string> = new Set(['script', 'issue', 'command', 'recording']);

/** The same with all its texts spelt out, whatever it is made of. */
export function shown<T>(value: T): T {
  return spelt(value) as T;
}

function spelt(value: unknown): unknown {
  if (typeof value === 'string') return visibleLines(value);
  if (Array.isArray(value)) return value.map(spelt);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, LATER.has(name) ? each : spelt(each)]),
  );
}
