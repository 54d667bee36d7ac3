// What is to be done about one bug, given what its issue says already. A run may end after any step, and the next one goes
// on from there, so the order matters.

import { type Bug, versionsSeen } from '../../find/index.ts';
import type { Issue } from './issue.ts';
import { type Note, readComment, readIssueBody } from './markers.ts';

export type IssueStep =
  | { readonly do: 'create' }
  | { readonly do: 'reopen' }
  | { readonly do: 'close' }
  | { readonly do: 'comment'; readonly note: Note; readonly isBack: boolean };

/** Bugs of DIRT, unsupported combinations and muted bugs get no issue. */
export function isFileable({ status, kind, outvoted }: Bug): boolean {
  return status === 'open' && kind !== 'unsupportedCombination' && outvoted !== 'model';
}

/** Without an issue: null. Comments are only asked for if they matter. */
export async function nextSteps(
  bug: Bug,
  issue: Issue | null,
  commentsOf: (issue: Issue) => Promise<readonly string[]>,
): Promise<IssueStep[]> {
  if (issue === null) return bug.passesIn === undefined ? [{ do: 'create' }] : [];
  const isOpen = issue.state === 'open';
  if (bug.passesIn !== undefined && !isOpen) return [];
  const comments = issue.comments === 0 ? [] : await commentsOf(issue);
  const notes = [readIssueBody(issue.body)?.note ?? null, ...comments.map(readComment)].filter(
    (note) => note !== null,
  );
  const last = notes.at(-1);
  if (bug.passesIn !== undefined) {
    const isSaid = last?.about === 'passes' && last.versions.includes(bug.passesIn);
    const note: Note = { about: 'passes', versions: [bug.passesIn] };
    return [...(isSaid ? [] : [{ do: 'comment', note, isBack: false } as const]), { do: 'close' }];
  }
  const said = new Set(notes.flatMap(({ about, versions }) => (about === 'seen' ? versions : [])));
  const unsaid = versionsSeen(bug).filter((version) => !said.has(version));
  // An issue that a person closed stays closed; one that was closed because the bug passed does not.
  const isBack = last?.about === 'passes';
  if (unsaid.length === 0 && !isBack) return [];
  const versions = unsaid.length > 0 ? unsaid : versionsSeen(bug).slice(-1);
  const comment: IssueStep = { do: 'comment', note: { about: 'seen', versions }, isBack };
  return isBack && !isOpen ? [{ do: 'reopen' }, comment] : [comment];
}
