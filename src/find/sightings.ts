// In which versions a bug fails, and in which it passes by now.

import type { Bug, NotIn } from './bug.ts';
import { compareVersions, isOlder } from './version-order.ts';

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
  const { passesIn, ...rest } = withoutNote(bug, version);
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
  if (isBefore(bug, version)) return notedIn(bug, { version, came: 'passes' });
  return bug.passesIn === version ? bug : { ...withoutNote(bug, version), passesIn: version };
}

/** The bug after it did not show there, and that does not mean that it is fixed: the same object if that is no news. */
export function notedIn(bug: Bug, note: NotIn): Bug {
  const { notIn = [] } = bug;
  const old = notIn.find(({ version }) => version === note.version);
  if (old?.came === note.came && old.lacking === note.lacking && old.why === note.why) return bug;
  const others = notIn.filter((each) => each !== old);
  return { ...bug, notIn: [...others, note].sort((a, b) => compareVersions(a.version, b.version)) };
}

function withoutNote(bug: Bug, version: string): Bug {
  if (bug.notIn?.every((note) => note.version !== version) ?? true) return bug;
  const { notIn = [], ...rest } = bug;
  const left = notIn.filter((note) => note.version !== version);
  return left.length === 0 ? rest : { ...rest, notIn: left };
}
