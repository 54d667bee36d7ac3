// The ledger: what an engine supports, feature by feature, and since when. A file with one line per feature, in
// the database's own repository.

import { dialect, type FeatureId } from '../dialect/index.ts';
import { DirtError } from '../errors.ts';
import {
  checked,
  described,
  flag,
  listOf,
  type Mismatch,
  object,
  oneOf,
  parsed,
  printSchema,
  provided,
  recordOf,
  text,
} from '../json/index.ts';

export type Status = 'supported' | 'unsupported' | 'broken';

export interface LedgerEntry {
  readonly status: Status;
  /** The version in which the status was first seen. */
  readonly since?: string;
  /** What the engine said, or what a person knows about it. */
  readonly reason?: string;
  /** Of what is broken: it ends the engine, so it is not generated. */
  readonly kills?: boolean;
  /** Where the trouble is tracked. An entry with a link is a person's: probing does not change it. */
  readonly link?: string;
}

/** A refusal of supported features together that is no longer reported. */
export interface Silenced {
  /** The refusal without names and numbers, as the report gives it. */
  readonly message: string;
  /** The smallest SQL that shows it, for people. */
  readonly sql: string;
}

export interface Ledger {
  readonly engine: string;
  readonly version: string;
  readonly features: Readonly<Partial<Record<FeatureId, LedgerEntry>>>;
  readonly silenced: readonly Silenced[];
}

/** Its name in the working directory. */
export const LEDGER_FILE = 'dirt.features.json';
const FORMAT = 1;
const SCHEMA = './node_modules/dirt/docs/ledger.schema.json';

/** What generation may use: also what is broken, unless that ends the engine or a person tracks it. */
export function usableFeatures({ features }: Ledger): FeatureId[] {
  return dialect.features.ids.filter((id) => {
    const { status, kills, link } = features[id] ?? {};
    return status === 'supported' || (status === 'broken' && kills !== true && link === undefined);
  });
}

/** One line per feature and per silenced combination, sorted, so that a change is a line of a diff. */
export function printLedger(ledger: Ledger): string {
  const features = Object.entries(ledger.features)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([id, { status, since, reason, kills, link }]) =>
        `    ${JSON.stringify(id)}: ${inline({ status, since, reason, kills, link })}`,
    );
  const silenced = [...ledger.silenced]
    .sort((a, b) => (a.message < b.message ? -1 : 1))
    .map(({ message, sql }) => `    ${inline({ message, sql })}`);
  const head = { $schema: SCHEMA, format: FORMAT, engine: ledger.engine, version: ledger.version };
  return [
    '{',
    ...Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    '  "features": {',
    features.join(',\n'),
    '  },',
    silenced.length === 0 ? '  "silenced": []' : `  "silenced": [\n${silenced.join(',\n')}\n  ]`,
    '}',
    '',
  ].join('\n');
}

/** A silenced combination as its line in the file. */
export function printSilenced({ message, sql }: Silenced): string {
  return inline({ message, sql });
}

function inline(fields: Readonly<Record<string, string | boolean | undefined>>): string {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `{ ${present.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')} }`;
}

const entryShape = provided(
  object(
    { status: oneOf('supported', 'unsupported', 'broken') },
    {
      since: described('The version in which this status was first seen', text),
      reason: described('What the engine said, or what a person knows', text),
      kills: described('It is broken and ends the engine, so it is not generated', flag),
      link: described('Where it is tracked; probing does not change an entry with a link', text),
    },
  ),
  ({ status, reason, link }) =>
    status === 'broken' && reason === undefined && link === undefined
      ? { problem: 'is broken, but neither a reason nor a link says why', remedy: 'say why' }
      : null,
  {
    if: { properties: { status: { const: 'broken' } } },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so
    then: { anyOf: [{ required: ['reason'] }, { required: ['link'] }] },
  },
);

const silencedShape = object({
  message: described('The refusal without names and numbers, as the report gives it', text),
  sql: described('The smallest SQL that shows it', text),
});

const ledgerShape = described(
  'What a database supports, feature by feature. DIRT generates only what is supported; `dirt features probe --write` fills it in.',
  object(
    {
      format: oneOf(FORMAT),
      engine: described("The engine's name, without its version: turso", text),
      version: described('The version that was probed last', text),
      features: described(
        'One line per feature; `dirt features show` lists the ids',
        recordOf(entryShape, dialect.features.ids),
      ),
    },
    {
      $schema: text,
      silenced: described(
        'Refusals of supported features together that are not reported again',
        listOf(silencedShape),
      ),
    },
  ),
);

export function printLedgerSchema(): string {
  return printSchema(LEDGER_FILE, ledgerShape.schema());
}

/** `source` is named in what is wrong. */
export function parseLedger(content: string, source: string): Ledger {
  const wrong = ({ problem, remedy }: Mismatch): DirtError =>
    new DirtError(
      'DIRT_LEDGER',
      `${source}: ${problem}`,
      `${remedy}, or remove the file and write it anew with \`dirt features probe --write\``,
    );
  const json = parsed(content, 'the ledger', wrong);
  // What a later format has or lacks besides is not worth telling.
  const { format = FORMAT } = Object(json) as { readonly format?: unknown };
  if (format !== FORMAT) {
    throw wrong({
      problem: `format is not ${FORMAT} but ${JSON.stringify(format)}`,
      remedy: 'use a version of DIRT that reads it',
    });
  }
  const { engine, version, features, silenced = [] } = checked(ledgerShape, json, 'the ledger', wrong);
  return { engine, version, features, silenced };
}
