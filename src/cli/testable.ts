// An engine without tables, INSERT and SELECT cannot be tested yet: that is said, instead of finding nothing.

import { dialect, type FeatureId } from '../dialect/index.ts';
import { type Engine, titleOf } from '../engines/index.ts';
import { DirtError } from '../errors.ts';
import type { Ledger } from '../ledger/index.ts';

/** What every test needs and the engine does not have. */
export function lackingFeatures({ features }: Ledger): FeatureId[] {
  return dialect.features.required.filter((id) => features[id]?.status === 'unsupported');
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
