// The two ways an evaluation ends without a value. Both are thrown, and caught where an outcome is made. They are no Errors:
// capturing a stack takes time, and nothing reads it.

import type { ConstraintKind, RefusalClass } from '../../../sql/index.ts';
import type { SqliteBugId } from '../sqlite-bugs.ts';

/** SQLite refuses the statement. */
export class Refusal {
  readonly message: string;
  readonly class: RefusalClass;
  readonly constraint: ConstraintKind | undefined;

  constructor(refusal: RefusalClass, message: string, constraint?: ConstraintKind) {
    this.message = message;
    this.class = refusal;
    this.constraint = constraint;
  }
}

/** The model cannot say. The reason is a short stable phrase, so that reasons can be counted. */
export class Unknown {
  readonly message: string;
  /** The model steps back because of this bug of SQLite. */
  readonly bug: SqliteBugId | undefined;
  /** Nobody can: SQL leaves it to the engine. */
  readonly isUndetermined: boolean;

  constructor(reason: string, bug?: SqliteBugId, isUndetermined = false) {
    this.message = reason;
    this.bug = bug;
    this.isUndetermined = isUndetermined;
  }
}
