// Thrown when an attempt cannot go on: nothing to pick from, an assumption that does not hold, a statement that the model
// says is refused. It costs nothing but the attempt, and is counted.

export class Discard extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Discard';
  }
}

export function discard(reason: string): never {
  throw new Discard(reason);
}
