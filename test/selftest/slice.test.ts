// The slices of planted bugs that are tried live, as far as the record alone tells.

import { expect, it } from 'vitest';
import { mutants } from '../../src/selftest/mutants/index.ts';
import { oracles } from '../../src/selftest/oracle.ts';
import { recorded } from '../docs/oracles.ts';
import { SLICES, sliceOf } from './slice.ts';

const record = recorded();
const slices = Array.from({ length: SLICES }, (_, n) => sliceOf(record, n));

it('every slice has a planted bug for every oracle: a broken one fails whatever the commit', () => {
  for (const slice of slices) {
    const seeing = new Set(slice.flatMap(({ kills }) => Object.keys(kills)));
    expect([...seeing].sort()).toEqual([...oracles].sort());
  }
});

it('every kill of the record comes up in some slice', () => {
  for (const { name } of mutants) {
    const live = slices.flat().filter(({ mutant }) => mutant.name === name);
    const seen = new Set(live.flatMap(({ kills }) => Object.keys(kills)));
    expect([...seen].sort(), name).toEqual(
      Object.keys(record.trials.find(({ mutant }) => mutant === name)?.kills ?? {}).sort(),
    );
  }
});
