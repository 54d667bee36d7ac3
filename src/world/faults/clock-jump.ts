// The clock of the world jumps, forwards or backwards.

import { integer } from '../../json/index.ts';
import { NOTHING } from '../../sql/index.ts';
import { fault } from './fault.ts';

export interface ClockJumpStep {
  readonly do: 'clockJump';
  readonly milliseconds: number;
}

/** A second, a day, a year, and back. */
const JUMPS = [1_000, 86_400_000, 31_536_000_000, -3_600_000] as const;

export const clockJump = fault<'clockJump', ClockJumpStep, [milliseconds?: number]>({
  name: 'clockJump',
  about: 'the clock jumps',
  perThousand: 5,
  kindOf: () => 'clockJump',
  needsNoSimulation: false,
  fields: { milliseconds: integer },
  directive: {
    form: 'clock jump <milliseconds>',
    parse: ([first, second, milliseconds = '', ...more]) =>
      first === 'clock' && second === 'jump' && /^-?\d+$/.test(milliseconds) && more.length === 0
        ? { do: 'clockJump', milliseconds: Number(milliseconds) }
        : null,
    print: ({ milliseconds }) => `clock jump ${milliseconds}`,
  },
  draw: ({ random }, milliseconds = random.pick(JUMPS)) => ({ do: 'clockJump', milliseconds }),
  rehearse: () => {},
  run: async (host, { milliseconds }) => {
    host.clockJump(milliseconds);
    return { outcome: NOTHING };
  },
});
