// An engine of the configuration: made when it is needed, checked, and called what the configuration calls it.

import { abilityShapes, type Engine } from '../engines/index.ts';
import { messageOf } from '../errors.ts';
import { mismatch, object, openObject, someText } from '../json/index.ts';
import { FAULT_KINDS } from '../world/index.ts';
import type { ConfiguredEngine } from './config.ts';
import { configError } from './config-error.ts';

const { sqliteFiles, suspends, asyncIo, costs, ...carried } = abilityShapes(FAULT_KINDS);
const engineShape = openObject({
  version: someText,
  abilities: object(carried, { sqliteFiles, suspends, asyncIo, costs }),
});

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
    const problem = `engines.${name} cannot be made: ${messageOf(error)}`;
    throw configError(file, problem, 'correct it; --debug prints the stack', error);
  }
  checkEngine(engine, name, file);
  const { version, build, abilities } = engine;
  return {
    ...{ name, version, ...(build && { build }), abilities },
    boot: (world) => engine.boot(world),
    renew: () => engine.renew?.(),
  };
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
  const misfit = mismatch(engineShape, engine, '', ['engines', name]);
  if (misfit !== null) throw configError(file, misfit.problem, `${misfit.remedy}; ${REMEDY}`);
}
