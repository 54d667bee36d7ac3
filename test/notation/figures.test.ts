// The paper's figures, as files of examples/paper: silent on SQLite, and seeing the planted bugs that the properties in TypeScript see
// which say the same. In full size all of these bugs are planted.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { planAt } from '../../src/campaign/index.ts';
import { resolveEngine } from '../../src/engines/resolve.ts';
import { loadSql, type Property } from '../../src/index.ts';
import { readNotation } from '../../src/notation/index.ts';
import { encodePlan } from '../../src/plan/index.ts';
import { builtInProperties } from '../../src/properties/index.ts';
import { examine } from '../../src/run/examine.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { replay } from '../../src/run/replay.ts';
import type { Mutant } from '../../src/selftest/mutant.ts';
import { mutantOf } from '../../src/selftest/mutant.ts';
import { mutantFamilies } from '../../src/selftest/mutants/index.ts';
import { seek } from '../../src/selftest/trial.ts';
import { workloads } from '../../src/selftest/workload.ts';
import { recorded } from '../docs/oracles.ts';
import { sized } from '../size.ts';

beforeAll(loadSql);

const TWINS: Readonly<Record<string, string>> = {
  'paper-pqs': 'pqs',
  'paper-and-commutes': 'and-commutes',
  'paper-norec': 'norec',
  'paper-tlp-where': 'tlp-where',
  'paper-deleted-rows': 'deleted-rows-are-gone',
  'deleted-rows-are-all-gone': 'deleted-rows-are-gone',
  'paper-union-all': 'union-all-keeps-cardinality',
  'paper-reopen': 'header-survives-reopen',
};

/** SELECT returns too much there, and the row that was deleted is never in it: the figure says nothing of others. */
const UNSEEN: Readonly<Record<string, readonly string[]>> = {
  'paper-deleted-rows': ['not-null-is-true', 'turso-not-null-is-true'],
};

/** Of these the property only sees what others have done, in an inspection. */
const WITH_OTHERS = ['update-skips-a-row', 'index-misses-updates'];

const MUTANTS_EACH = sized(2, 20);

function figure(name: string): Property {
  const text = readFileSync(new URL(`../../examples/paper/properties/${name}.dirt`, import.meta.url), 'utf8');
  const [property] = readNotation(text, `properties/${name}.dirt`);
  return { ...property, name: TWINS[name] };
}

function mutantsFor(name: string): Mutant[] {
  const seen = recorded()
    .trials.filter(({ kills }) => kills[TWINS[name]] !== undefined)
    .map(({ mutant }) => mutant);
  return Object.values(mutantFamilies)
    .flat()
    .filter((mutant) => seen.includes(mutant.name) && !(UNSEEN[name] ?? []).includes(mutant.name));
}

/** The plan of the mutant's workload with this index, in which nothing but the figure is a property. */
function planFor(
  property: Property,
  { name, workload }: Mutant,
  abilities: Parameters<typeof planAt>[0]['abilities'],
  index: number,
) {
  const { profile, features, statements } = workloads[workload];
  const settings = { seed: 'selftest', statements, features, abilities };
  if (!WITH_OTHERS.includes(name))
    return planAt(
      { ...settings, profile: { ...profile, favour: { [property.name]: 1 } }, properties: [property.name] },
      index,
      [property],
    );
  const others = builtInProperties.filter((other) => other.name !== property.name);
  const favour = { ...profile.favour, [property.name]: 10 };
  return planAt({ ...settings, profile: { ...profile, favour }, properties: [] }, index, [
    ...others,
    property,
  ]);
}

/** Whether the figure sees the planted bug in a plan on which the engine is silent without it; that plan. */
async function seenIn(property: Property, mutant: Mutant) {
  const { engine: name, plans } = workloads[mutant.workload];
  const [engine, referee] = [await resolveEngine(name), refereeWith()];
  for (let index = 0; index < plans; index++) {
    const planned = planFor(property, mutant, engine.abilities, index);
    const { trace, finding } = await examine(planned, engine, { opener: referee.opener });
    // Turso has bugs of its own.
    if (name === 'sqlite') expect(finding, `plan ${index} on SQLite`).toBeNull();
    if (finding !== null) continue;
    const { kills } = await seek(mutant, [{ ...planned, reference: trace }], {
      engine,
      referee,
      without: [],
    });
    if (kills[property.name] !== undefined) return { planned, engine };
  }
  return null;
}

describe.each(Object.keys(TWINS))('examples/paper/properties/%s.dirt', (name) => {
  const mutants = mutantsFor(name);

  it.each(mutants.slice(0, MUTANTS_EACH).map((mutant) => [mutant.name, mutant] as const))(
    'sees %s, as its twin in TypeScript does',
    async (_, mutant) => {
      expect(await seenIn(figure(name), mutant)).not.toBeNull();
    },
  );

  it('leaves plans behind that fail without the text', async () => {
    const [mutant] = mutants;
    const seen = await seenIn(figure(name), mutant);
    const plan = encodePlan(seen!.planned.plan);
    expect(await replay(plan, mutantOf(seen!.engine, mutant))).not.toBeNull();
    expect(await replay(plan, seen!.engine)).toBeNull();
  });
});
