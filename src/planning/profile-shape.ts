// What a profile in a file looks like, made from the same data that planning uses. docs/profile.schema.json is this, for editors.

import { dialect, type Weights } from '../dialect/index.ts';
import {
  described,
  integerFrom,
  object,
  oneOf,
  printSchema,
  recordOf,
  type Shape,
  text,
} from '../json/index.ts';
import { PAGE_SIZES } from '../world/index.ts';
import { HAPPENINGS } from './happenings.ts';
import { MOST_TABLE_ROWS, MOST_VISITED } from './limits.ts';
import type { Profile, Rates, WeightChanges } from './profile.ts';
import { profiles } from './profiles.ts';

const weight = integerFrom(0, 100_000);
const percent = integerFrom(0, 100);
const perThousand = integerFrom(0, 1000);
/** The most of each size: what is larger takes minutes for one plan, or all memory. Others may be 100. */
const MOST_SIZES: Readonly<Record<string, number>> = {
  columnsMin: 500,
  columnsMax: 500,
  rowsPerInsert: 500,
  expressionDepth: 12,
  subqueries: 20,
  longValue: 100_000,
  work: MOST_VISITED,
  insertSelectRows: 3_000,
};
const MOST_OTHERS = 100;
const MOST_CONNECTIONS = 16;
const MOST_BATCH = 500;

/** An object with a value of the same shape under each of these names, which may all be missing. */
function each<N extends string, T>(names: readonly N[], shape: Shape<T>): Shape<Partial<Record<N, T>>> {
  return object({}, Object.fromEntries(names.map((name) => [name, shape])));
}

/** Chances in a thousand, after each group. */
export const rateShapes = Object.fromEntries(
  HAPPENINGS.map(({ rate, about }) => [rate, described(about, perThousand)]),
) as Record<keyof Rates, Shape<number>>;

export const workloadShape = object(
  {},
  {
    read: described('SELECT', weight),
    write: described('INSERT, UPDATE and DELETE', weight),
    create: described('CREATE, DROP and ALTER', weight),
  },
);

function familyShape(family: string, names: object): Shape {
  if (family === 'percent') return described('Chances in a hundred.', each(Object.keys(names), percent));
  if (family !== 'limit') return described('Relative to each other.', each(Object.keys(names), weight));
  const sizes = Object.keys(names).map((name) => [name, integerFrom(0, MOST_SIZES[name] ?? MOST_OTHERS)]);
  return described('Sizes.', object({}, Object.fromEntries(sizes)));
}

const weightsShape = object(
  {},
  Object.fromEntries(
    Object.entries(dialect.generate.defaultWeights).map(([family, names]) => [
      family,
      familyShape(family, names),
    ]),
  ) as { readonly [F in keyof Weights]: Shape<WeightChanges[F]> },
);

export const profileShape = object({ name: described('What the profile is called in reports.', text) }, {
  $schema: described('This schema, for editors.', text),
  basedOn: described(
    'The profile that gives what this one does not say; general if missing.',
    oneOf(...Object.keys(profiles)),
  ),
  about: described('One line for people.', text),
  workload: described('Shares of statements, by what they do.', workloadShape),
  properties: described(
    'Groups in a hundred that are properties; the others are random interactions.',
    percent,
  ),
  favour: described(
    'How often a property is drawn, by its name; 1 for those not named, 0 never.',
    recordOf(weight),
  ),
  perThousand: described('Chances in a thousand, after each group.', object({}, rateShapes)),
  checkpointed: described('Plans in a hundred that start on a checkpointed database.', percent),
  pageSizes: described(
    'How often a plan has which page size.',
    each(
      PAGE_SIZES.map((pageSize) => `${pageSize}` as const),
      weight,
    ),
  ),
  journalModes: described('How often a plan has which journal mode.', each(['wal', 'delete'], weight)),
  connections: described(
    'Several connections at once.',
    object(
      {},
      {
        most: described('The most connections a plan uses.', integerFrom(1, MOST_CONNECTIONS)),
        interleaved: described('Interactions in a hundred that several connections take part in.', percent),
        left: described(
          'Interactions in a hundred in which statements are left before their ends while others run.',
          percent,
        ),
      },
    ),
  ),
  mvcc: described(
    'Plans in a hundred that are in the journal mode mvcc, on engines that have BEGIN CONCURRENT.',
    percent,
  ),
  asyncIo: described('Plans in a hundred with asynchronous I/O, on engines that carry it.', percent),
  rows: described(
    'How large tables are.',
    object(
      {},
      {
        least: described('Rows that the largest table has at least.', integerFrom(1, MOST_TABLE_ROWS)),
        batch: described('Rows that an INSERT adds until then.', integerFrom(1, MOST_BATCH)),
      },
    ),
  ),
  weights: described("Changes to the generator's weights, by family and name.", weightsShape),
} satisfies Record<Exclude<keyof Profile, 'name' | 'mixture'> | 'basedOn' | '$schema', Shape>);

export function printProfileSchema(): string {
  return printSchema('A profile of DIRT', profileShape.schema());
}
