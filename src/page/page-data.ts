// What the page is given: plain data, of which everything is text to be shown and nothing is markup. The page imports these types.

import type { Recording } from '../recording/recording.ts';

export const PAGE_FORMAT = 1;

export interface PageData {
  readonly format: typeof PAGE_FORMAT;
  /** The version of DIRT that made it. */
  readonly dirt: string;
  /** When it was made, as an ISO date. */
  readonly made: string;
  /** The bug base, as the user names it. */
  readonly bugs: string;
  readonly causes: readonly PageCause[];
  readonly history: readonly PageRun[];
  /** Folders of the bug base that could not be read. */
  readonly damaged: readonly string[];
}

export interface PageCause {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly severity: string;
  /** The engine and its build, for people. */
  readonly engine: string;
  readonly versions: readonly PageVersion[];
  /** Since when there is a bug, in words. */
  readonly since: string | null;
  readonly property: string;
  /** The judge that saw it. */
  readonly oracle: string;
  readonly claims: string;
  readonly message: string;
  readonly features: readonly string[];
  readonly needs: readonly string[];
  readonly mayNeed: readonly string[];
  /** Who is wrong, and who says so. */
  readonly vote: string;
  readonly outvoted: string;
  readonly status: 'open' | 'muted';
  readonly reason?: string;
  readonly passesIn?: string;
  /** Found by the last run that is in the history. */
  readonly isNew?: boolean;
  readonly isUnfinished?: boolean;
  /** Where it was found. */
  readonly origin: string;
  readonly statements: number;
  readonly statementsBefore: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly timesSeen: number;
  /** repro.sql. */
  readonly script: string;
  /** The text of an issue. */
  readonly issue: string;
  readonly commands: readonly PageCommand[];
  /** Bugs that were merged into this one. */
  readonly entries: readonly PageEntry[];
  /** Other minimal scripts of the same cause, up to names and values. */
  readonly skeletons: readonly string[];
  readonly recording?: Recording;
}

/** What came of it in one version. */
export interface PageVersion {
  readonly version: string;
  readonly came: 'fails' | 'passes' | 'fails otherwise' | 'lacks a feature';
  readonly note?: string;
}

export interface PageCommand {
  readonly does: string;
  readonly command: string;
}

export interface PageEntry {
  readonly id: string;
  readonly title: string;
  readonly script: string;
}

/** A run of a campaign, as the history has it. */
export interface PageRun {
  readonly when: string;
  readonly engine: string;
  readonly version: string;
  readonly commit?: string;
  readonly seed: string;
  readonly statements: number;
  readonly milliseconds: number;
  readonly new: readonly string[];
  readonly known: readonly string[];
  readonly gone: readonly string[];
}
