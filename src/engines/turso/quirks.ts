// What builds do differently from the newest, as far as it is the binding's doing and no finding.

export interface Quirks {
  /** A closed connection gives up its transaction by itself. */
  readonly rollsBackOnClose: boolean;
  /** A read that fails is an error. Earlier every short count was an assertion. */
  readonly reportsReadErrors: boolean;
}

const NEWEST: Quirks = { rollsBackOnClose: true, reportsReadErrors: true };
const BEFORE_0_5: Quirks = { rollsBackOnClose: false, reportsReadErrors: false };

/** A version that is no number (a local build) is taken for the newest. */
export function quirksOf(version: string): Quirks {
  const [, minor] = /^0\.(\d+)\./.exec(version) ?? [];
  return minor !== undefined && Number(minor) < 5 ? BEFORE_0_5 : NEWEST;
}
