// How many bugs a campaign tells of: one per cause, whatever the symptoms, and no fewer.

import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planAt } from '../../src/campaign/settings.ts';
import { featureIds } from '../../src/dialect/sqlite/features/catalogue.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { type EngineHooks, wrapEngine } from '../../src/engines/wrap-engine.ts';
import { BugBase } from '../../src/find/bug-base.ts';
import type { Cause } from '../../src/find/cause.ts';
import { explainedBy, lookInto } from '../../src/find/investigate.ts';
import { storeBug } from '../../src/find/store-bug.ts';
import type { Profile } from '../../src/planning/profile.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { failuresOf, judgeFully } from '../../src/run/judge-fully.ts';
import { refereeWith } from '../../src/run/referee.ts';
import type { Rows } from '../../src/sql/outcome.ts';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The suspects come up in most plans. */
const PROFILE: Profile = {
  ...profiles.general,
  weights: { ...profiles.general.weights, percent: { withoutRowid: 20 }, join: { right: 8, full: 8 } },
};

interface Seen {
  readonly ids: ReadonlySet<string>;
  readonly signatures: ReadonlySet<string>;
}

/** What the findings of all plans are filed under, or of those until so many kinds of findings are seen. */
async function seenIn(
  engine: Engine,
  plans: number,
  properties: readonly string[] = [],
  enough = Number.POSITIVE_INFINITY,
): Promise<Seen> {
  const folder = temporaryFolder();
  try {
    const base = new BugBase(folder);
    const [ids, signatures] = [new Set<string>(), new Set<string>()];
    const referee = refereeWith();
    const known: { cause: Cause }[] = [];
    const about = { engine: engine.name, version: engine.version, claims: '' };
    for (let index = 0; index < plans && signatures.size < enough; index++) {
      const planned = planAt(
        { seed: 'causes', statements: 60, profile: PROFILE, properties, features: featureIds },
        index,
      );
      const failures = failuresOf(await judgeFully(planned, engine, { referee, doublecheck: false }));
      for (const finding of failures) {
        // Ten plans with all that they show, and after them what was not seen before.
        if (index >= 10 && signatures.has(finding.signature)) continue;
        signatures.add(finding.signature);
        // As a campaign asks, before and while it looks into a failure.
        const by = { engine, referee };
        if (await explainedBy(planned.plan, finding, known, by)) continue;
        const found = await lookInto(planned.plan, finding, by, known);
        if ('explainedBy' in found) continue;
        ids.add(storeBug(base, found, about, 'today').bug.id);
        known.push(found);
      }
    }
    return { ids, signatures };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What queries of tables WITHOUT ROWID make of their rows, by how many rows and columns there are: that is not changed by how the query is written. */
const MANGLED: readonly ((rows: Rows['rows']) => Rows['rows'])[] = [
  (rows) => rows.slice(0, -1),
  (rows) => [...rows, ...rows.slice(0, 1)],
  (rows) => rows.map((row) => row.toReversed()),
  (rows) => rows.map((row, i) => (i % 2 === 0 ? row.map(() => null) : row.map((value) => value ?? 1n))),
  (rows) => [...rows.slice(1), ...rows.slice(1).map((row) => row.map(() => null))],
  (rows) => rows.map((row) => row.map(() => null)),
  (rows) => rows.map((row) => row.map((value) => value ?? 'not NULL')),
  (rows) => rows.map((row) => row.map((value) => (typeof value === 'string' ? `${value}!` : value))),
];

/** DELETE leaves tables WITHOUT ROWID as they are, and queries mangle their rows; so do queries of this kind. */
const forgetting = (kind: RegExp | null, ways = MANGLED.length): Engine =>
  wrapEngine(sqlite, (): EngineHooks => {
    const suspects = new Set<string>();
    return {
      rows: (outcome, { text }) => {
        const created = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+).* WITHOUT ROWID/.exec(text)?.[1];
        if (created !== undefined) suspects.add(created);
        const isRead =
          text.startsWith('SELECT') && [...suspects].some((name) => new RegExp(`\\b${name}\\b`).test(text));
        const way = (3 * outcome.rows.length + (outcome.rows[0]?.length ?? 0)) % ways;
        const mangled = isRead || kind?.test(text) ? MANGLED[isRead ? way : 0] : null;
        return mangled === null ? outcome : { ...outcome, rows: mangled(outcome.rows) };
      },
      run: ({ text, go }) => {
        const written = /^DELETE FROM (\w+)/.exec(text)?.[1];
        return go(written !== undefined && suspects.has(written) ? `DELETE FROM ${written} WHERE 0` : text);
      },
    };
  });

it('one bug with ten symptoms is one cause', async () => {
  const { ids, signatures } = await seenIn(
    forgetting(null),
    160,
    ['norec', 'tlp-where', 'deleted-rows-are-gone', 'delete-agrees-with-select', 'pqs'],
    sized(10, Number.POSITIVE_INFINITY),
  );
  expect([...signatures].length).toBeGreaterThanOrEqual(10);
  expect([...ids]).toHaveLength(1);
});

it('two bugs with the same symptoms are two causes', async () => {
  const { ids } = await seenIn(forgetting(/ (?:RIGHT|FULL) JOIN /, 1), 40);
  expect([...ids]).toHaveLength(2);
});
