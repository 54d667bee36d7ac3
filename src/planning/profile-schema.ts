// The JSON schema of profiles, made from the same data that planning uses. docs/profile.schema.json is this, as a file.

import { defaultWeights } from '../dialect/sqlite/generate/weights.ts';
import type { Schema } from '../json/schema.ts';
import { PAGE_SIZES } from '../world/world-spec.ts';
import type { Profile } from './profile.ts';
import { profiles } from './profiles.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const weight = (description?: string): Schema => ({
  type: 'integer',
  minimum: 0,
  maximum: 100_000,
  description,
});
const percent = (description?: string): Schema => ({
  type: 'integer',
  minimum: 0,
  maximum: 100,
  description,
});
const perThousand = (description: string): Schema => ({
  type: 'integer',
  minimum: 0,
  maximum: 1000,
  description,
});
const count = (description: string): Schema => ({
  type: 'integer',
  minimum: 1,
  maximum: 100_000,
  description,
});

function object(description: string, properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', description, properties, additionalProperties: false };
}

function weightsOf(description: string, names: readonly (string | number)[]): Schema {
  return object(description, Object.fromEntries(names.map((name) => [name, weight()])));
}

export const profileSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A profile of DIRT',
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    $schema: text('This schema, for editors.'),
    name: text('What the profile is called in reports.'),
    basedOn: {
      type: 'string',
      enum: Object.keys(profiles),
      description: 'The profile that gives what this one does not say; default if missing.',
    },
    about: text('One line for people.'),
    workload: object('Shares of statements, by what they do.', {
      read: weight('SELECT'),
      write: weight('INSERT, UPDATE and DELETE'),
      create: weight('CREATE, DROP and ALTER'),
    }),
    properties: percent('Groups in a hundred that are properties; the others are random interactions.'),
    favour: {
      type: 'object',
      description: 'How often a property is drawn, by its name; 1 for those not named, 0 never.',
      additionalProperties: weight(),
    },
    perThousand: object('Chances in a thousand, after each group.', {
      inspectContents: perThousand('all tables are compared with the model'),
      inspectIntegrity: perThousand("the engine's own integrity check"),
      sqliteOpensIt: perThousand('SQLite opens the files'),
      sqliteWrites: perThousand('SQLite writes to the files, and the engine goes on with them'),
      reopen: perThousand('the database is closed and opened again'),
      disconnect: perThousand('a connection is closed and opened again'),
      clockJump: perThousand('the clock jumps'),
      powerCut: perThousand('the power goes off between two statements'),
    }),
    checkpointed: percent('Plans in a hundred that start on a checkpointed database.'),
    pageSizes: weightsOf('How often a plan has which page size.', PAGE_SIZES),
    journalModes: weightsOf('How often a plan has which journal mode.', ['wal', 'delete']),
    connections: object('Several connections at once.', {
      most: count('The most connections a plan uses.'),
      interleaved: percent('Interactions in a hundred that several connections take part in.'),
    }),
    rows: object('How large tables are.', {
      least: count('Rows that the largest table has at least.'),
      batch: count('Rows that an INSERT adds until then.'),
    }),
    weights: object(
      "Changes to the generator's weights, by family and name.",
      Object.fromEntries(
        Object.entries(defaultWeights).map(([family, names]) => [
          family,
          family === 'percent'
            ? object(
                'Chances in a hundred.',
                mapNames(names, () => percent()),
              )
            : weightsOf(family === 'limit' ? 'Sizes.' : 'Relative to each other.', Object.keys(names)),
        ]),
      ),
    ),
  } satisfies Record<keyof Profile | 'basedOn' | '$schema', Schema>,
};

function mapNames(names: object, make: () => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, make()]));
}
