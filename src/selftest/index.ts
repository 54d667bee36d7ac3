// The door of selftest/: others import only this.

export { complaintsAbout, familyOf, killsOf, type Matrix, outOfTime, survivorsIn } from './matrix.ts';
export type { Control } from './messages.ts';
export type { Mutant } from './mutant.ts';
export { mutantFamilies, mutants } from './mutants/index.ts';
export { oracles } from './oracle.ts';
export { selftest } from './selftest.ts';
export type { Trial } from './trial.ts';
