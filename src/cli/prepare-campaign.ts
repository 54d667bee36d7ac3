// What `dirt run` and `dirt fleet run` do before the first plan: the engine is loaded and probed, known bugs are tried again, settings gathered.

import {
  bisectNew,
  type CampaignOptions,
  type CampaignSettings,
  checkPropertyNames,
  ENDLESS_EPOCH,
  NO_RATCHET,
  type Retry,
  ratchetOf,
  retryKnown,
  type Shard,
  witnessed,
} from '../campaign/index.ts';
import { checkDeterminism, nameIn, printSpec, versionsAtHand } from '../engines/index.ts';
import { BugBase, type Version } from '../find/index.ts';
import { usableFeatures } from '../ledger/index.ts';
import { PERFORMANCE, type Profile, suspicionOf } from '../planning/index.ts';
import type { Project } from '../project/index.ts';
import { counted } from '../words.ts';
import { printError, printProgress } from './console.ts';
import { ledgerInFile, probeWithNotice } from './options/ledger-file.ts';
import { profileNamed } from './options/profile-file.ts';
import type { limitsOf } from './options/settings.ts';
import { baselineIn } from './options/spread.ts';
import { type StartOptions, startsNamed } from './options/starts.ts';
import { ownMistakes } from './own-mistakes.ts';
import { checkProtocol, checkTestable } from './testable.ts';

/** What the command line says of a campaign. */
export interface CampaignChoices extends StartOptions {
  readonly engine: string;
  readonly reference: string;
  readonly seed?: string;
  readonly steps: number;
  readonly workers: number;
  readonly properties?: string[];
  readonly profile: string | Profile;
  readonly bugs: string;
  readonly ledger: string;
  readonly shrink: boolean;
  readonly shrinkLimit: number;
  readonly bisectBudget: number;
  readonly recheck?: boolean;
  readonly ci?: boolean;
  readonly doublecheck?: boolean;
  readonly stuck?: number;
  readonly cache: boolean;
  readonly log?: 'statements';
  readonly stopAfter?: number;
  readonly shard?: Shard;
  readonly epoch?: number;
  readonly baseline?: string;
}

/** Who tries bugs again, if not this machine. */
export interface Elsewhere {
  /** What the campaign is about is known by then, but for the bugs that still fail. */
  readonly retry: (settings: Omit<CampaignSettings, 'known'>) => Retry;
  readonly bisect: (newBugs: readonly string[], versions: readonly string[], base: BugBase) => Promise<void>;
}

export async function prepareCampaign(
  project: Project,
  options: CampaignChoices,
  limits: ReturnType<typeof limitsOf>,
  report: CampaignOptions['onEvent'],
  elsewhere?: Elsewhere,
): Promise<CampaignOptions> {
  const profile = profileNamed(options.profile);
  checkPropertyNames(options.properties ?? [], project.properties);
  examineProperties(project, options.properties ?? []);
  report({ event: 'starting', doing: 'starting engines' });
  const engine = await project.engineNamed(options.engine, printProgress);
  if (options.doublecheck) checkDeterminism(engine);
  await checkProtocol(engine);
  const file = ledgerInFile(engine, options.ledger);
  const probed = await probeWithNotice(engine, options.cache);
  const ledger = file ?? probed;
  checkTestable(engine, ledger);
  const ratchet = file === null ? NO_RATCHET : ratchetOf(file, probed);
  const bugs = new BugBase(options.bugs, { keeps: true, baseline: baselineIn(options.baseline) });
  const referee = await project.refereeNamed(options.reference);
  const settings = {
    seed: options.seed ?? freshSeed(),
    statements: options.steps,
    profile,
    properties: options.properties ?? [],
    features: usableFeatures(ledger),
    silenced: ledger.silenced.map(({ message }) => message),
    regressed: ratchet.regressions.map(({ feature }) => feature),
    // That something takes long fails no job that did not ask about it.
    abilities:
      options.ci && profile.name !== PERFORMANCE ? { ...engine.abilities, costs: false } : engine.abilities,
    // Workers of a fleet have no such folder.
    ...(elsewhere === undefined && (await startsNamed(options))),
    config: project.file,
    engine: project.specOf(options.engine),
    reference: options.reference === 'none' ? null : options.reference,
    shrinks: options.shrink,
    doublecheck: options.doublecheck ?? false,
    shrinkLimit: options.shrinkLimit,
    logsStatements: options.log === 'statements',
    ...epochOf(options),
  };
  const known = await retryKnown(bugs, engine, {
    referee,
    shrinkLimit: options.shrinkLimit,
    tell: report,
    retry: elsewhere?.retry(settings),
  });
  const found = await witnessed(probed, ledger, bugs, engine, referee);
  return {
    settings: {
      ...settings,
      known: [...known, ...found.map(({ id, cause }) => ({ id, cause, muted: false }))],
    },
    workers: options.workers,
    ...limits,
    shard: options.shard,
    stopAfter: options.stopAfter,
    stuckMs: options.stuck,
    bugs,
    dirtBugs: ownMistakes(options.bugs),
    ratchet,
    rechecks: options.recheck ?? false,
    // What the probe shows, it shows on all machines: one of them tells of it.
    witnessed: (options.shard?.nth ?? 0) === 0 ? found : [],
    properties: project.properties,
    onEvent: report,
    afterwards: async (newBugs) => {
      const name = nameIn(project.specOf(options.engine));
      const budgetMs = options.bisectBudget;
      if (newBugs.length === 0 || budgetMs === 0) return;
      report({ event: 'starting', doing: `trying ${counted(newBugs.length, 'new bug')} in other versions` });
      if (elsewhere === undefined) {
        const versions = otherVersions(project, name);
        await bisectNew(newBugs, { base: bugs, versions, referee, budgetMs, tell: report });
      } else await elsewhere.bisect(newBugs, versionsAtHand(name), bugs);
    },
  };
}

function epochOf({ shard, epoch }: CampaignChoices): Pick<CampaignSettings, 'plansPerEpoch'> {
  if (shard !== undefined) return { plansPerEpoch: ENDLESS_EPOCH };
  return epoch === undefined ? {} : { plansPerEpoch: epoch };
}

/** Mistakes of authors are told before a campaign is spent on them; those of properties that come with DIRT are found by its tests. */
function examineProperties({ propertyFiles }: Project, chosen: readonly string[]): void {
  for (const property of propertyFiles.flatMap(({ properties }) => properties)) {
    if (chosen.length > 0 && !chosen.includes(property.name)) continue;
    const suspicion = suspicionOf(property);
    if (suspicion !== null) printError(`dirt: ${suspicion}`);
  }
}

/** Of an engine, without fetching any. */
function otherVersions(project: Project, engine: string): Version[] {
  return versionsAtHand(engine).map((version) => ({
    version,
    load: () => project.engineNamed(printSpec({ kind: 'named', name: engine, version })),
  }));
}

function freshSeed(): string {
  return String(Math.floor(Math.random() * 2 ** 48));
}
