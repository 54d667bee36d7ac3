// In which versions a bug fails, and in which it passes by now.

import type { Bug } from './bug.ts';

/** Is it a bug of this engine? A local build is known by its place, which is its version. */
export function isOf(bug: Pick<Bug, 'engine'>, engine: { name: string; version: string }): boolean {
  return bug.engine === engine.name || bug.engine === engine.version;
}

/** Every version in which it was seen, the one that it was found in first. */
export function versionsSeen({ version, alsoIn = [] }: Pick<Bug, 'version' | 'alsoIn'>): readonly string[] {
  return [version, ...alsoIn];
}

/** The bug after it failed there: the same object if that is no news. */
export function failedIn(bug: Bug, version: string): Bug {
  const isSeen = versionsSeen(bug).includes(version);
  const { passesIn, ...rest } = bug;
  // That an older version has it says nothing about the one in which it passes.
  const isFixed = passesIn !== undefined && passesIn !== version && (isSeen || isOlder(version, passesIn));
  if (isSeen && (isFixed || passesIn === undefined)) return bug;
  const alsoIn = isSeen ? bug.alsoIn : [...(bug.alsoIn ?? []), version];
  return { ...rest, ...(isFixed && { passesIn }), ...(alsoIn && { alsoIn }) };
}

/** Is the version older than one that has the bug? If it passes there it is not fixed: that version never had it. */
export function isBefore(bug: Bug, version: string): boolean {
  return versionsSeen(bug).some((seen) => isOlder(version, seen));
}

/** The bug after it passed there: the same object if that is no news. */
export function passedIn(bug: Bug, version: string): Bug {
  if (bug.passesIn === version || isBefore(bug, version)) return bug;
  return { ...bug, passesIn: version };
}

const NUMBERED = /^\d+(\.\d+)+/;

function isOlder(version: string, than: string): boolean {
  return (
    NUMBERED.test(version) && NUMBERED.test(than) && version.localeCompare(than, 'en', { numeric: true }) < 0
  );
}
