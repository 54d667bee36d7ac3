// The project that DIRT runs in: its configuration, its engines and its properties. Without a configuration it is what comes
// with DIRT.

import { dirname, isAbsolute, join, relative } from 'node:path';
import {
  type Config,
  type ConfiguredEngine,
  configError,
  configuredEngine,
  configuredReporter,
} from '../config/index.ts';
import {
  type Engine,
  isBuiltIn,
  isPublishedVersion,
  NO_ENGINE,
  nameIn,
  type PackageProgress,
  parseSpec,
  printSpec,
  resolveEngine,
} from '../engines/index.ts';
import { DirtError } from '../errors.ts';
import type { MakeReporter } from '../events/index.ts';
import { type Bug, engineOf } from '../find/index.ts';
import { shortened } from '../json/index.ts';
import { builtInProperties } from '../properties/index.ts';
import type { Property } from '../property/index.ts';
import { type Referee, refereeWith } from '../run/index.ts';
import { loadConfig } from './load-config.ts';
import { loadPropertyFiles, type PropertyFile } from './load-properties.ts';

export class Project {
  /** The configuration's file, as an absolute path; null if there is none. */
  readonly file: string | null;
  /** Its paths start at the working folder. */
  readonly config: Config;
  readonly propertyFiles: readonly PropertyFile[];
  readonly #engines = new Map<string, Promise<Engine>>();

  constructor(file: string | null, config: Config, propertyFiles: readonly PropertyFile[]) {
    this.file = file;
    this.config = config;
    this.propertyFiles = propertyFiles;
  }

  /** Those that come with DIRT, and the project's own. */
  get properties(): readonly Property[] {
    return [...builtInProperties, ...this.propertyFiles.flatMap(({ properties }) => properties)];
  }

  /** The project's own, by name. */
  get reporters(): Readonly<Record<string, MakeReporter>> {
    const { file } = this;
    if (file === null) return {};
    const own = Object.entries(this.config.reporters ?? {});
    return Object.fromEntries(
      own.map(([name, make]) => [name, configuredReporter(name, make, relative('', file))]),
    );
  }

  /** The names of the project's engines. */
  get engineNames(): readonly string[] {
    return Object.keys(this.config.engines ?? {});
  }

  /** What another name for a built-in engine stands for; every other spec as it is. */
  specOf(spec: string): string {
    const given = this.#given(spec);
    return typeof given === 'string' ? given : spec;
  }

  /**
   * How the engine is asked for that a bug was found in; one of the project's is taken as it is now, whatever its version. A bug may come
   * from anybody, so what it says can choose among engines that come with DIRT or are configured, and never a file that would run.
   */
  specOfBug(bug: Pick<Bug, 'engine' | 'version'>): string {
    const isPublished = isBuiltIn(bug.engine) && isPublishedVersion(bug.version);
    if (this.#given(bug.engine) !== undefined && !isPublished) return bug.engine;
    const spec = engineOf(bug);
    if (isPublished || this.#names(spec)) return spec;
    throw new DirtError(
      'DIRT_BUG_ENGINE',
      `a bug's own word is not enough to run ${JSON.stringify(shortened(spec))}`,
      'if you know what it is, name an engine yourself, with --engine',
    );
  }

  /** An engine that a campaign of somebody else asks for: it may choose as a bug may. */
  specOfOthers(spec: string): string {
    const named = parseSpec(spec);
    const isKnown =
      named?.kind === 'named' &&
      (isBuiltIn(named.name) || this.#given(named.name) !== undefined) &&
      (named.version === undefined || isPublishedVersion(named.version));
    if (isKnown || this.#names(spec)) return spec;
    throw new DirtError(
      'DIRT_CAMPAIGN_ENGINE',
      `a campaign's own word is not enough to run ${JSON.stringify(shortened(spec))}`,
      'name it in the configuration if you know what it is',
    );
  }

  /** Does the configuration name it? */
  #names(spec: string): boolean {
    const { engine, reference, engines = {} } = this.config;
    return [engine, reference, ...Object.values(engines)].includes(spec);
  }

  /** The referee that a value of `--reference` asks for. */
  async refereeNamed(reference: string | null): Promise<Referee> {
    const isNone = reference === null || reference === NO_ENGINE;
    return refereeWith(isNone ? null : await this.engineNamed(reference));
  }

  /** `progress` is told while a version is fetched that is not here yet. */
  engineNamed(spec: string, progress?: (progress: PackageProgress) => void): Promise<Engine> {
    const known = this.#engines.get(spec) ?? this.#engine(spec, progress);
    this.#engines.set(spec, known);
    return known;
  }

  async #engine(spec: string, progress?: (progress: PackageProgress) => void): Promise<Engine> {
    const given = this.#given(spec);
    if (given !== undefined && this.file !== null) {
      if (typeof given !== 'string') return configuredEngine(spec, given, relative('', this.file));
      return resolveEngine(given, progress).catch((error) => {
        if (!(error instanceof DirtError) || this.file === null) throw error;
        throw configError(relative('', this.file), `engines.${spec}: ${error.problem}`, error.remedy, error);
      });
    }
    const name = nameIn(spec);
    if (this.#given(name) === undefined || isBuiltIn(name))
      return resolveEngine(spec, progress, this.engineNames);
    const engine = await this.engineNamed(name, progress);
    if (spec === printSpec({ kind: 'named', name, version: engine.version })) return engine;
    throw new DirtError(
      'DIRT_ENGINE_VERSION',
      `${name} of the configuration is ${engine.version}, not ${spec}`,
      'leave the version out',
    );
  }

  #given(name: string): ConfiguredEngine | undefined {
    const { engines } = this.config;
    return engines !== undefined && Object.hasOwn(engines, name) ? engines[name] : undefined;
  }
}

/** `file` is the absolute path of the configuration; null if there is none. */
export async function loadProject(file: string | null): Promise<Project> {
  if (file === null) return new Project(null, {}, []);
  const config = await loadConfig(file);
  // A rejected promise of an engine that is not used must not end the process.
  for (const engine of Object.values(config.engines ?? {}))
    if (engine instanceof Promise) engine.catch(() => {});
  const folder = dirname(file);
  const { properties = [] } = config;
  const patterns = typeof properties === 'string' ? [properties] : properties;
  const files = await loadPropertyFiles(patterns, relative('', file), folder);
  return new Project(file, fromWorkingFolder(config, folder), files);
}

/** Paths of the configuration start at its own folder. */
function fromWorkingFolder(config: Config, folder: string): Config {
  const path = (given: string) => (isAbsolute(given) ? given : relative('', join(folder, given)));
  const { ledger, bugs, profile } = config;
  return {
    ...config,
    ...(ledger !== undefined && { ledger: path(ledger) }),
    ...(bugs !== undefined && { bugs: path(bugs) }),
    ...(typeof profile === 'string' && profile.endsWith('.json') && { profile: path(profile) }),
  };
}
