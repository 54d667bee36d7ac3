// The campaign as JSON lines: one event a line, the last is the summary.

import type { CampaignEvent } from '../campaign/events.ts';

export function jsonReporter(write: (text: string) => void): (event: CampaignEvent) => void {
  return (event) => {
    if (event.event === 'bug') {
      const { investigated, ...rest } = event;
      write(`${JSON.stringify({ ...rest, candidates: investigated.candidates })}\n`);
    } else {
      write(`${JSON.stringify(event)}\n`);
    }
  };
}
