// The versions that the tests run on: a few of them, or with DIRT_ALL_VERSIONS=1 all that can be had.

import type { Engine } from '../../src/engines/engine.ts';
import { installedVersion, loadTurso } from '../../src/engines/turso/turso.ts';

const SOME_WASM = ['0.2.0', '0.4.4', '0.5.3', '0.7.2'];
const OTHER_WASM = ['0.2.2', '0.4.0-pre.17', '0.4.0-pre.18', '0.5.1-pre.1', '0.6.0-pre.28'];
const SOME_NATIVE = ['0.1.4', '0.7.2'];
const OTHER_NATIVE = ['0.2.2', '0.4.4', '0.5.3'];

const all = process.env.DIRT_ALL_VERSIONS === '1';

export const WASM_VERSIONS = all ? [...SOME_WASM, ...OTHER_WASM] : SOME_WASM;
export const NATIVE_VERSIONS = all ? [...SOME_NATIVE, ...OTHER_NATIVE] : SOME_NATIVE;

const loaded = new Map<string, Promise<Engine>>();

/** Compiles each version once. */
export function turso(version: string = installedVersion()): Promise<Engine> {
  if (!loaded.has(version)) loaded.set(version, loadTurso(version));
  return loaded.get(version)!;
}
