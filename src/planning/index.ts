// The door of planning/: others import only this.

export type { Carried } from './carried.ts';
export { Discard } from './discard.ts';
export type { Start } from './imported.ts';
export { instancesOf, suspicionOf } from './instances.ts';
export {
  confirmingFuel,
  DEFAULT_FUEL,
  MOST_ROWS_GIVEN,
  MOST_TABLE_ROWS,
  SHRINKING_FUEL,
  SHRUNK_CONFIRMING_FUEL,
  SHRUNK_FUEL,
} from './limits.ts';
export { inAllParts, partAt, partsOf } from './mixture.ts';
export { parseProfile } from './parse-profile.ts';
export { type Planned, Planner, type PlanRequest, planOf } from './planner.ts';
export type { MixturePart, Profile, Rates, WeightChanges, WorkloadShares } from './profile.ts';
export { profileShape, rateShapes, workloadShape } from './profile-shape.ts';
export { defaultProfile, ELSEWHERE, PERFORMANCE, profiles } from './profiles.ts';
export { addStatistics, type PropertyStatistics, type Statistics, topReasons } from './statistics.ts';
export { weightsOf } from './swarm.ts';
