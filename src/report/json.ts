// The campaign as JSON lines: one event per line, the last is the summary.

import type { Output, Reporter } from '../events/index.ts';

export function jsonReporter(output: Output): Reporter {
  const line = (event: object): void => output.write(`${JSON.stringify(event)}\n`);
  return {
    event(event) {
      // The first line tells who is tested; what is done before that is for people.
      if (event.event === 'starting') return;
      if (event.event === 'bug') {
        const { investigated, ...rest } = event;
        line({ ...rest, candidates: investigated.candidates });
      } else {
        line(event);
      }
    },
  };
}
