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
  /** Why attempts were discarded, with how often; not there if none was. */
  readonly reasons?: Readonly<Record<string, number>>;
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
    ...(a.reasons || b.reasons ? { reasons: addReasons(a.reasons, b.reasons) } : {}),
  };
}

/** An author may make as many reasons as there are attempts; the first of them tell enough. */
const MOST_REASONS = 20;
const OTHERS = 'other reasons';

function addReasons(
  a: PropertyStatistics['reasons'] = {},
  b: PropertyStatistics['reasons'] = {},
): Record<string, number> {
  const sum = { ...a };
  for (const [reason, count] of Object.entries(b)) {
    const isKnown = Object.hasOwn(sum, reason) || Object.keys(sum).length < MOST_REASONS;
    const key = isKnown ? reason : OTHERS;
    sum[key] = (Object.hasOwn(sum, key) ? sum[key] : 0) + count;
  }
  return sum;
}

/** The most frequent reasons in words: `12 the table is empty, 3 …`. */
export function topReasons({ reasons = {} }: PropertyStatistics, most = 3): string {
  const sorted = Object.entries(reasons).sort(([, a], [, b]) => b - a);
  return sorted
    .slice(0, most)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ');
}
