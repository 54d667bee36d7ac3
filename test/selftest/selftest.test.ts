// `dirt selftest` as a user runs it: all is well, and it is not when an oracle is missing.

import { describe, expect, it } from 'vitest';
import { dirt } from '../e2e/dirt.ts';

const BITTEN: readonly (readonly [oracle: string, ...mutants: string[]])[] = [
  ['changes', 'replace-counts-twice', 'update-counts-the-table'],
  ['determinism', 'order-from-a-hash-seed', 'extra-reads'],
  ['norec', 'filter-loses-last-row', 'single-match-lost'],
];

const FEW_PLANS = ['--plans', '16'];

describe('dirt selftest', () => {
  it('ends with 0 when every planted bug is seen, and tells by whom', () => {
    const mutants = BITTEN.flatMap(([, ...names]) => names);
    const { status, out } = dirt(['selftest', '--json', ...FEW_PLANS, '--mutants', ...mutants]);
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

  it.each(BITTEN)('ends with 3 when %s is switched off', (oracle, ...mutants) => {
    const { status, out } = dirt(['selftest', ...FEW_PLANS, '--mutants', ...mutants, '--without', oracle]);
    expect(out).toContain(`${oracle} sees no planted bug`);
    expect(status).toBe(3);
  });

  it('names what does not exist', () => {
    const { status, error } = dirt(['selftest', '--without', 'nobody']);
    expect(status).toBe(2);
    expect(error).toContain('there is no oracle "nobody"');
    expect(dirt(['selftest', '--mutants', 'nothing']).status).toBe(2);
  });
});
