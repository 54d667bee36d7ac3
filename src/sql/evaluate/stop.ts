// The two ways an evaluation ends without a value. Both are thrown where they arise and caught by model/predict.

import type { ConstraintKind, RefusalClass } from '../outcome.ts';

/** SQLite refuses: an error of this class is what the statement must give. */
export class Refusal extends Error {
  readonly class: RefusalClass;
  readonly constraint?: ConstraintKind;

  constructor(refusal: RefusalClass, message: string, constraint?: ConstraintKind) {
    super(message);
    this.name = 'Refusal';
    this.class = refusal;
    if (constraint !== undefined) this.constraint = constraint;
  }
}

/** The model cannot say; the reason is a short stable phrase. */
export class Unknown extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'Unknown';
    this.reason = reason;
  }
}
