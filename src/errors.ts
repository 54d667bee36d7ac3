// A user's mistake: a stable code, what is wrong and where, and what to do about it. The command line prints
// it on one line and exits with 2. Our own mistakes are assertions; an engine's refusal is a value.

export class DirtError extends Error {
  readonly code: `DIRT_${string}`;
  readonly problem: string;
  readonly remedy: string;

  constructor(code: `DIRT_${string}`, problem: string, remedy: string) {
    super(`${problem}: ${remedy}`);
    this.name = 'DirtError';
    this.code = code;
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** A mistake of our own. */
export class DirtBug extends Error {}

/** What was thrown, which need not be an error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The same with its stack, for somebody who debugs DIRT. */
export function stackOf(thrown: unknown): string {
  return (thrown instanceof Error && thrown.stack) || messageOf(thrown);
}

/** States what must be true unless DIRT itself is wrong. */
export function invariant(condition: unknown, claim: string): asserts condition {
  if (!condition) throw new DirtBug(`DIRT is wrong: ${claim}`);
}
