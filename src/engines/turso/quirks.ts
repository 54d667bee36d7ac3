// Differences of older builds from the newest that are due to the binding, and so are no findings.

export interface Quirks {
  /** A closed connection gives up its transaction by itself. */
  readonly rollsBackOnClose: boolean;
  /** A read that fails is an error. Earlier every short count was an assertion. */
  readonly reportsReadErrors: boolean;
  /** I/O can be asynchronous. */
  readonly hasAsyncIo: boolean;
  /** changes() is about the latest statement. Earlier it was not updated inside transactions, and wrong elsewhere. */
  readonly countsChanges: boolean;
}

const NEWEST: Quirks = {
  rollsBackOnClose: true,
  reportsReadErrors: true,
  countsChanges: true,
  hasAsyncIo: true,
};
const BEFORE_0_6: Quirks = { ...NEWEST, countsChanges: false };
const BEFORE_0_5: Quirks = {
  rollsBackOnClose: false,
  reportsReadErrors: false,
  countsChanges: false,
  hasAsyncIo: false,
};

/** A version that is no number (a local build) is taken for the newest. */
export function quirksOf(version: string): Quirks {
  const [, minor] = /^0\.(\d+)\./.exec(version) ?? [];
  if (minor === undefined) return NEWEST;
  return Number(minor) < 5 ? BEFORE_0_5 : Number(minor) < 6 ? BEFORE_0_6 : NEWEST;
}
