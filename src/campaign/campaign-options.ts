// What a campaign is given: what to run, how long, and where what it finds goes.

import type { CampaignEvent } from '../events/index.ts';
import type { BugBase, Investigated } from '../find/index.ts';
import type { Property } from '../property/index.ts';
import type { Ratchet } from './ratchet.ts';
import type { CampaignSettings } from './settings.ts';
import type { Shard } from './shard.ts';

export interface CampaignOptions {
  readonly settings: CampaignSettings;
  readonly workers: number;
  readonly budgetMs: number | null;
  /** The plans with indices below this one; as many as the budget allows if null. */
  readonly plans: number | null;
  /** Only these of the plans; all if not given. */
  readonly shard?: Shard;
  /** Ends after so many new bugs. */
  readonly stopAfter?: number;
  /** A worker whose heartbeat stands still for this long is stuck where fuel does not reach; a minute if not given. */
  readonly stuckMs?: number;
  readonly bugs: BugBase;
  /** Where findings go in which DIRT itself is wrong. */
  readonly dirtBugs: BugBase;
  readonly ratchet: Ratchet;
  /** Look into every failure, also those that a known bug explains. */
  readonly rechecks?: boolean;
  /** Bugs that the probe of the engine found. */
  readonly witnessed?: readonly Investigated[];
  /** All that there are; the settings say which of them are used. */
  readonly properties: readonly Property[];
  readonly onEvent: (event: CampaignEvent) => void;
  /** Called with the ids of the new bugs after the last plan, before the summary; not if the campaign was interrupted. */
  readonly afterwards?: (newBugs: readonly string[]) => Promise<void>;
}
