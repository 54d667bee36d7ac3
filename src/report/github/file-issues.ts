// One issue per bug of the bug base: opens, comments, closes and reopens issues until they agree with it. Can be stopped between
// any two requests; the next run goes on.

import { DirtError } from '../../errors.ts';
import type { StoredBug } from '../../find/index.ts';
import type { Github } from './github.ts';
import type { Issue } from './issue.ts';
import { commentBody, issueBody, issueTitle } from './issue-text.ts';
import { readIssueBody } from './markers.ts';
import { type IssueStep, isFileable, nextSteps } from './next-steps.ts';

export interface FilingOptions {
  /** Issues are found again by the first. */
  readonly labels: readonly string[];
  /** Of all open issues that are about bugs. */
  readonly maxOpen: number;
  /** Says what would be done. */
  readonly dryRun: boolean;
  readonly tell: (line: string) => void;
}

/** Without GitHub, as if there were no issues yet. */
export async function fileIssues(
  stored: readonly StoredBug[],
  github: Github | null,
  options: FilingOptions,
): Promise<void> {
  const { labels, maxOpen, dryRun, tell } = options;
  const find = async (): Promise<Map<string, Issue>> =>
    byFingerprint((await github?.issues(labels[0])) ?? []);
  const issues = await find();
  let open = [...issues.values()].filter(({ state }) => state === 'open').length;
  let waiting = 0;
  for (const each of inOrder(stored.filter(({ bug }) => isFileable(bug)))) {
    const { bug } = each;
    const issue = issues.get(bug.id) ?? null;
    const steps = await nextSteps(bug, issue, async ({ number }) => (await github?.comments(number)) ?? []);
    const opens = steps.some((step) => step.do === 'create' || step.do === 'reopen');
    if (opens && open >= maxOpen) {
      waiting++;
      continue;
    }
    for (const step of steps) {
      const number = github === null || dryRun ? issue?.number : await perform(step, each, issue, github);
      tell(describe(step, bug.id, number, dryRun));
    }
    if (opens) open++;
    if (steps.some((step) => step.do === 'close')) open--;
  }
  if (waiting > 0)
    tell(
      `${waiting} more ${waiting === 1 ? 'bug waits' : 'bugs wait'}: ${open} issues are open, and --max-open is ${maxOpen}`,
    );

  async function perform(step: IssueStep, bug: StoredBug, issue: Issue | null, on: Github): Promise<number> {
    if (step.do === 'create' || issue === null) return (await create(bug, on)).number;
    if (step.do === 'comment') await on.comment(issue.number, commentBody(step.note, step.isBack));
    else await on.setState(issue.number, step.do === 'close' ? 'closed' : 'open');
    return issue.number;
  }

  async function create(bug: StoredBug, on: Github): Promise<Issue> {
    const text = { title: issueTitle(bug.bug), body: issueBody(bug), labels };
    const issue = await on.create(text, async () => (await find()).get(bug.bug.id) ?? null);
    // GitHub keeps the spelling of a label that exists already.
    if (issue.labels.some((label) => label.toLowerCase() === labels[0].toLowerCase())) return issue;
    // Without it the issue would not be found again, and the next run would open another.
    throw new DirtError(
      'DIRT_GITHUB_LABEL',
      `GitHub did not put the label "${labels[0]}" on issue #${issue.number}`,
      'add it there, and use a token that may set labels (permissions: issues: write)',
    );
  }
}

/** The oldest issue of each bug. */
function byFingerprint(issues: readonly Issue[]): Map<string, Issue> {
  const found = new Map<string, Issue>();
  for (const issue of [...issues].sort((a, b) => a.number - b.number)) {
    const id = readIssueBody(issue.body)?.id;
    if (id !== undefined && !found.has(id)) found.set(id, issue);
  }
  return found;
}

/** What is to be closed makes room, so it comes first; then the oldest bugs. */
function inOrder(stored: readonly StoredBug[]): StoredBug[] {
  const key = ({ bug }: StoredBug) => `${bug.passesIn === undefined ? 1 : 0} ${bug.firstSeen} ${bug.id}`;
  return [...stored].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function describe(step: IssueStep, id: string, number: number | undefined, dryRun: boolean): string {
  const words = {
    create: ['would open an issue', 'opened'],
    reopen: ['would reopen', 'reopened'],
    close: ['would close', 'closed'],
    comment: ['would comment on', 'commented on'],
  } as const;
  const issue = number === undefined ? '' : ` #${number}`;
  const versions =
    step.do === 'comment'
      ? ` (${step.note.about === 'seen' ? 'seen' : 'passes'} in ${step.note.versions.join(', ')})`
      : '';
  return `${words[step.do][dryRun ? 0 : 1]}${issue}: ${id}${versions}`;
}
