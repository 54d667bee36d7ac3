// What a database project says about itself, in dirt.config.ts. docs/config.md explains it, docs/config.schema.json describes
// the parts that are data.

import type { Engine, MaybePromise } from '../engines/index.ts';
import type { MakeReporter } from '../events/index.ts';
import type { Profile, Rates, WorkloadShares } from '../planning/index.ts';
import type { FaultName } from '../world/index.ts';

/** An engine, a promise of one or a function that makes one; or another name for a built-in one: `turso@0.4.4`. */
export type ConfiguredEngine = string | MaybePromise<Engine> | (() => MaybePromise<Engine>);

export interface Config {
  /** Engines by the name that `--engine` takes. They win over built-in ones of the same name. */
  readonly engines?: Readonly<Record<string, ConfiguredEngine>>;
  /** The engine under test, where no other is asked for. */
  readonly engine?: string;
  /** Who decides when engine and model disagree: an engine, or `none`. */
  readonly reference?: string;
  /** Files whose exported properties are tested too, as paths or globs: `dirt/**.ts`. */
  readonly properties?: string | readonly string[];
  /** The file that says what the engine supports. */
  readonly ledger?: string;
  /** The folder of the bug base. */
  readonly bugs?: string;
  /** What plans are about: the name of a profile, a .json file, or the profile itself. */
  readonly profile?: string | ConfiguredProfile;
  /** Shares of statements, by what they do; what is not said comes from the profile. */
  readonly workload?: Partial<WorkloadShares>;
  /** Chances in a thousand, after each group; what is not said comes from the profile. */
  readonly faults?: Partial<FaultRates>;
  readonly limits?: Limits;
  /** Reporters by the name that `--reporter` takes. They win over built-in ones of the same name. */
  readonly reporters?: Readonly<Record<string, MakeReporter>>;
}

/** A profile says only what differs from the one that it is based on. */
export type ConfiguredProfile = {
  readonly [K in keyof Profile]?: Profile[K] extends object ? Partial<Profile[K]> : Profile[K];
} & {
  readonly name: string;
  readonly basedOn?: string;
};

export type FaultRates = Pick<Rates, FaultName>;

/** Times are written as on the command line: `90s`, `5m`, `1h`. */
export interface Limits {
  /** How long a campaign runs. */
  readonly budget?: string;
  /** How many plans it runs. */
  readonly plans?: number;
  /** Statements per plan, at least. */
  readonly steps?: number;
  /** Worker threads. */
  readonly workers?: number;
  /** How many smaller plans are tried for one finding. */
  readonly shrinkLimit?: number;
  /** How long new bugs are tried on other versions that were fetched before: 10 seconds if not given; `0s` for not at all. */
  readonly bisectBudget?: string;
}

/** Returns its argument: its type lets editors complete and check the keys. */
export function defineConfig(config: Config): Config {
  return config;
}
