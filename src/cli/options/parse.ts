// Option values that are more than text.

import { InvalidArgumentError } from 'commander';

export function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('It must be a positive integer.');
}

/** The same up to a limit: beyond it no machine is helped, and some are stopped. */
export function parseUpTo(most: number): (text: string) => number {
  return (text) => {
    const count = parseCount(text);
    if (count <= most) return count;
    throw new InvalidArgumentError(`It must be at most ${most}.`);
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A timer that is set to more goes off at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** `90s`, `5m`, `1h`, `500ms`; a number alone means seconds. In milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Write a time such as 60s, 5m or 1h.');
  const milliseconds = Math.round(Number(match[1]) * UNITS[match[2] ?? 's']);
  if (milliseconds <= LONGEST_MS) return milliseconds;
  throw new InvalidArgumentError('It must be at most 596h.');
}

/** The shortest text that `parseDuration` reads as this. */
export function printDuration(milliseconds: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, size]) => milliseconds % size === 0) ?? ['ms', 1];
  return `${milliseconds / size}${unit}`;
}

/** For options that may be given several times. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
