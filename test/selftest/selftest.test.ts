// `dirt selftest` as a user runs it: all is well, and it is not when an oracle is missing.

import { describe, expect, it } from 'vitest';
import { dirt } from '../e2e/dirt.ts';

/** Oracles, and planted bugs that each of them sees within the first few plans. */
const BITTEN: readonly (readonly [oracle: string, ...mutants: string[]])[] = [
  ['changes', 'insert-loses-last-row', 'update-counts-the-table'],
  ['determinism', 'order-from-a-hash-seed', 'extra-reads'],
  ['norec', 'single-match-lost'],
  ['deleted-rows-are-gone', 'delete-skips-a-row'],
];

const FEW_PLANS = ['--plans', '12'];
const MUTANTS = BITTEN.flatMap(([, ...names]) => names);

describe('dirt selftest', () => {
  it('ends with 0 when every planted bug is seen, and tells by whom', () => {
    const { status, out } = dirt(['selftest', '--json', ...FEW_PLANS, '--mutants', ...MUTANTS]);
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const summary = events.at(-1);
    expect(summary).toMatchObject({ event: 'summary', ok: true, killed: 6, survivors: [], complaints: [] });
    for (const [oracle, ...names] of BITTEN)
      expect(summary.oracles[oracle]).toEqual(expect.arrayContaining(names));
    for (const event of events.filter((each) => each.event === 'mutant')) {
      expect(event.shrunk.showsIt, event.mutant).toBe(true);
    }
    expect(events.find((each) => each.event === 'control')).toMatchObject({ engine: 'sqlite', findings: [] });
    expect(status).toBe(0);
  });

  it('ends with 3 when they are switched off, and names each of them', () => {
    const without = BITTEN.map(([oracle]) => oracle);
    const args = ['selftest', ...FEW_PLANS, '--mutants', ...MUTANTS, '--without', ...without];
    const { status, out } = dirt(args);
    for (const oracle of without) expect(out).toContain(`${oracle} sees no planted bug`);
    expect(status).toBe(3);
  });

  it('names what does not exist', () => {
    const { status, error } = dirt(['selftest', '--without', 'nobody']);
    expect(status).toBe(2);
    expect(error).toContain('there is no oracle "nobody"');
    expect(dirt(['selftest', '--mutants', 'nothing']).status).toBe(2);
  });
});
