// What the selftest and its workers say to each other.

import type { MadePlan } from './made-plan.ts';
import type { Trial } from './trial.ts';
import type { WorkloadName } from './workload.ts';

export interface WorkerData {
  /** Oracles that are switched off. */
  readonly without: readonly string[];
  /** The most plans of a workload. */
  readonly plans: number;
}

/** A mutant of this name, or with null the engine without a planted bug. */
export interface Job {
  readonly workload: WorkloadName;
  readonly mutant: string | null;
}

/** The engine without a planted bug on the plans of a workload. */
export interface Control {
  readonly workload: WorkloadName;
  readonly engine: string;
  /** Those on which it is silent: mutants are tried on no others. */
  readonly plans: readonly MadePlan[];
  readonly statements: number;
  /** Signatures of what was found. */
  readonly findings: readonly string[];
}

export type FromWorker =
  | { readonly say: 'ready' }
  | { readonly say: 'tried'; readonly trial: Trial }
  | { readonly say: 'controlled'; readonly control: Control }
  | { readonly say: 'failed'; readonly message: string };
