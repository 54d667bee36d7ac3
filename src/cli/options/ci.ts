// What `--ci` changes: less output, what GitHub shows beside a job, and whether known bugs fail it.

import type { ReporterName } from '../../report/index.ts';

export interface CiMode {
  readonly quiet: boolean;
  /** Besides those that are asked for by name. */
  readonly reporters: readonly ReporterName[];
  readonly knownBugsFail: boolean;
}

export function ciMode(isAsked = false): CiMode {
  const { GITHUB_STEP_SUMMARY, GITHUB_ACTIONS } = process.env;
  const reporters: ReporterName[] = [];
  if (isAsked && GITHUB_STEP_SUMMARY) reporters.push('markdown');
  if (isAsked && GITHUB_ACTIONS) reporters.push('annotations');
  return { quiet: isAsked, reporters, knownBugsFail: !isAsked };
}
