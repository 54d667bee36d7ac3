// The door of events/: others import only this.

export type {
  CampaignEvent,
  Counts,
  EventNamed,
  ReferenceIsWrong,
  Regression,
  Shrinking,
  StartsFrom,
  Totals,
} from './campaign-event.ts';
export type { MakeReporter, Output, Reporter, ReporterOptions } from './reporter.ts';
