// The bugs of a bug base as the page shows them: one entry per cause, the worst first, with the entries that were merged into it.

import { join } from 'node:path';
import { readOwnFileIfThere } from '../files/index.ts';
import {
  type Bug,
  type BugBase,
  bugTitle,
  compareVersions,
  describeEngine,
  describeVersions,
  describeVote,
  noteText,
  SEVERITIES,
  type StoredBug,
  versionsSeen,
} from '../find/index.ts';
import { type Recording, readRecording } from '../recording/index.ts';
import { JUDGE_NAMES, JUDGES, type JudgeName } from '../run/index.ts';
import type { PageCause, PageCommand, PageVersion } from './page-data.ts';

/** Scripts and reports beyond this are cut: a page is for reading. */
const MOST_TEXT = 60_000;
const MOST_TITLE = 300;
const MOST_MESSAGE = 4000;

export interface CausesOnDisk {
  readonly causes: readonly PageCause[];
  /** What could not be read, and why. */
  readonly damaged: readonly string[];
}

export function causesIn(base: BugBase): CausesOnDisk {
  const { bugs, damaged } = base.load();
  const problems = damaged.map(({ folder, problem }) => `${folder}: ${problem}`);
  const recordingOf = (folder: string): Recording | undefined => {
    try {
      return readRecording(folder) ?? undefined;
    } catch (error) {
      problems.push((error as Error).message);
      return undefined;
    }
  };
  const ids = new Set(bugs.map(({ bug }) => bug.id));
  const isCause = ({ mergedInto }: Bug) => mergedInto === undefined || !ids.has(mergedInto);
  const rank = ({ bug }: StoredBug) => SEVERITIES.indexOf(bug.severity);
  const causes = bugs
    .filter(({ bug }) => isCause(bug))
    .sort((a, b) => rank(a) - rank(b))
    .map((stored) => causeData(stored, bugs, recordingOf(stored.folder)));
  return { causes: causes.map(shortened), damaged: problems };
}

/** Names of all kinds are short unless somebody wants to break the page. */
function shortened(cause: PageCause): PageCause {
  const short = (text: string) => cut(text, MOST_TITLE);
  return {
    ...cause,
    engine: short(cause.engine),
    versions: cause.versions.map(({ version, came, note }) => ({
      version: short(version),
      came,
      ...(note !== undefined && { note: short(note) }),
    })),
    since: cause.since && cut(cause.since, MOST_MESSAGE),
    property: short(cause.property),
    oracle: short(cause.oracle),
    claims: cut(cause.claims, MOST_MESSAGE),
    message: cut(cause.message, MOST_MESSAGE),
    features: cause.features.map(short),
    needs: cause.needs.map(short),
    mayNeed: cause.mayNeed.map(short),
    vote: cut(cause.vote, MOST_MESSAGE),
    origin: short(cause.origin),
    skeletons: cause.skeletons.map((skeleton) => cut(skeleton, MOST_MESSAGE)),
  };
}

function causeData(
  { bug, folder }: StoredBug,
  all: readonly StoredBug[],
  recording: Recording | undefined,
): PageCause {
  const oracle = bug.signature.split('/')[1] ?? '';
  const merged = all.filter((other) => other.bug.mergedInto === bug.id);
  return {
    id: bug.id,
    title: bugTitle(bug, MOST_TITLE),
    kind: bug.kind,
    severity: bug.severity,
    engine: describeEngine(bug),
    versions: versionsOf(bug),
    since: describeVersions(bug),
    property: bug.property,
    oracle,
    claims: bug.claims || claimOf(oracle),
    message: bug.message,
    features: bug.features,
    needs: bug.needs ?? [],
    mayNeed: bug.mayNeed ?? [],
    vote: describeVote(bug),
    outvoted: bug.outvoted,
    status: bug.status,
    ...(bug.reason !== undefined && { reason: bug.reason }),
    ...(bug.passesIn !== undefined && { passesIn: bug.passesIn }),
    ...(bug.isUnfinished && { isUnfinished: true }),
    origin: bug.cause.witnessOf === undefined ? `seed ${bug.seed}, plan ${bug.index}` : 'found by the probe',
    statements: bug.statements,
    statementsBefore: bug.statementsBefore,
    firstSeen: bug.firstSeen,
    lastSeen: bug.lastSeen,
    timesSeen: bug.timesSeen,
    script: textIn(folder, 'repro.sql'),
    issue: textIn(folder, 'README.md'),
    commands: commandsFor(bug),
    entries: merged.map((entry) => ({
      id: entry.bug.id,
      title: bugTitle(entry.bug, MOST_TITLE),
      script: textIn(entry.folder, 'repro.sql'),
    })),
    skeletons: bug.otherSkeletons ?? [],
    ...(recording && { recording }),
  };
}

/** What a judge must find true of every database; a property has a claim of its own. */
function claimOf(oracle: string): string {
  return JUDGE_NAMES.some((name) => name === oracle) ? JUDGES[oracle as JudgeName].claims : '';
}

function textIn(folder: string, name: string): string {
  return cut(readOwnFileIfThere(join(folder, name)) ?? '');
}

function cut(text: string, most = MOST_TEXT): string {
  return text.length <= most ? text : `${text.slice(0, most)}… ${text.length} characters`;
}

/** Every version of which something is known, the oldest first. */
function versionsOf(bug: Bug): PageVersion[] {
  const { notIn = [], passesIn } = bug;
  const known: PageVersion[] = [
    ...versionsSeen(bug).map((version): PageVersion => ({ version, came: 'fails' })),
    ...notIn.map((note): PageVersion => {
      const came = note.came === 'lacks a feature that it needs' ? 'lacks a feature' : note.came;
      return { version: note.version, came, note: noteText(note) };
    }),
    ...(passesIn === undefined ? [] : [{ version: passesIn, came: 'passes' } as const]),
  ];
  return known.sort((a, b) => compareVersions(a.version, b.version));
}

function commandsFor({ id }: Bug): PageCommand[] {
  return [
    { does: 'run it again', command: `npx dirt replay ${id}` },
    {
      does: 'keep the database files and query plans of the failing step',
      command: `npx dirt replay ${id} --dump dump`,
    },
    { does: 'since which published version', command: `npx dirt bisect ${id}` },
    { does: 'run the script on SQLite', command: `npx dirt sql .dirt/bugs/${id}/repro.sql --engine sqlite` },
  ];
}
