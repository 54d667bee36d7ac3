// What a reporter is: it reads the events of a campaign and writes about them to one output.

import type { CampaignEvent } from './campaign-event.ts';

export interface Output {
  /** Can what was written be drawn over? */
  readonly isTerminal: boolean;
  readonly columns: number;
  write(text: string): void;
}

export interface Reporter {
  event(event: CampaignEvent): void;
  /** Called once at the end, also when the campaign was broken off and no summary came. */
  end?(): void;
}

export interface ReporterOptions {
  /** For the log of a CI job: no progress, no table, but the bugs that are known. */
  readonly quiet: boolean;
  /** Also what is interesting only now and then: the table of all properties, and what came of bugs in each version. */
  readonly verbose?: boolean;
}

export type MakeReporter = (output: Output, options: ReporterOptions) => Reporter;
