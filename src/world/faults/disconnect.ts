// One connection is closed; the next statement on it opens another.

import { count } from '../../json/index.ts';
import { fault, isOrdinal } from './fault.ts';

export interface DisconnectStep {
  readonly do: 'disconnect';
  readonly on: number;
}

export const disconnect = fault<'disconnect', DisconnectStep>({
  name: 'disconnect',
  about: 'a connection is closed and opened again',
  perThousand: 10,
  kindOf: () => 'disconnect',
  needsNoSimulation: true,
  closes: true,
  fields: { on: count },
  directive: {
    form: 'disconnect <n>',
    parse: ([word, connection, ...more]) =>
      word === 'disconnect' && isOrdinal(connection) && more.length === 0
        ? { do: 'disconnect', on: Number(connection) - 1 }
        : null,
    print: ({ on }) => `disconnect ${on + 1}`,
  },
  draw: ({ on }) => ({ do: 'disconnect', on }),
  rehearse: (model, { on }) => model.disconnect(on),
  run: async (host, { on }) => ({ outcome: await host.disconnect(on) }),
});
