// What minidb says when it refuses a statement.

export type Reason = 'syntax' | 'noSuchTable' | 'other';

export class SqlError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}
