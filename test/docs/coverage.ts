// docs/coverage.md: every feature of the catalogue, whether statements with it are generated, whether the model knows what
// they do, which properties are built on it, and whether Turso's own simulator has it.

import {
  catalogue,
  type FeatureId,
  featureIds,
  isInSqlite,
} from '../../src/dialect/sqlite/features/catalogue.ts';
import { allFeatures } from '../../src/dialect/sqlite/features/feature-set.ts';
import { featuresOf } from '../../src/dialect/sqlite/features/features-of.ts';
import type { KnownSchema } from '../../src/dialect/sqlite/features/walk.ts';
import { defaultSetting } from '../../src/dialect/sqlite/generate/setting.ts';
import { statement } from '../../src/dialect/sqlite/generate/statements/statements.ts';
import type { Weights } from '../../src/dialect/sqlite/generate/weights.ts';
import type { Prediction } from '../../src/dialect/sqlite/model/predict.ts';
import { Rehearsal } from '../../src/plan/rehearsal.ts';
import { type PlanRequest, planOf } from '../../src/planning/planner.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { weightsOf } from '../../src/planning/swarm.ts';
import { builtInProperties } from '../../src/properties/index.ts';
import { Random } from '../../src/random.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { everything } from '../dialect/sqlite/generate/everything.ts';
import { LIMBO_SIM_VERSION, limboSimFeatures } from './limbo-sim.ts';

const DATABASES = 120;
const STATEMENTS = 60;
const PLANS = 40;
/** Above this many properties a list says nothing. */
const MOST_NAMES = 4;

export function coverageDocument(): string {
  const { generated, onRequest, modelled } = generatedFeatures();
  const properties = featuresOfProperties();
  const rows = featureIds.map((id) => {
    const users = [...properties].filter(([, features]) => features.has(id)).map(([name]) => name);
    const used = users.length > MOST_NAMES ? `${users.length} properties` : users.join(', ');
    const cells = [
      `\`${id}\``,
      catalogue[id].description,
      generated.has(id) ? 'yes' : mark(onRequest.has(id), 'on request'),
      mark(modelled.has(id)),
      used,
    ];
    return `| ${[...cells, mark(limboSimFeatures.has(id))].map(escaped).join(' | ')} |`;
  });
  const count = (ids: { has(id: FeatureId): boolean }) => featureIds.filter((id) => ids.has(id)).length;
  return [
    '# Coverage',
    '',
    'Made by `npm run docs:coverage`; a test keeps it current.',
    '',
    `The catalogue has ${featureIds.length} features, ${featureIds.filter(isInSqlite).length} of them of SQLite. DIRT generates ` +
      `${count(generated)} and models ${count(modelled)}; Turso's own simulator, limbo_sim, generates ${limboSimFeatures.size} ` +
      `(${LIMBO_SIM_VERSION}; what it has was read in its sources, so a blank may be an oversight).`,
    '',
    '- *generated*: statements with it come up in random generation; *on request* only where a profile of your own raises a weight',
    '  that is 0 in all profiles of DIRT',
    '- *modelled*: the shadow model knows what such a statement does; else only panics, hangs, corruption, and what the',
    '  reference says are checked',
    '- *properties*: those whose own statements use it; the predicates and queries that they draw may use anything generated',
    '',
    '| feature | | generated | modelled | properties | limbo_sim |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function mark(has: boolean, text = 'yes'): string {
  return has ? text : '';
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}

interface Generated {
  readonly generated: ReadonlySet<FeatureId>;
  readonly onRequest: ReadonlySet<FeatureId>;
  readonly modelled: ReadonlySet<FeatureId>;
}

function generatedFeatures(): Generated {
  const generated = new Set<FeatureId>();
  const onRequest = new Set<FeatureId>();
  const modelled = new Set<FeatureId>();
  const note = (
    made: Statement,
    view: KnownSchema | undefined,
    prediction: Prediction,
    into = generated,
  ): void => {
    const isFollowed = prediction.kind === 'rows' || prediction.kind === 'refused';
    for (const feature of featuresOf(made, view)) {
      into.add(feature);
      // Triggers and views are taken note of; what they do or give is another question.
      const isNoted = made.kind === 'createTrigger' || made.kind === 'createView';
      if (isFollowed && (!isNoted || feature.startsWith('createView'))) modelled.add(feature);
    }
  };
  const generate = (weights: Weights, databases: number, into: Set<FeatureId>): void => {
    for (let i = 0; i < databases; i++) {
      const random = Random.of('coverage', i);
      const rehearsal = new Rehearsal();
      const setting = defaultSetting({ weights });
      for (let id = 0; id < STATEMENTS; id++) {
        const view = rehearsal.view(0);
        const made = statement(random, view, setting);
        const predicted = rehearsal.predict(0, made);
        note(made, view, predicted.prediction, into);
        rehearsal.accept({ do: 'run', id, on: 0, statement: made, expect: 'any', fuel: 1 }, made, predicted);
      }
    }
  };
  generate(usedWeights(), DATABASES, generated);
  generate(everything, DATABASES / 4, onRequest);
  // Some come in groups of statements only.
  for (let index = 0; index < PLANS; index++) {
    for (const { statement, prediction } of planOf(request(index, 'beyondModel')).steps) {
      if (statement && prediction) note(statement, undefined, prediction);
    }
  }
  return { generated, onRequest, modelled };
}

/** All weights on, but for those that are 0 in every profile. */
function usedWeights(): Weights {
  const all = Object.values(profiles).map(({ weights }) => weightsOf(weights));
  const isUsed = (family: string, name: string) =>
    all.some((weights) => (weights as Record<string, Record<string, number>>)[family][name] > 0);
  return Object.fromEntries(
    Object.entries(everything).map(([family, weights]) => [
      family,
      Object.fromEntries(
        Object.entries(weights).map(([name, weight]) => [name, isUsed(family, name) ? weight : 0]),
      ),
    ]),
  ) as unknown as Weights;
}

function request(index: number, profile: keyof typeof profiles): PlanRequest {
  return {
    seed: 'coverage',
    index,
    statements: 100,
    profile: profiles[profile],
    properties: builtInProperties,
    features: allFeatures(),
  };
}

/** The features that at least half of a property's groups have without what they draw: those of its own statements. */
function featuresOfProperties(): Map<string, Set<FeatureId>> {
  const groups = new Map<string, { count: number; features: Map<FeatureId, number> }>();
  for (let index = 0; index < PLANS; index++) {
    const { plan } = planOf(request(index, 'general'));
    for (const { property, steps } of plan.groups) {
      const group = groups.get(property) ?? { count: 0, features: new Map() };
      const used = new Set(steps.flatMap((step) => (step.do === 'run' ? featuresOf(step.statement) : [])));
      for (const id of used) group.features.set(id, (group.features.get(id) ?? 0) + 1);
      group.count++;
      groups.set(property, group);
    }
  }
  const isProperty = (name: string) => builtInProperties.some((property) => property.name === name);
  return new Map(
    [...groups]
      .filter(([name]) => isProperty(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { count, features }]) => [
        name,
        new Set([...features].filter(([, times]) => times * 2 >= count).map(([id]) => id)),
      ]),
  );
}
