// Bugs and regressions as annotations of a GitHub job: workflow commands, one line each.

import type { Output, Reporter } from '../events/index.ts';
import { bugTitle } from '../find/index.ts';
import { LEDGER_FILE } from '../ledger/index.ts';
import { visibleLines } from '../visible.ts';
import { plainReport } from './plain-report.ts';

/** GitHub shows no more errors of one step. */
const MOST_ERRORS = 10;

const MOST_IN_TITLE = 120;

export function annotationsReporter(output: Output): Reporter {
  let errors = 0;
  const annotate = (title: string, text: string, file?: string): void => {
    if (errors++ >= MOST_ERRORS) return;
    const place = file === undefined ? '' : `file=${escapeProperty(file)},`;
    output.write(`::error ${place}title=${escapeProperty(title)}::${escapeData(text)}\n`);
  };
  return {
    event(event) {
      switch (event.event) {
        case 'bug':
          if (event.bug.outvoted === 'model') annotate(`DIRT is wrong: ${event.bug.id}`, plainReport(event));
          else if (event.isNew && event.bug.kind !== 'unsupportedCombination')
            annotate(`new bug: ${bugTitle(event.bug, MOST_IN_TITLE)}`, plainReport(event));
          break;
        case 'stillFails':
          if (event.returned) annotate(`fails again: ${event.bug.id}`, bugTitle(event.bug));
          break;
        case 'summary':
          if (event.untested !== null) annotate('nothing was tested', event.untested);
          break;
        case 'regression':
          annotate(`regression: ${event.feature}`, plainReport(event), LEDGER_FILE);
          break;
      }
    },
  };
}

function escapeData(text: string): string {
  return visibleLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
