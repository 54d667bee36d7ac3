// The door of run/: others import only this.

export { agree } from './compare-rows.ts';
export { type Examination, examine, watch } from './examine.ts';
export { Execution, execute, outcomesOf, type StepOutcome, type StepRecord, type Trace } from './execute.ts';
export { type Exercised, exercisedIn } from './exercised.ts';
export { type Finding, type FindingKind, normalised, type Side } from './finding.ts';
export { failuresOf, judgeFully, type Verdict } from './judge-fully.ts';
export { nondeterminismOf } from './judges/determinism.ts';
export { JUDGE_NAMES, JUDGES, type JudgeName } from './judges/index.ts';
export { compareTraces } from './judges/reference.ts';
export { lostWorker } from './judges/supervisor.ts';
export { OUTVOTED, type Outvoted, type Vote, voteOn } from './outvote.ts';
export { canBeAsked, forEngine, lastWordOf, type Referee, refereeWith } from './referee.ts';
export { judged, type ReplayOptions, replay } from './replay.ts';
export { isNarrower, type RowDifference } from './row-difference.ts';
export { Session, type Stopwatch } from './session.ts';
