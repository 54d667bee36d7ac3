// What must hold of the planted bugs, by the recorded matrix; `npm run docs:oracles` records it again.

import { describe, expect, it } from 'vitest';
import { complaintsAbout, killsOf, withoutOracle } from '../../src/selftest/matrix.ts';
import { mutantFamilies, mutants } from '../../src/selftest/mutants/index.ts';
import { oracles } from '../../src/selftest/oracle.ts';
import { recorded } from '../docs/oracles.ts';

const matrix = recorded();

describe('the recorded kill matrix', () => {
  it('is about the mutants that there are: otherwise it must be recorded again', () => {
    expect(matrix.trials.map(({ mutant }) => mutant)).toEqual(mutants.map(({ name }) => name));
  });

  it('finds nothing wrong: all killed, every oracle bites, shrunk plans show the bug, the control is silent', () => {
    expect(complaintsAbout(matrix)).toEqual([]);
  });

  it.each(oracles)('would not be accepted without %s', (oracle) => {
    expect(killsOf(matrix, oracle).length).toBeGreaterThanOrEqual(2);
    expect(complaintsAbout(withoutOracle(matrix, oracle))).toContain(`${oracle} sees no planted bug`);
  });

  it('would not be accepted if a planted bug survived, or the control spoke', () => {
    const [first, ...rest] = matrix.trials;
    const survivor = { ...matrix, trials: [{ ...first, kills: {}, shrunk: null }, ...rest] };
    expect(complaintsAbout(survivor)).toContain(`no oracle sees the planted bug ${first.mutant}`);
    const loud = { ...matrix, controls: [{ ...matrix.controls[0], engine: 'sqlite', findings: ['boo'] }] };
    expect(complaintsAbout(loud).join()).toContain('boo');
  });
});

describe('the mutants', () => {
  it('are at least sixty, with names of their own', () => {
    const names = mutants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it('say in one sentence what they plant', () => {
    for (const { plants, name } of mutants) expect(plants, name).toMatch(/^\S.{15,140}\.$/);
    for (const [family, all] of Object.entries(mutantFamilies)) expect(all.length, family).toBeGreaterThan(0);
  });
});
