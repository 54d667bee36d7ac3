// The versions of Turso that the tests run on: the bundled one, and in full size, where there is a network, others too.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Engine } from '../../src/engines/engine.ts';
import { packageFolder } from '../../src/engines/packages.ts';
import { instrumentedModule } from '../../src/engines/turso/module-cache.ts';
import {
  installedModule,
  installedVersion,
  loadTurso,
  TURSO_PACKAGE,
} from '../../src/engines/turso/turso.ts';
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

/** The module of a version, without what the engine keeps of its instances. */
export async function tursoModule(version: string): Promise<WebAssembly.Module> {
  await turso(version);
  const inPackage = join(packageFolder(TURSO_PACKAGE, version), 'dist', basename(installedModule()));
  const path = version === installedVersion() ? installedModule() : inPackage;
  return new WebAssembly.Module(instrumentedModule(readFileSync(path)));
}
