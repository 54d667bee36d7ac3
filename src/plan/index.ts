// The door of plan/: others import only this.

export {
  type Check,
  mapCheck,
  type NumberTerm,
  type RowsTerm,
  type RowTerm,
  type StepId,
  skeletonOfCheck,
  termsOf,
} from './check.ts';
export { decodePlan, encodePlan, isPlan } from './codec.ts';
export { type Demand, demanding } from './demand.ts';
export {
  ASK_DIRECTIVE,
  connectionDirective,
  DIRECTIVE_FORMS,
  ESCAPES_DIRECTIVE,
  nameOfLeft,
  statementDirectives,
  stepDirective,
  worldDirectives,
} from './directive.ts';
export { evaluateCheck, rowOf, sameBag, sameList, type Terms } from './evaluate-check.ts';
export { expand, valueIn } from './expand.ts';
export { mapGroup } from './map-group.ts';
export { type NamedCheck, registerCheck } from './named-check.ts';
export {
  type AskStep,
  type AssertStep,
  type Draw,
  type Expected,
  type Group,
  type InspectStep,
  PLAN_FORMAT,
  type Plan,
  type ResumeStep,
  type Resumption,
  type RunStep,
  type Step,
  statementCount,
  stepAt,
  stepsOf,
  withFuel,
} from './plan.ts';
export { readScript } from './read-script.ts';
export { expectationOf, isOtherwise, isSameExpected, isVeto, Rehearsal } from './rehearsal.ts';
export { type RehearsedTest, rehearse, renewed, testOf, viewAfter } from './rehearse.ts';
export { planOfScript, planOfStatements, type TextOn } from './script.ts';
export { splitScript } from './split-script.ts';
export {
  isRun,
  placed,
  type Rehearsed,
  type RunTestStep,
  rehearsedAs,
  sqlOf,
  type Test,
  type TestStep,
  unrehearsed,
} from './test-step.ts';
export { isCheck } from './validate.ts';
