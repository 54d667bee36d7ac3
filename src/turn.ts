// Work that never waits for anything keeps the event loop from its turn, and with it the signals by which a user ends a command. So what may
// take long and runs in one piece asks here, every now and then, whether a turn is due.

/** People do not notice so long a wait; turns that are so rare cost nothing. */
const TURN_MS = 50;

let last = 0;

/** A promise when it is time for a turn of the event loop, else null. */
export function turnIfDue(): Promise<void> | null {
  const now = performance.now();
  if (now - last < TURN_MS) return null;
  last = now;
  return new Promise((resolve) => setImmediate(resolve));
}
