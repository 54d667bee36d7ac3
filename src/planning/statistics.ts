// What became of the properties while planning.

/** Counts are of instances: attempts to make a group out of the property. */
export interface PropertyStatistics {
  /** Tried: discarded or checked. */
  readonly drawn: number;
  /** Given up: nothing to pick from, an assumption that does not hold, a refusal that the model predicts. */
  readonly discarded: number;
  /** In the plan. */
  readonly checked: number;
  /** In the plan, but vacuous: no row exists, or a predicate is the same for all rows. */
  readonly vacuous: number;
  /** Plans in which it could not be tried, because the engine does not carry what it needs. */
  readonly skipped: number;
}

export type Statistics = Readonly<Record<string, PropertyStatistics>>;

export const NO_STATISTICS: PropertyStatistics = {
  drawn: 0,
  discarded: 0,
  checked: 0,
  vacuous: 0,
  skipped: 0,
};

/** The statistics of several plans, added up. */
export function addStatistics(left: Statistics, right: Statistics): Statistics {
  const sum: Record<string, PropertyStatistics> = { ...left };
  for (const [name, counts] of Object.entries(right))
    sum[name] = addPropertyStatistics(sum[name] ?? NO_STATISTICS, counts);
  return sum;
}

export function addPropertyStatistics(a: PropertyStatistics, b: PropertyStatistics): PropertyStatistics {
  return {
    drawn: a.drawn + b.drawn,
    discarded: a.discarded + b.discarded,
    checked: a.checked + b.checked,
    vacuous: a.vacuous + b.vacuous,
    skipped: a.skipped + b.skipped,
  };
}
