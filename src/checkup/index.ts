// The door of checkup/: others import only this.

export { checkup, type Examined } from './checkup.ts';
export type { Verdict } from './patient.ts';
