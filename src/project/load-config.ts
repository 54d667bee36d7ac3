// Finds the configuration of a project, loads it and checks it.

import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Config, checkIsEngine, configError, configShape } from '../config/index.ts';
import { ENGINE_NAME, NO_ENGINE } from '../engines/index.ts';
import { DirtError } from '../errors.ts';
import { readText } from '../files/index.ts';
import { isObject, type Mismatch, mismatch, parsed } from '../json/index.ts';
import { parseProfile } from '../planning/index.ts';
import { loadModule } from './load-module.ts';

const NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `dirt.config.${extension}`);

/** The absolute path of the configuration: the one that was named, or that of the working folder; null if there is none. */
export function configFile(named: string | undefined): string | null {
  if (named !== undefined) {
    if (existsSync(named)) return resolve(named);
    throw new DirtError('DIRT_CONFIG', `there is no configuration ${named}`, 'check the path');
  }
  const found = NAMES.filter((name) => existsSync(name));
  if (found.length > 1) {
    throw new DirtError(
      'DIRT_CONFIG',
      `there are several configurations: ${found.join(', ')}`,
      'keep one, or choose with --config',
    );
  }
  return found.length === 0 ? null : resolve(found[0]);
}

/** `path` is absolute. */
export async function loadConfig(path: string): Promise<Config> {
  const file = relative('', path);
  const config = path.endsWith('.json') ? jsonIn(path) : await exportOf(path);
  const misfit = mismatch(configShape, dataOf(config), 'the configuration');
  if (misfit !== null)
    throw configError(file, misfit.problem, `${misfit.remedy}; docs/config.md explains the keys`);
  const { engines = {}, profile, workload } = config as Config;
  for (const [name, engine] of Object.entries(engines)) {
    if (!ENGINE_NAME.test(name) || name === NO_ENGINE)
      throw configError(file, `engines.${name} is no name`, 'use letters, digits, - and _, and not "none"');
    // Others are looked at when they are made.
    if (typeof engine === 'object' && !(engine instanceof Promise)) checkIsEngine(engine, name, file);
  }
  if (isObject(profile)) parseProfile(profile, `${file}: profile`);
  // Together with those of the profile they may still be 0; that is checked when they are put together.
  if (workload !== undefined) parseProfile({ name: 'workload', workload }, file);
  return config as Config;
}

async function exportOf(path: string): Promise<unknown> {
  const exported = await loadModule(path);
  if ('default' in exported) return exported.default;
  throw configError(
    relative('', path),
    'it has no default export',
    "write `export default defineConfig({ … })`, with `import { defineConfig } from 'dirt'`",
  );
}

function jsonIn(path: string): unknown {
  const wrong = ({ problem, remedy }: Mismatch) => configError(relative('', path), problem, remedy);
  return parsed(readText(path), 'it', wrong);
}

/** Without the engines that are code. */
function dataOf(config: unknown): unknown {
  if (!isObject(config) || !isObject(config.engines)) return config;
  const isCode = (engine: unknown) => isObject(engine) || typeof engine === 'function';
  return {
    ...config,
    engines: Object.fromEntries(Object.entries(config.engines).filter(([, engine]) => !isCode(engine))),
  };
}
