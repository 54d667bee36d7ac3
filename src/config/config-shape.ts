// What the data of a configuration looks like. docs/config.schema.json is this, for editors.

import {
  anything,
  described,
  elsewhere,
  integerFrom,
  listOf,
  matching,
  object,
  positive,
  printSchema,
  provided,
  recordOf,
  type Shape,
  text,
  textOr,
} from '../json/index.ts';
import { profileShape, rateShapes, workloadShape } from '../planning/index.ts';
import { FAULT_NAMES } from '../world/index.ts';
import type { Config, FaultRates, Limits } from './config.ts';

/** A plan is one text file and one run without an end in sight: more statements belong into more plans. */
export const MOST_STEPS = 100_000;

/** Each has an engine and a model in memory. */
export const MOST_WORKERS = 256;

const time = (sentence: string): Shape<string> => {
  const noun = 'a time such as 90s, 5m or 1h';
  return described(`${noun}: ${sentence}`, matching(/^\d+(\.\d+)?(ms|s|m|h)?$/, noun));
};

const faultShapes = Object.fromEntries(FAULT_NAMES.map((name) => [name, rateShapes[name]])) as Record<
  keyof FaultRates,
  Shape<number>
>;

const reporter = provided(anything, (given) =>
  typeof given === 'function'
    ? null
    : { problem: 'is not a function', remedy: 'write (output) => ({ event(event) { … } })' },
);

/** They are code, for which there is no place in JSON. */
const reporters: Shape = {
  ...recordOf(reporter),
  schema: () => ({ type: 'object', additionalProperties: false }),
};

/** Engines that are code must have been taken out. */
export const configShape = object({}, {
  $schema: described('This schema, for editors.', text),
  engines: described(
    'Engines by the name that --engine takes. In JSON: another name for an engine such as turso@0.4.4 or file:<path>.',
    recordOf(described('turso@0.4.4 or file:<path>; in TypeScript also an engine', text)),
  ),
  engine: described('The engine under test, where no other is asked for.', text),
  reference: described('Who decides when engine and model disagree: an engine, or none.', text),
  properties: described(
    'Files whose exported properties are tested too, as paths or globs.',
    textOr(listOf(text)),
  ),
  ledger: described('The file that says what the engine supports.', text),
  bugs: described('The folder of the bug base.', text),
  profile: described(
    'What plans are about: the name of a profile, a .json file, or the profile itself.',
    textOr(elsewhere('./profile.schema.json', profileShape)),
  ),
  workload: described(
    'Shares of statements, by what they do; what is not said comes from the profile.',
    workloadShape,
  ),
  faults: described(
    'Chances in a thousand, after each group; what is not said comes from the profile.',
    object({}, faultShapes),
  ),
  limits: object({}, {
    budget: time('how long a campaign runs'),
    plans: described('How many plans a campaign runs.', positive),
    steps: described('Statements per plan, at least.', integerFrom(1, MOST_STEPS)),
    workers: described('Worker threads.', integerFrom(1, MOST_WORKERS)),
    shrinkLimit: described('How many smaller plans are tried for one finding.', positive),
    bisectBudget: time('how long new bugs are tried on other versions that were fetched before'),
  } satisfies Record<keyof Limits, Shape>),
  reporters: described(
    'Reporters by the name that --reporter takes; only in TypeScript and JavaScript.',
    reporters,
  ),
} satisfies Record<keyof Config | '$schema', Shape>);

export function printConfigSchema(): string {
  return printSchema('The configuration of DIRT', configShape.schema());
}
