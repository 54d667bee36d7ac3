// Thrown when an attempt cannot go on: nothing to pick from, an assumption that does not hold, a statement that the model
// says is refused. It costs nothing but the attempt, and is counted. It is no Error: nobody looks at its stack, and making
// one takes time.

export class Discard {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export function discard(reason: string): never {
  throw new Discard(reason);
}
