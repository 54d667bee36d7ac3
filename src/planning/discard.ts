// Thrown when an attempt cannot go on: nothing to pick from, an assumption that does not hold, a statement that the model
// says is refused. It discards the attempt, and is counted. It is no Error: capturing a stack takes time, and nothing reads it.

export class Discard {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export function discard(reason: string): never {
  throw new Discard(reason);
}
