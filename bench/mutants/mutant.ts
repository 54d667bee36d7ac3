// A mutant: the file with one changed instruction. Which ones are tried is drawn from the seed, uniformly over the places that were executed.

import { WasmReader } from '../../src/engines/wasm/bytes.ts';
import { skipImmediates } from '../../src/engines/wasm/opcodes.ts';
import { readSections, SectionId } from '../../src/engines/wasm/sections.ts';
import { Random } from '../../src/random.ts';
import { type Change, changesOf } from './changes.ts';
import type { Site } from './sites.ts';

export interface Mutant extends Change {
  readonly number: number;
  /** Where in the code section. */
  readonly at: number;
  /** The number of its function among those that the file defines. */
  readonly definition: number;
}

export function drawMutants(
  wasm: Uint8Array,
  sites: readonly Site[],
  seed: string,
  count: number,
): readonly Mutant[] {
  const random = Random.of(seed, 'mutants');
  const { content } = readSections(wasm).find(({ id }) => id === SectionId.code)!;
  return random
    .shuffled(sites)
    .slice(0, count)
    .map(({ at, definition }, number) => {
      const change = random.pick(changesOf(content[at], instructionAt(content, at)));
      return { number, at, definition, ...change };
    });
}

function instructionAt(content: Uint8Array, at: number): Uint8Array {
  const reader = new WasmReader(content, at);
  skipImmediates(reader.byte(), reader);
  return content.subarray(at, reader.position);
}
