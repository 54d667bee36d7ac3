// The database is closed in good order and opened again.

import { fault } from './fault.ts';

export interface ReopenStep {
  readonly do: 'reopen';
}

export const reopen = fault<'reopen', ReopenStep>({
  name: 'reopen',
  about: 'the database is closed and opened again',
  perThousand: 15,
  kindOf: () => 'reopen',
  needsNoSimulation: true,
  closes: true,
  fields: {},
  directive: {
    form: 'reopen',
    parse: (words) => (words.join(' ') === 'reopen' ? { do: 'reopen' } : null),
    print: () => 'reopen',
  },
  draw: () => ({ do: 'reopen' }),
  rehearse: (model) => model.restart(),
  run: async (host) => ({ outcome: await host.reopen() }),
});
