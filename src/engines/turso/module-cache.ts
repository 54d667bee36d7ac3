// Instrumented modules, kept on disk under the hash of what they were made from. A damaged entry is made again.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, writeAtomically } from '../../files/index.ts';
import { INSTRUMENTER_VERSION, instrument } from './instrument.ts';

/** An entry is the SHA-256 of the module, then the module. */
const HASH_LENGTH = 32;

/** The instrumented form of a WebAssembly file. */
export function instrumentedModule(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const path = cacheEntry(wasm);
  const cached = readEntry(path);
  if (cached !== null) return cached;
  const instrumented = instrument(wasm);
  try {
    writeAtomically(path, Buffer.concat([hashOf(instrumented), instrumented]));
  } catch {
    // A cache that cannot be written costs time, not correctness.
  }
  return instrumented;
}

/** Where the instrumented form is kept. */
export function cacheEntry(wasm: Uint8Array): string {
  return join(cacheFolder(), 'modules', `${hashOf(wasm).toString('hex')}-v${INSTRUMENTER_VERSION}.wasm`);
}

function readEntry(path: string): Uint8Array<ArrayBuffer> | null {
  let entry: Buffer<ArrayBuffer>;
  try {
    entry = readFileSync(path);
  } catch {
    return null;
  }
  const module = entry.subarray(HASH_LENGTH);
  return hashOf(module).equals(entry.subarray(0, HASH_LENGTH)) ? module : null;
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
