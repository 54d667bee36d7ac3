// Bug bases of several runs as one. Entries of one cause are joined by the rule by which a campaign joins them, in the order in which one
// campaign would have met them: so it does not matter in which order the bases are given.

import { type Bug, engineOf } from './bug.ts';
import { type BugBase, type Damaged, filesIn, type StoredBug } from './bug-base.ts';
import { worse } from './severity.ts';
import { versionsSeen } from './sightings.ts';
import { idIn, knownAs, withSkeleton } from './store-bug.ts';
import { compareVersions } from './version-order.ts';

export interface MergedBases {
  /** Ids that `into` did not have. */
  readonly added: readonly string[];
  /** Per base, what its entries are called in `into`. */
  readonly names: readonly ReadonlyMap<string, string>[];
  /** What the bases do not agree about, and what was made of it; one line each. */
  readonly conflicts: readonly string[];
  /** What could not be read, and was left out. */
  readonly damaged: readonly Damaged[];
}

export function mergeBases(into: BugBase, bases: readonly BugBase[]): MergedBases {
  return into.atOnce(() => mergedInto(into, bases));
}

function mergedInto(into: BugBase, bases: readonly BugBase[]): MergedBases {
  const loaded = bases.map((base) => base.load());
  const entries = loaded.flatMap(({ bugs }, at) => bugs.map((entry) => ({ ...entry, at })));
  const added: string[] = [];
  const conflicts: string[] = [];
  const names = bases.map(() => new Map<string, string>());
  for (const { at, ...entry } of entries.sort((a, b) => compare(orderOf(a), orderOf(b)))) {
    const { bug } = entry;
    const same = into.find(bug.id) ?? knownAs(into, bug);
    if (same === null) {
      const own = { ...bug, id: idIn(into, bug) };
      put(into, own, entry);
      added.push(own.id);
      names[at].set(bug.id, own.id);
      continue;
    }
    names[at].set(bug.id, same.bug.id);
    const joined = joinedBug(same.bug, bug);
    conflicts.push(...conflictsOf(same.bug, bug));
    // What was not shrunk to its end is replaced by what is.
    if (same.bug.isUnfinished && !bug.isUnfinished) put(into, { ...bug, ...joined }, entry);
    else into.update(joined);
  }
  renameTargets(into, names);
  return { added, names, conflicts, damaged: loaded.flatMap(({ damaged }) => damaged) };
}

function put(into: BugBase, bug: Bug, { plan, folder }: StoredBug): void {
  into.store(bug, plan, null, filesIn(folder));
}

/** What the probe shows, a campaign meets first; then its plans, one after the other. */
function orderOf({ bug }: StoredBug): readonly (string | number)[] {
  const { cause, isUnfinished, seed, index, statements, id, firstSeen } = bug;
  return [
    cause.witnessOf === undefined ? 1 : 0,
    isUnfinished ? 1 : 0,
    seed,
    index,
    statements,
    id,
    firstSeen,
  ];
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
}

/** What is known of a bug by two bases. */
export function joinedBug(one: Bug, other: Bug): Bug {
  const skeletons = [other.skeleton, ...(other.otherSkeletons ?? [])];
  const bug = skeletons.reduce(withSkeleton, one);
  const seenIn = new Set([...versionsSeen(one), ...versionsSeen(other)]);
  const alsoIn = [...seenIn].filter((version) => version !== one.version);
  const notes = [...(one.notIn ?? []), ...(other.notIn ?? [])].filter(({ version }) => !seenIn.has(version));
  const notIn = [...new Map(notes.map((note) => [note.version, note])).values()];
  const { passesIn, ...rest } = bug;
  const isMuted = one.status === 'muted' || other.status === 'muted';
  const passing = [one.passesIn, other.passesIn].find(
    (version) => version !== undefined && !seenIn.has(version),
  );
  return {
    ...rest,
    severity: worse(one.severity, other.severity),
    timesSeen: one.timesSeen + other.timesSeen,
    firstSeen: one.firstSeen < other.firstSeen ? one.firstSeen : other.firstSeen,
    lastSeen: one.lastSeen > other.lastSeen ? one.lastSeen : other.lastSeen,
    ...(alsoIn.length > 0 && { alsoIn }),
    ...(notIn.length > 0 && { notIn: notIn.sort((a, b) => compareVersions(a.version, b.version)) }),
    ...(passing !== undefined && { passesIn: passing }),
    ...(isMuted && { status: 'muted', reason: (one.status === 'muted' ? one : other).reason ?? '' }),
    ...((one.mergedInto ?? other.mergedInto) && { mergedInto: one.mergedInto ?? other.mergedInto }),
    ...((one.isSplit || other.isSplit) && { isSplit: true }),
    ...((one.firstBad ?? other.firstBad) && { firstBad: one.firstBad ?? other.firstBad }),
  };
}

/** What one of the two says and the other denies. */
function conflictsOf(one: Bug, other: Bug): string[] {
  const conflicts: string[] = [];
  const about = (text: string) => conflicts.push(`${one.id}: ${text}`);
  const reasons = [one.reason, other.reason];
  if (one.status === 'muted' && other.status === 'muted' && reasons[0] !== reasons[1])
    about(`muted for two reasons, "${reasons[0]}" is kept and "${reasons[1]}" is not`);
  if (one.engine !== other.engine)
    about(`found in ${engineOf(one)} and in ${engineOf(other)}: it stays with the first`);
  if (one.firstBad && other.firstBad && one.firstBad.commit !== other.firstBad.commit)
    about(`two first bad commits, ${one.firstBad.commit} is kept and ${other.firstBad.commit} is not`);
  if (one.mergedInto && other.mergedInto && one.mergedInto !== other.mergedInto)
    about(`belongs to ${one.mergedInto} and to ${other.mergedInto}: it stays with the first`);
  for (const [passing, failing] of [
    [one, other],
    [other, one],
  ]) {
    const { passesIn } = passing;
    if (passesIn !== undefined && versionsSeen(failing).includes(passesIn) && failing.passesIn !== passesIn)
      about(`passes in ${passesIn} and fails there, too: it counts as failing`);
  }
  return conflicts;
}

/** Who belongs to an entry that is called otherwise here belongs to that one. */
function renameTargets(into: BugBase, names: readonly ReadonlyMap<string, string>[]): void {
  const renamed = new Map(names.flatMap((each) => [...each].filter(([old, id]) => old !== id)));
  for (const { bug } of renamed.size === 0 ? [] : into.load().bugs) {
    const { mergedInto, ...rest } = bug;
    const target = mergedInto && renamed.get(mergedInto);
    if (!target || into.has(mergedInto)) continue;
    into.update(target === bug.id ? rest : { ...rest, mergedInto: target });
  }
}
