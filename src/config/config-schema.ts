// The JSON schema of the configuration's data, from which what is wrong with a configuration is told.
// docs/config.schema.json is this, as a file.

import type { Schema } from '../json/schema.ts';
import { profileSchema } from '../planning/profile-schema.ts';
import { type Config, FAULT_RATES, type Limits } from './config.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const count = (description: string): Schema => ({ type: 'integer', minimum: 1, description });
const time = (description: string): Schema => ({
  type: 'string',
  pattern: '^\\d+(\\.\\d+)?(ms|s|m|h)?$',
  description: `a time such as 90s, 5m or 1h: ${description}`,
});

const { $schema: _, title: __, ...profile } = profileSchema;
const rates = profile.properties?.perThousand.properties ?? {};

export const configSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The configuration of DIRT',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: text('This schema, for editors.'),
    engines: {
      type: 'object',
      description:
        'Engines by the name that --engine takes. In JSON: another name for an engine such as turso@0.4.4 or file:<path>.',
      additionalProperties: {
        type: 'string',
        description: 'turso@0.4.4 or file:<path>; in TypeScript also an engine',
      },
    },
    engine: text('The engine under test, where no other is asked for.'),
    reference: text('Who decides when engine and model disagree: an engine, or none.'),
    properties: {
      description: 'Files whose exported properties are tested too, as paths or globs.',
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
    ledger: text('The file that says what the engine supports.'),
    bugs: text('The folder of the bug base.'),
    profile: {
      description: 'What plans are about: the name of a profile, a .json file, or the profile itself.',
      anyOf: [{ type: 'string' }, profile],
    },
    workload: {
      ...profile.properties?.workload,
      description: 'Shares of statements, by what they do; what is not said comes from the profile.',
    },
    faults: {
      type: 'object',
      description: 'Chances in a thousand, after each group; what is not said comes from the profile.',
      properties: Object.fromEntries(FAULT_RATES.map((name) => [name, rates[name]])),
      additionalProperties: false,
    },
    limits: {
      type: 'object',
      properties: {
        budget: time('how long a campaign runs'),
        plans: count('How many plans a campaign runs.'),
        steps: count('Statements a plan, at least.'),
        workers: count('Worker threads.'),
        shrinkBudget: time('how long one finding may be shrunk'),
      } satisfies Record<keyof Limits, Schema>,
      additionalProperties: false,
    },
  } satisfies Record<keyof Config | '$schema', Schema>,
};

/** As it is published: the profile has a schema of its own. */
export function printConfigSchema(): string {
  const published = (_key: string, value: unknown) =>
    value === profile ? { $ref: './profile.schema.json' } : value;
  return `${JSON.stringify(configSchema, published, 2)}\n`;
}
