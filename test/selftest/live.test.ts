// A slice of the planted bugs, live: the oracles of today see what they saw when docs/oracles.json was recorded. The commit chooses
// the slice; DIRT_SELFTEST_SLICE=<number> chooses another.

import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolveEngine } from '../../src/engines/resolve.ts';
import { builtInProperties } from '../../src/properties/index.ts';
import { examine } from '../../src/run/examine.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { madePlan } from '../../src/selftest/made-plan.ts';
import { type Sound, seek } from '../../src/selftest/trial.ts';
import { planIn, type WorkloadName, workloads } from '../../src/selftest/workload.ts';
import { recorded } from '../docs/oracles.ts';
import { SLICES, sliceOf } from './slice.ts';

const PROPERTIES = builtInProperties.map(({ name }) => name);
const OUTDATED = 'what is generated has changed: record the planted bugs again with `npm run docs:oracles`';

function chosen(): { readonly n: number; readonly by: string } {
  const { DIRT_SELFTEST_SLICE: wanted } = process.env;
  if (wanted !== undefined) {
    const n = Number(wanted);
    if (!Number.isSafeInteger(n) || n < 0) throw new Error(`DIRT_SELFTEST_SLICE is no number: ${wanted}`);
    return { n: n % SLICES, by: 'DIRT_SELFTEST_SLICE' };
  }
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim();
    return { n: Number.parseInt(commit.slice(0, 8), 16) % SLICES, by: `commit ${commit.slice(0, 8)}` };
  } catch {
    return { n: 0, by: 'default: there is no git repository to take a commit from' };
  }
}

const { n, by } = chosen();
const slice = sliceOf(recorded(), n);
const touched = [...new Set(slice.map(({ mutant }) => mutant.workload))];

/** What is wrong, one line each. */
async function problemsIn(workload: WorkloadName): Promise<string[]> {
  const referee = refereeWith();
  const engine = await resolveEngine(workloads[workload].engine);
  const bench = { engine, referee, without: [] };
  const sightings = slice.filter(({ mutant }) => mutant.workload === workload);
  const problems: string[] = [];
  for (const index of new Set(sightings.map(({ plan }) => plan.index))) {
    const here = sightings.filter(({ plan }) => plan.index === index);
    const planned = planIn(workload, engine.abilities, PROPERTIES, index);
    if (madePlan(planned.plan).hash !== here[0].plan.hash) return [OUTDATED];
    const { trace, finding } = await examine(planned, engine, { opener: referee.opener });
    if (finding !== null) problems.push(`plan ${index} fails without a planted bug: ${finding.signature}`);
    const sound: Sound = { ...planned, reference: trace };
    for (const { mutant, kills, before } of here) {
      const seen = (await seek(mutant, [sound], bench)).kills;
      for (const oracle of new Set([...Object.keys(kills), ...Object.keys(seen)])) {
        if (before.includes(oracle) || seen[oracle] === kills[oracle]) continue;
        const at = (statement: number | undefined) =>
          statement === undefined ? 'does not see it' : `sees it at statement ${statement}`;
        problems.push(
          `${mutant.name}, plan ${index}: ${oracle} ${at(seen[oracle])}; by the record it ${at(kills[oracle])}`,
        );
      }
    }
  }
  return problems;
}

describe(`slice ${n} of ${SLICES} of the planted bugs`, () => {
  beforeAll(() => {
    console.log(
      `planted bugs, slice ${n} of ${SLICES}, chosen by ${by}; DIRT_SELFTEST_SLICE=${n} repeats it`,
    );
  });

  it.each(touched)(
    'in %s are seen by the oracles that saw them when they were recorded',
    async (workload) => {
      expect(await problemsIn(workload)).toEqual([]);
    },
  );
});
