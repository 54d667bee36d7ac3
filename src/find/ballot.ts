// Who is outvoted on the way to a smaller plan: a bug of the engine must not turn into one of the model.

import type { Plan } from '../plan/index.ts';
import { type Referee, type Vote, voteOn } from '../run/index.ts';

export class Ballot {
  readonly #original: Plan;
  readonly #referee: Referee;
  #first: Promise<Vote> | undefined;

  constructor(original: Plan, referee: Referee) {
    this.#original = original;
    this.#referee = referee;
  }

  vote(plan: Plan): Promise<Vote> {
    return voteOn(plan, this.#referee);
  }

  /** The original is long, and asked only if the smaller plan says otherwise. */
  async isKept({ outvoted }: Vote): Promise<boolean> {
    if (outvoted === 'engine') return true;
    this.#first ??= this.vote(this.#original);
    return (await this.#first).outvoted !== 'engine';
  }
}
