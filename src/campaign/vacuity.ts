// What a campaign did not test though it seems to have: properties whose instances are vacuous, kinds of statement that never
// succeed, judges that were never asked. A tester that tests nothing finds nothing, so this must be reported.

import { dialect, type FeatureId, type StatementName } from '../dialect/index.ts';
import type { Totals } from '../events/index.ts';
import { partsOf, topReasons, weightsOf } from '../planning/index.ts';
import { JUDGE_NAMES, JUDGES, type JudgeName } from '../run/index.ts';
import { FAULT_NAMES, faultNamed } from '../world/index.ts';
import type { CampaignSettings } from './settings.ts';

/** Below these numbers, nothing is reported as vacuous. */
const ENOUGH_STATEMENTS = 20_000;
const ENOUGH_ATTEMPTS = 300;
const ENOUGH_INSTANCES = 100;

/** Shares of attempts and instances beyond which a property tests next to nothing. */
const MOST_DISCARDED = 0.98;
const MOST_VACUOUS = 0.85;

type Used = Pick<Totals, 'statements' | 'properties' | 'accepted' | 'exercised'>;
type Asked = Pick<
  CampaignSettings,
  'profile' | 'features' | 'abilities' | 'properties' | 'reference' | 'doublecheck'
>;

/** What is vacuous, one line each. `known` are the names of all properties. */
export function vacuityIn(used: Used, asked: Asked, known: readonly string[]): string[] {
  const warnings = propertiesSayingNothing(used);
  if (used.statements < ENOUGH_STATEMENTS) return warnings;
  return [
    ...warnings,
    ...neverTried(used, asked, known),
    ...neverAccepted(used, asked),
    ...neverAsked(used, asked),
  ];
}

function propertiesSayingNothing({ properties }: Used): string[] {
  return Object.entries(properties).flatMap(([name, statistics]) => {
    const { drawn, discarded, checked, vacuous, reasons } = statistics;
    const why = reasons === undefined ? '' : `: ${topReasons(statistics)}`;
    if (drawn >= ENOUGH_ATTEMPTS && discarded > MOST_DISCARDED * drawn)
      return [`property ${name}: ${discarded} of ${drawn} attempts were discarded${why}`];
    if (checked >= ENOUGH_INSTANCES && vacuous > MOST_VACUOUS * checked)
      return [`property ${name}: ${vacuous} of ${checked} instances say nothing`];
    return [];
  });
}

function neverTried({ properties }: Used, { profile, properties: chosen }: Asked, known: readonly string[]) {
  const isWanted = (name: string) =>
    partsOf(profile).some(({ profile: part }) => part.properties > 0 && part.favour[name] !== 0);
  return (chosen.length > 0 ? chosen : known)
    .filter((name) => isWanted(name) && properties[name] === undefined)
    .map((name) => `property ${name} was never tried`);
}

function neverAccepted({ accepted, statements }: Used, { profile, features }: Asked): string[] {
  const weights = partsOf(profile).map(({ profile: part }) => weightsOf(part.weights).statement);
  const supported = new Set<FeatureId>(features);
  const isWanted = (name: StatementName) => {
    const needed = dialect.generate.neededFor(name);
    return (
      weights.some((part) => part[name] > 0) &&
      needed !== undefined &&
      supported.has(needed) &&
      !HIDDEN.has(name)
    );
  };
  return dialect.generate.productions
    .filter((name) => isWanted(name) && (accepted[name] ?? 0) === 0)
    .map((name) => `no ${name} succeeded in ${statements} statements`);
}

/** A write to a view has the same kind as any other write. */
const HIDDEN: ReadonlySet<StatementName> = new Set(['viewWrite'] as const);

function neverAsked({ exercised }: Used, asked: Asked): string[] {
  return judgesFor(asked)
    .filter((judge) => (exercised[judge] ?? 0) === 0)
    .map((judge) => `the judge ${judge} had nothing to judge`);
}

/** The judges that must have been asked. */
function judgesFor({ profile, abilities, reference, doublecheck }: Asked): JudgeName[] {
  const carried = abilities?.faults ?? [];
  const madeFor = FAULT_NAMES.flatMap((name) =>
    carried.includes(name) && partsOf(profile).some(({ profile: part }) => part.perThousand[name] > 0)
      ? (faultNamed(name).judge ?? [])
      : [],
  );
  return JUDGE_NAMES.filter((name) => {
    const { expected } = JUDGES[name];
    if (expected === 'withReference') return reference !== null;
    if (expected === 'withDoublecheck') return doublecheck;
    return expected === 'always' || madeFor.includes(name);
  });
}
