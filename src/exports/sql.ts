// A plain script, with what each statement must give in comments.

import { formatRows } from '../dialect/index.ts';
import { visible } from '../visible.ts';
import type { Format } from './format.ts';
import type { Wanted } from './regression-test.ts';

export const sql: Format = {
  about: 'a script for any shell, with what must come in comments',
  reopens: true,
  connections: true,
  write: ({ id, title, steps }) => {
    let on = 0;
    const lines = steps.flatMap((step): string[] => {
      if (step.do === 'reopen') return ['-- dirt: reopen'];
      const moves = step.on === on ? [] : [`-- dirt: connection ${step.on + 1}`];
      on = step.on;
      return [
        ...moves,
        `${step.sql};`,
        ...expectedLines(step.expects).map((line) => `--   ${visible(line)}`),
      ];
    });
    return { files: { '.sql': `${[`-- ${visible(`${id}: ${title}`)}`, ...lines].join('\n')}\n` } };
  },
};

function expectedLines(wanted: Wanted): string[] {
  switch (wanted.kind) {
    case 'rows':
      return wanted.rows.length === 0 ? ['no rows'] : formatRows(wanted.rows, Number.POSITIVE_INFINITY);
    case 'refused':
      return ['must be refused'];
    default:
      return [];
  }
}
