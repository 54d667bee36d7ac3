// A campaign as it is filed in the queue, and the engine that it asks for on the machine of a worker.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CampaignOptions, CampaignSettings } from '../campaign/index.ts';
import { nameIn, parseSpec, titleOf } from '../engines/index.ts';
import { DirtError } from '../errors.ts';
import { cacheFolder, writeAtomically } from '../files/index.ts';
import { engineRecord, type FiledCampaign, type FleetQueue, packed, unpacked } from '../fleet/index.ts';
import { shortened } from '../json/index.ts';
import type { Project } from '../project/index.ts';
import { DIRT_VERSION } from '../version.ts';
import { printProgress } from './console.ts';

const STUCK_MS = 60_000;
const MOST_CHARACTERS = 300;

/** What is said of what comes from the queue. */
export function oneLine(text: string): string {
  return shortened(`dirt: ${text}`, MOST_CHARACTERS);
}

function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

/** Of the configuration and the property files; what they import is not looked at. */
export function projectDigest({ file, propertyFiles }: Project): string | null {
  if (file === null) return null;
  return digest(...[file, ...propertyFiles.map((each) => each.file)].map((path) => readFileSync(path)));
}

/** What a campaign of a fleet is about; the bugs that are known by its workers come later. */
export interface FleetCampaign extends Pick<CampaignOptions, 'plans' | 'budgetMs' | 'stuckMs'> {
  readonly settings: Omit<CampaignSettings, 'known'>;
  /** The ids of all bugs that are in the bug base. */
  readonly bugs: readonly string[];
}

/** The same campaign has the same id, so that a coordinator that was killed finds it again. */
export async function filedCampaign(
  project: Project,
  { settings, bugs, plans, budgetMs, stuckMs }: FleetCampaign,
  queue: FleetQueue,
): Promise<FiledCampaign> {
  const engine = await project.engineNamed(settings.engine);
  const spec = parseSpec(settings.engine);
  const build = spec?.kind === 'file' ? readFileSync(spec.path) : null;
  const engineHash = build === null ? null : digest(build);
  if (build !== null && engineHash !== null)
    await queue.putRecord(engineRecord(engineHash), packed(new Uint8Array(build)));
  const { config, ...told } = settings;
  const about = JSON.stringify([DIRT_VERSION, told, bugs, engine.version, engineHash, plans, budgetMs]);
  return {
    id: `dirt-${digest(about).slice(0, 12)}`,
    dirt: DIRT_VERSION,
    project: projectDigest(project),
    settings: { ...told, config: null, known: [] },
    version: engine.version,
    // A native build runs where it was built; a WebAssembly module everywhere.
    platform:
      spec?.kind === 'file' && !spec.path.endsWith('.wasm') ? `${process.platform}-${process.arch}` : null,
    engineHash,
    stuckMs: stuckMs ?? STUCK_MS,
  };
}

/** How the engine is called here, once it is known to be the same. A local build is code of whoever filed it, and runs only if `runsBuilds`. */
export async function engineHere(
  project: Project,
  { settings, engineHash, version }: FiledCampaign,
  queue: FleetQueue,
  runsBuilds: boolean,
): Promise<string> {
  if (settings.reference !== null) project.specOfOthers(settings.reference);
  if (engineHash !== null) {
    if (runsBuilds) return fetchedBuild(engineHash, settings.engine, queue);
    throw new DirtError(
      'DIRT_FLEET_ENGINE',
      'its engine is a local build, which is code that comes through the queue',
      'if you trust who may write there, start the worker with --builds',
    );
  }
  const engine = await project.engineNamed(project.specOfOthers(settings.engine), printProgress);
  if (engine.version === version) return settings.engine;
  const exact = project.specOfOthers(`${nameIn(settings.engine)}@${version}`);
  await project.engineNamed(exact, printProgress).catch(() => {
    throw new DirtError(
      'DIRT_FLEET_ENGINE',
      `it is about ${exact}, and here is ${titleOf(engine)}`,
      'install that version here',
    );
  });
  return exact;
}

/** A build comes through the queue and runs only if it is what its hash says. */
async function fetchedBuild(hash: string, spec: string, queue: FleetQueue): Promise<string> {
  const ending = spec.endsWith('.wasm') ? '.wasm' : '.node';
  const path = join(cacheFolder(), 'fleet', `${hash}${ending}`);
  if (!existsSync(path) || digest(readFileSync(path)) !== hash) {
    const text = await queue.record(engineRecord(hash));
    const bytes = text === null ? null : (unpacked(text) as Uint8Array);
    if (bytes === null || !(bytes instanceof Uint8Array) || digest(bytes) !== hash)
      throw new DirtError(
        'DIRT_FLEET_ENGINE',
        'its engine is not in the queue as it was filed',
        'file the campaign again',
      );
    writeAtomically(path, bytes);
  }
  return `file:${path}`;
}
