// An engine without tables, INSERT and SELECT cannot be tested yet: that is said, instead of finding nothing.

import { dialect, type FeatureId } from '../dialect/index.ts';
import { type Engine, titleOf } from '../engines/index.ts';
import { DirtError } from '../errors.ts';
import { BREACH, type Ledger, probe } from '../ledger/index.ts';

/** What every test needs and the engine does not have. */
export function lackingFeatures({ features }: Ledger): FeatureId[] {
  return dialect.features.required.filter((id) => features[id]?.status === 'unsupported');
}

/** A program that breaks its protocol on what every test needs is not ready to be tested, and is not asked for all the rest. */
export async function checkProtocol(engine: Engine): Promise<void> {
  if (engine.build !== 'program') return;
  const { features } = await probe(engine, { ids: dialect.features.required });
  for (const id of dialect.features.required) {
    const { reason = '' } = features[id] ?? {};
    if (!reason.startsWith(BREACH)) continue;
    throw new DirtError(
      'DIRT_PROGRAM_PROTOCOL',
      `${titleOf(engine)} breaks its protocol on ${dialect.features.catalogue[id].description}: ${reason.slice(BREACH.length)}`,
      'docs/program-protocol.md says what a program must answer; `dirt sql` runs a statement',
    );
  }
}

export function checkTestable(engine: Engine, ledger: Ledger): void {
  const missing = lackingFeatures(ledger);
  if (missing.length === 0) return;
  const names = missing.map((id) => dialect.features.catalogue[id].description).join(', ');
  throw new DirtError(
    'DIRT_ENGINE_UNTESTABLE',
    `${titleOf(engine)} lacks what every test needs: ${names} (${ledger.features[missing[0]]?.reason})`,
    'make these work first; `dirt sql` runs a statement, `dirt features probe` tries them all',
  );
}
