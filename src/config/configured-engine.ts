// An engine of the configuration: made when it is needed, checked, and called what the configuration calls it.

import type { Engine } from '../engines/engine.ts';
import { mismatch, type Schema } from '../json/schema.ts';
import { FAULT_KINDS } from '../world/fault.ts';
import { PAGE_SIZES } from '../world/world-spec.ts';
import type { ConfiguredEngine } from './config.ts';
import { configError } from './config-error.ts';

const abilitiesSchema: Schema = {
  type: 'object',
  required: ['faults', 'journalModes', 'pageSizes', 'connections', 'deterministic'],
  properties: {
    faults: { type: 'array', items: { type: 'string', enum: FAULT_KINDS } },
    journalModes: { type: 'array', items: { type: 'string', enum: ['wal', 'delete'] } },
    pageSizes: {
      type: 'array',
      items: { type: 'integer', minimum: PAGE_SIZES[0], maximum: PAGE_SIZES.at(-1) },
    },
    connections: { type: 'integer', minimum: 1 },
    deterministic: {},
  },
  additionalProperties: {},
};

const REMEDY = 'an engine is an object with name, version, abilities and boot: docs/config.md shows one';

/** `file` is the configuration's. */
export async function configuredEngine(
  name: string,
  given: Exclude<ConfiguredEngine, string>,
  file: string,
): Promise<Engine> {
  let engine: Engine;
  try {
    engine = await (typeof given === 'function' ? given() : given);
  } catch (error) {
    const problem = `engines.${name} cannot be made: ${error instanceof Error ? error.message : String(error)}`;
    throw configError(file, problem, 'correct it; --debug prints the stack', error);
  }
  checkEngine(engine, name, file);
  const { version, abilities } = engine;
  return { name, version, abilities, boot: (world) => engine.boot(world) };
}

/** What can be said of an engine before it is used: asking it for its version may start a program. */
export function checkIsEngine(engine: Engine, name: string, file: string): void {
  const isObject = typeof engine === 'object' && engine !== null;
  if (isObject && typeof engine.boot === 'function') return;
  const problem = isObject ? 'has no function boot' : 'is not an object';
  throw configError(file, `engines.${name} ${problem}`, REMEDY);
}

function checkEngine(engine: Engine, name: string, file: string): void {
  checkIsEngine(engine, name, file);
  const wrong = (problem: string) => configError(file, `engines.${name} ${problem}`, REMEDY);
  if (typeof engine.version !== 'string' || engine.version === '') throw wrong('has no version');
  const misfit = mismatch(abilitiesSchema, engine.abilities, 'abilities', '');
  if (misfit !== null) throw wrong(`is wrong: ${misfit.problem}`);
}
