// The two ways an evaluation ends without a value. Both are thrown, and caught where an outcome is made.

import type { ConstraintKind, RefusalClass } from '../outcome.ts';

/** SQLite refuses the statement. */
export class Refusal extends Error {
  readonly class: RefusalClass;
  readonly constraint: ConstraintKind | undefined;

  constructor(refusal: RefusalClass, message: string, constraint?: ConstraintKind) {
    super(message);
    this.name = 'Refusal';
    this.class = refusal;
    this.constraint = constraint;
  }
}

/** The model cannot say. The reason is a short stable phrase, so that reasons can be counted. */
export class Unknown extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Unknown';
  }
}
