import { expect, test } from 'vitest';
import { DirtError } from '../../src/errors.ts';
import {
  type Ledger,
  parseLedger,
  printLedger,
  printLedgerSchema,
  usableFeatures,
} from '../../src/ledger/ledger.ts';
import { ledgerChanges, updatedLedger } from '../../src/ledger/ledger-changes.ts';

const ledger: Ledger = {
  engine: 'turso',
  version: '0.7.2',
  features: {
    'join.full': { status: 'broken', since: '0.7.2', link: 'https://example.org/1' },
    'function.abs': { status: 'supported', since: '0.2.2' },
    'with.recursive': {
      status: 'unsupported',
      since: '0.7.2',
      reason: 'Recursive CTEs are not yet "supported"',
    },
  },
  silenced: [{ message: 'x is not supported', sql: "SELECT 'a'" }],
};

test('a ledger that is printed and read again is the same', () => {
  expect(parseLedger(printLedger(ledger), 'here')).toEqual(ledger);
});

test('a feature is one line, in the order of the ids, so that a change is one line of a diff', () => {
  const lines = printLedger(ledger).split('\n');
  const ids = lines.flatMap((line) => /^ {4}"([^"]+)": \{/.exec(line)?.[1] ?? []);
  expect(ids).toEqual(['function.abs', 'join.full', 'with.recursive']);
  expect(lines.filter((line) => line.includes('is not supported'))).toHaveLength(1);
});

test('what is wrong with a ledger is said with its place', () => {
  const problems: [string, RegExp][] = [
    ['{', /here: the ledger is not JSON/],
    ['[]', /here: the ledger is not an object/],
    [JSON.stringify({ format: 2, engine: 'x', version: '1', features: {} }), /format is not 1/],
    [JSON.stringify({ format: 2, engines: {}, abilities: [] }), /format is not 1 but 2/],
    [
      JSON.stringify({ format: 1, engine: 'x', version: '1', features: { 'no.such': {} } }),
      /features\["no\.such"\] is unknown/,
    ],
    [
      JSON.stringify({ format: 1, engine: 'x', version: '1', features: { 'function.asb': {} } }),
      /features\["function\.asb"\] is unknown: did you mean function\.abs\?/,
    ],
    [
      withEntry({ status: 'suported' }),
      /features\["function\.abs"\]\.status is not one of supported, unsupported, broken: did you mean supported\?/,
    ],
    [withEntry({ status: 'broken' }), /neither a reason nor a link/],
    [
      withEntry({ status: 'supported', sinse: '1' }),
      /features\["function\.abs"\]\.sinse is unknown: did you mean since\?/,
    ],
    [withEntry({ status: 'supported', since: 1 }), /features\["function\.abs"\]\.since is not a text/],
    [
      JSON.stringify({ format: 1, engine: 'x', version: '1', features: {}, silenced: [{}] }),
      /silenced\[0\]\.message is missing/,
    ],
  ];
  for (const [text, message] of problems) {
    expect(() => parseLedger(text, 'here')).toThrow(message);
    expect(() => parseLedger(text, 'here')).toThrow(DirtError);
  }
});

function withEntry(entry: object): string {
  return JSON.stringify({ format: 1, engine: 'x', version: '1', features: { 'function.abs': entry } });
}

test('only what is supported is generated', () => {
  expect(usableFeatures(ledger)).toEqual(['function.abs']);
});

test('the difference of two ledgers says what was gained and lost', () => {
  const later: Ledger = {
    ...ledger,
    version: '0.8.0',
    features: {
      ...ledger.features,
      'function.abs': { status: 'unsupported', reason: 'gone' },
      'with.recursive': { status: 'supported' },
    },
  };
  expect(ledgerChanges(ledger, later)).toEqual([
    {
      id: 'with.recursive',
      from: 'unsupported',
      to: 'supported',
      reason: 'Recursive CTEs are not yet "supported"',
    },
    { id: 'function.abs', from: 'supported', to: 'unsupported', reason: 'gone' },
  ]);
});

test('a new probe keeps what people wrote and the version of what did not change', () => {
  const probed: Ledger = {
    engine: 'turso',
    version: '0.8.0',
    features: {
      'join.full': { status: 'supported', since: '0.8.0' },
      'function.abs': { status: 'supported', since: '0.8.0' },
      'with.recursive': { status: 'supported', since: '0.8.0' },
    },
    silenced: [],
  };
  const updated = updatedLedger(ledger, probed);
  expect(updated.version).toBe('0.8.0');
  expect(updated.features['join.full']).toEqual(ledger.features['join.full']);
  expect(updated.features['function.abs']?.since).toBe('0.2.2');
  expect(updated.features['with.recursive']).toEqual({ status: 'supported', since: '0.8.0' });
  expect(updated.silenced).toEqual(ledger.silenced);
});

test('the schema of the ledger is published as it is (vitest -u writes it anew)', async () => {
  const published = new URL('../../docs/ledger.schema.json', import.meta.url);
  await expect(printLedgerSchema()).toMatchFileSnapshot(published.pathname);
});
