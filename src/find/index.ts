// The door of find/: others import only this.

export { bisect, type Tried, tryOn, type Version } from './bisect.ts';
export { type Bug, type Commit, describeEngine, engineOf, type NotIn } from './bug.ts';
export { BUG_FILES, BugBase, type StoredBug, textIn, type Unstored } from './bug-base.ts';
export { bugShape, causeShape, FINDING_KINDS } from './bug-shape.ts';
export { canTry, replayed, triedAgain } from './can-try.ts';
export { type Cause, keyOf } from './cause.ts';
export { certainAfter } from './certainty.ts';
export { featuresOfNeed } from './counterfactuals/counterfactuals.ts';
export { commentedScript, describeNeeds, describeSteps, describeVote, type Line } from './describe.ts';
export { describeVersions, describeVersionsShortly, noteText } from './describe-versions.ts';
export { bugReport, vitestCase } from './exports.ts';
export { idOf } from './fingerprint.ts';
export {
  explainedBy,
  type Investigated,
  type Investigator,
  investigate,
  lookInto,
  MOST_CANDIDATES,
  uninvestigated,
} from './investigate.ts';
export { type Explainer, joinExplained } from './join-explained.ts';
export { merged, muted, split, unmuted } from './judgement.ts';
export { code, fenced, inline, untangled } from './markdown-text.ts';
export { type MergedBases, mergeBases } from './merge-bases.ts';
export { afterRetry, RETRIED, type Retried, retriedIn } from './retried.ts';
export { type Quality, searchHistory } from './search-history.ts';
export { SEVERITIES, type Severity } from './severity.ts';
export { cutAfter } from './shrink/cut-after-failure.ts';
export { isBefore, isOf, versionsSeen } from './sightings.ts';
export { storeBug } from './store-bug.ts';
export { bugTitle } from './title.ts';
export { compareVersions } from './version-order.ts';
export { wrap } from './wrap.ts';
