// What two ledgers have in common and what not: what a version gained or lost, and how a new probe moves an old ledger.

import { dialect, type FeatureId } from '../dialect/index.ts';
import type { Ledger, LedgerEntry, Status } from './ledger.ts';

export interface LedgerChange {
  readonly id: FeatureId;
  readonly from: Status | undefined;
  readonly to: Status | undefined;
  /** Why it is not supported in the one, or in the other. */
  readonly reason?: string;
}

/** The features whose status differs, in the order of the catalogue. */
export function ledgerChanges(before: Ledger, after: Ledger): LedgerChange[] {
  return dialect.features.ids.flatMap((id) => {
    const [old, young] = [before.features[id], after.features[id]];
    if (old?.status === young?.status) return [];
    const reason = young?.reason ?? old?.reason;
    return [{ id, from: old?.status, to: young?.status, ...(reason === undefined ? {} : { reason }) }];
  });
}

/** The old ledger as a new probe leaves it: what a person wrote stays, and so does the version of what did not change. */
export function updatedLedger(old: Ledger | null, probed: Ledger): Ledger {
  if (old === null) return probed;
  const features: Partial<Record<FeatureId, LedgerEntry>> = {};
  for (const id of dialect.features.ids) {
    const [before, now] = [old.features[id], probed.features[id]];
    const keeps =
      before !== undefined &&
      (before.link !== undefined ||
        now === undefined ||
        (before.status === now.status && before.kills === now.kills));
    const entry = keeps ? before : now;
    if (entry !== undefined) features[id] = entry;
  }
  return { engine: probed.engine, version: probed.version, features, silenced: old.silenced };
}
