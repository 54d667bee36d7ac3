// The campaign as JSON lines: one event per line, the last is the summary.

import type { Output, Reporter } from '../events/index.ts';
import { encodePlan } from '../plan/index.ts';
import { visibleJson } from '../visible.ts';

export function jsonReporter(output: Output): Reporter {
  const line = (event: object): void => output.write(`${visibleJson(event)}\n`);
  return {
    event(event) {
      // The first line tells who is tested; what is done before that is for people.
      if (event.event === 'starting') return;
      if (event.event === 'bug') {
        const { investigated, ...rest } = event;
        // Where the bug base has it not, this is all that there is of it.
        const plan = event.unstored === undefined ? {} : { plan: encodePlan(investigated.plan) };
        line({ ...rest, candidates: investigated.candidates, ...plan });
      } else {
        line(event);
      }
    },
  };
}
