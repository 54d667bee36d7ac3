// How many bugs a campaign tells of: one per cause, whatever the symptoms, and no fewer.

import { expect, it } from 'vitest';
import { planAt } from '../../src/campaign/settings.ts';
import { featureIds } from '../../src/dialect/sqlite/features/catalogue.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { type EngineHooks, wrapEngine } from '../../src/engines/wrap-engine.ts';
import { investigate } from '../../src/find/investigate.ts';
import type { Profile } from '../../src/planning/profile.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { refereeWith } from '../../src/run/referee.ts';

const PLANS = 40;
/** The suspects come up in most plans. */
const PROFILE: Profile = {
  ...profiles.default,
  weights: { ...profiles.default.weights, percent: { withoutRowid: 20 }, join: { right: 8, full: 8 } },
};

interface Seen {
  readonly ids: ReadonlySet<string>;
  readonly signatures: ReadonlySet<string>;
}

/** What the findings of all plans are filed under. */
async function seenIn(engine: Engine): Promise<Seen> {
  const [ids, signatures] = [new Set<string>(), new Set<string>()];
  const referee = refereeWith();
  for (let index = 0; index < PLANS; index++) {
    const planned = planAt(
      { seed: 'causes', statements: 60, profile: PROFILE, properties: [], features: featureIds },
      index,
    );
    const { finding } = await judgeFully(planned, engine, { referee, doublecheck: false });
    if (finding === null) continue;
    ids.add((await investigate(planned.plan, finding, { engine, referee })).id);
    signatures.add(finding.signature);
  }
  return { ids, signatures };
}

/** DELETE leaves tables WITHOUT ROWID as they are, and queries of them lose their last row; so do queries of this kind. */
const forgetting = (kind: RegExp | null): Engine =>
  wrapEngine(sqlite, (): EngineHooks => {
    const suspects = new Set<string>();
    return {
      rows: (outcome, { text }) => {
        const isRead =
          text.startsWith('SELECT') && [...suspects].some((name) => new RegExp(`\\b${name}\\b`).test(text));
        return isRead || kind?.test(text) ? { ...outcome, rows: outcome.rows.slice(0, -1) } : outcome;
      },
      run: ({ text, go }) => {
        const created = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+).* WITHOUT ROWID/.exec(text)?.[1];
        if (created !== undefined) suspects.add(created);
        const deleted = /^DELETE FROM (\w+)/.exec(text)?.[1];
        return go(deleted !== undefined && suspects.has(deleted) ? 'SELECT 1 WHERE 0' : text);
      },
    };
  });

it('one bug with several symptoms is one cause', async () => {
  const { ids, signatures } = await seenIn(forgetting(null));
  expect(signatures.size).toBeGreaterThanOrEqual(2);
  expect(ids.size).toBe(1);
});

it('two bugs with the same symptoms are two causes', async () => {
  const { ids } = await seenIn(forgetting(/ (?:RIGHT|FULL) JOIN /));
  expect(ids.size).toBe(2);
});
