// A campaign for a benchmark: everything as `dirt run` does it, with a bug base that is thrown away.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Campaign } from '../src/campaign/campaign.ts';
import { NO_RATCHET } from '../src/campaign/ratchet.ts';
import type { CampaignSettings } from '../src/campaign/settings.ts';
import { resolveEngine } from '../src/engines/resolve.ts';
import type { CampaignEvent, Totals } from '../src/events/campaign-event.ts';
import { BugBase } from '../src/find/bug-base.ts';
import { MOST_CANDIDATES } from '../src/find/investigate.ts';
import { usableFeatures } from '../src/ledger/ledger.ts';
import { probedLedger } from '../src/ledger/probed-ledger.ts';
import { profiles } from '../src/planning/profiles.ts';
import { builtInProperties } from '../src/properties/index.ts';

export interface BenchmarkCampaign {
  readonly seconds: number;
  readonly workers: number;
  readonly settings: Pick<CampaignSettings, 'seed' | 'engine' | 'statements' | 'reference' | 'shrinks'>;
  readonly onEvent: (event: CampaignEvent) => void;
}

export async function runCampaign({
  seconds,
  workers,
  settings,
  onEvent,
}: BenchmarkCampaign): Promise<Totals> {
  const folder = mkdtempSync(join(tmpdir(), 'dirt-bench-'));
  try {
    const engine = await resolveEngine(settings.engine);
    const campaign = new Campaign({
      settings: {
        ...settings,
        profile: profiles.general,
        properties: [],
        features: usableFeatures(await probedLedger(engine)),
        abilities: engine.abilities,
        silenced: [],
        regressed: [],
        config: null,
        doublecheck: false,
        shrinkLimit: settings.shrinks ? MOST_CANDIDATES : 0,
        known: [],
      },
      workers,
      budgetMs: seconds * 1000,
      plans: null,
      bugs: new BugBase(folder),
      dirtBugs: new BugBase(join(folder, 'own')),
      ratchet: NO_RATCHET,
      properties: builtInProperties,
      onEvent,
    });
    return await campaign.run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
