// docs/reach.md is made by `npm run reach`, which takes minutes: here a few plans show that it is not out of date.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filledIn } from '../../bench/reach/slots.ts';
import { requestAt } from '../../src/campaign/settings.ts';
import { dialect } from '../../src/dialect/index.ts';
import { featureIds } from '../../src/dialect/sqlite/features/catalogue.ts';
import { isRun } from '../../src/plan/test-step.ts';
import { Planner } from '../../src/planning/planner.ts';
import { defaultProfile } from '../../src/planning/profiles.ts';

const PLANS = 25;

/** By slot, the kinds that the document says are drawn. */
function documented(): ReadonlyMap<string, ReadonlySet<string>> {
  const text = readFileSync(new URL('../../docs/reach.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| `([^`]+)` \| ([^|]*) \|/gm);
  return new Map(
    [...rows].map(([, slot, drawn]) => [slot, new Set(drawn.split(', ').map((each) => each.split(' ')[0]))]),
  );
}

it('docs/reach.md knows every slot that plans fill, and what they fill it with', () => {
  const known = documented();
  const missing = new Set<string>();
  for (let index = 0; index < PLANS; index++) {
    const settings = {
      seed: 'reach document',
      statements: 100,
      profile: defaultProfile,
      properties: [],
      features: featureIds,
    };
    for (const test of new Planner(requestAt(settings, index)).steps) {
      if (!isRun(test)) continue;
      for (const { slot, kind } of filledIn(test.statement, dialect.isAggregate))
        if (!known.get(slot)?.has(kind)) missing.add(`${slot} ${kind}`);
    }
  }
  expect([...missing].sort()).toEqual([]);
});
