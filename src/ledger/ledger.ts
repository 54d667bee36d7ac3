// The ledger: what an engine supports, feature by feature, and since when. A file of one line a feature, in the database's
// own repository, that only moves with a reason.

import { type FeatureId, featureIds, isFeatureId } from '../dialect/sqlite/features/catalogue.ts';
import { DirtError } from '../errors.ts';

export type Status = 'supported' | 'unsupported' | 'broken';

export interface LedgerEntry {
  readonly status: Status;
  /** The version in which the status was first seen. */
  readonly since?: string;
  /** What the engine said, or what a person knows about it. */
  readonly reason?: string;
  /** Where the trouble is tracked. An entry with a link is a person's: probing does not change it. */
  readonly link?: string;
}

/** A refusal of supported features together that nobody wants to hear of again. */
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
const STATUSES: readonly Status[] = ['supported', 'unsupported', 'broken'];

/** What generation may use. */
export function supportedFeatures(ledger: Ledger): FeatureId[] {
  return featureIds.filter((id) => ledger.features[id]?.status === 'supported');
}

/** One line a feature and one a silenced combination, sorted, so that a change is a line of a diff. */
export function printLedger(ledger: Ledger): string {
  const features = Object.entries(ledger.features)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([id, { status, since, reason, link }]) =>
        `    ${JSON.stringify(id)}: ${inline({ status, since, reason, link })}`,
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

function inline(fields: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `{ ${present.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')} }`;
}

/** `source` is named in what is wrong. */
export function parseLedger(text: string, source: string): Ledger {
  const wrong = (problem: string): DirtError =>
    new DirtError(
      'DIRT_LEDGER',
      `${source}: ${problem}`,
      'correct the file, or remove it and write it anew with `dirt features probe --write`',
    );
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw wrong(`not JSON (${(error as Error).message})`);
  }
  if (!isObject(data)) throw wrong('not an object');
  const { format, engine, version, features, silenced = [] } = data;
  if (format !== FORMAT) throw wrong(`format ${JSON.stringify(format)} is not ${FORMAT}`);
  if (typeof engine !== 'string' || typeof version !== 'string')
    throw wrong('"engine" and "version" must be texts');
  if (!isObject(features)) throw wrong('"features" must be an object');
  if (!Array.isArray(silenced)) throw wrong('"silenced" must be a list');
  const entries: Partial<Record<FeatureId, LedgerEntry>> = {};
  for (const [id, entry] of Object.entries(features)) {
    if (!isFeatureId(id)) throw wrong(`there is no feature "${id}"`);
    entries[id] = readEntry(id, entry);
  }
  return { engine, version, features: entries, silenced: silenced.map(readSilenced) };

  function readEntry(id: string, entry: unknown): LedgerEntry {
    if (!isObject(entry)) throw wrong(`"${id}" must be an object`);
    const { status, ...rest } = entry;
    if (!STATUSES.includes(status as Status)) {
      throw wrong(
        `"${id}" has the status ${JSON.stringify(status)}, which is none of ${STATUSES.join(', ')}`,
      );
    }
    for (const [name, value] of Object.entries(rest)) {
      if (!['since', 'reason', 'link'].includes(name)) throw wrong(`"${id}" has an unknown field "${name}"`);
      if (typeof value !== 'string') throw wrong(`"${name}" of "${id}" must be a text`);
    }
    if (status === 'broken' && rest.reason === undefined && rest.link === undefined) {
      throw wrong(`"${id}" is broken, but neither a reason nor a link says why`);
    }
    return { status: status as Status, ...rest };
  }

  function readSilenced(line: unknown, i: number): Silenced {
    if (isObject(line) && typeof line.message === 'string' && typeof line.sql === 'string') {
      return { message: line.message, sql: line.sql };
    }
    throw wrong(`line ${i + 1} of "silenced" must have the texts "message" and "sql"`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
