// The versions of Turso that the tests run on: the bundled one, and in full size, where there is a network, others too.

import type { Engine } from '../../src/engines/engine.ts';
import { installedVersion, loadTurso } from '../../src/engines/turso/turso.ts';
import { sized } from '../size.ts';

const OLD_WASM = [
  '0.2.0',
  '0.2.2',
  '0.4.0-pre.17',
  '0.4.0-pre.18',
  '0.4.4',
  '0.5.1-pre.1',
  '0.5.3',
  '0.6.0-pre.28',
];

export const WASM_VERSIONS = [installedVersion(), ...sized([], OLD_WASM)];
export const NATIVE_VERSIONS = ['0.1.4', '0.2.2', '0.4.4', '0.5.3', '0.7.2'];

const loaded = new Map<string, Promise<Engine>>();

/** Compiles each version once. */
export function turso(version: string = installedVersion()): Promise<Engine> {
  if (!loaded.has(version)) loaded.set(version, loadTurso(version));
  return loaded.get(version)!;
}
