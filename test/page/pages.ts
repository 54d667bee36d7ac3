// Pages on disk for tests in a browser: a few causes, thousands, and such as try to break out.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageHtml } from '../../src/page/html.ts';
import { PAGE_FORMAT, type PageCause, type PageData } from '../../src/page/page-data.ts';
import type { RecordedRun, Recording } from '../../src/recording/recording.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { pageCause } from './page-cause.ts';

/** The address of a page with these causes. */
export function pageOnDisk(causes: readonly PageCause[], parts: Partial<PageData> = {}): string {
  const file = join(temporaryFolder(), 'report.html');
  writeFileSync(file, pageHtml(pageData(causes, parts)));
  return pathToFileURL(file).href;
}

export function pageData(causes: readonly PageCause[], parts: Partial<PageData> = {}): PageData {
  return {
    format: PAGE_FORMAT,
    dirt: '0.1.0',
    made: '2026-01-01T00:00:00Z',
    bugs: '.dirt/bugs',
    causes,
    history: [],
    damaged: [],
    ...parts,
  };
}

const SEVERITIES = ['data', 'answer', 'crash', 'refusal', 'cosmetic'];

/** Some out of each hundred are of each severity; every one has a recording of its own. */
export function manyCauses(count: number): PageCause[] {
  return Array.from({ length: count }, (_, i) =>
    pageCause(`wrong-${i.toString(16).padStart(8, '0')}`, {
      title: `LEFT JOIN with index ${i}: rows are missing (SELECT)`,
      severity: SEVERITIES[i % SEVERITIES.length],
      kind: i % 3 === 0 ? 'panic' : 'difference',
      features: ['createTable', 'insert', `feature.${i % 60}`],
      script: `CREATE TABLE t${i} (c0);\nINSERT INTO t${i} VALUES (${i});\nSELECT * FROM t${i};\n`,
      recording: recordingOf(`t${i}`),
    }),
  );
}

/** A DELETE that does nothing, seen by the next SELECT. */
function recordingOf(table: string, value = "'a'"): Recording {
  const rows = (...cells: string[]) => ({ rows: cells.map((cell) => [cell]) });
  const done = { kind: 'rows', rows: rows() } as const;
  const minimal: RecordedRun = {
    connections: 2,
    world: [],
    leftOut: 0,
    failsAt: 3,
    partsAt: 2,
    steps: [
      {
        at: 0,
        on: 0,
        kind: 'statement',
        text: `CREATE TABLE ${table} (c0)`,
        property: 'interaction',
        engine: done,
        model: done,
        tables: [{ name: table, columns: ['c0'], model: rows(), engine: done }],
      },
      {
        at: 1,
        on: 1,
        kind: 'statement',
        text: `INSERT INTO ${table} VALUES (${value}), (2)`,
        property: 'interaction',
        engine: { ...done, changes: 2 },
        model: { ...done, changes: 2 },
        tables: [
          {
            name: table,
            columns: ['c0'],
            model: rows(value, '2'),
            engine: { kind: 'rows', rows: rows(value, '2') },
          },
        ],
      },
      {
        at: 2,
        on: 0,
        kind: 'statement',
        text: `DELETE FROM ${table} WHERE c0 = 2`,
        property: 'interaction',
        engine: { ...done, changes: 1 },
        model: { ...done, changes: 1 },
        queryPlan: [`SCAN ${table}`],
        tables: [
          {
            name: table,
            columns: ['c0'],
            model: rows(value),
            engine: { kind: 'rows', rows: rows(value, '2') },
            differs: true,
          },
        ],
      },
      {
        at: 3,
        on: 0,
        kind: 'statement',
        text: `SELECT * FROM ${table}`,
        property: 'deleted-rows-are-gone',
        engine: { kind: 'rows', rows: rows(value, '2') },
        model: { kind: 'rows', rows: rows(value) },
        reference: { kind: 'rows', rows: rows(value) },
      },
    ],
  };
  return {
    format: 1,
    engine: 'turso@1.0',
    reference: 'sqlite@3.50.4',
    failure: {
      judge: 'model',
      message: 'the rows are not those that SQL defines',
      expected: { kind: 'rows', rows: rows(value) },
      actual: { kind: 'rows', rows: rows(value, '2') },
    },
    minimal,
    original: { ...minimal, leftOut: 90 },
  };
}

/** What a database may hold to break a page that shows it. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "javascript:alert('1')",
  '$' + '{alert(1)}{{alert(1)}}',
  '__proto__',
  'constructor',
  '\u0000\u0007\u001b[31m\u202e\u2028\ud800',
  'x'.repeat(20_000),
];

/** One cause per hostile text, which is in every place that a text can be in. */
export function hostileCauses(): PageCause[] {
  return HOSTILE.map((text, i) =>
    pageCause(i === 6 ? '__proto__' : `hostile-${i}`, {
      title: text,
      kind: text,
      severity: SEVERITIES[i % 2],
      engine: text,
      versions: [{ version: text, came: 'fails', note: text }],
      since: text,
      property: text,
      oracle: text,
      claims: text,
      message: text,
      features: [text],
      needs: [text],
      mayNeed: [text],
      vote: text,
      reason: text,
      origin: text,
      firstSeen: text,
      script: `SELECT '${text}'; -- ${text}`,
      issue: text,
      commands: [{ does: text, command: text }],
      entries: [{ id: text, title: text, script: text }],
      skeletons: [text],
      recording: recordingOf(text, text),
    }),
  );
}
