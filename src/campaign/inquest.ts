// The failures of a campaign, decided one after the other in the order of their plans: so the same seed gives the same bugs, whatever the
// number of workers and their speed. Looking into a failure may begin before its turn; what was learned meanwhile is asked at its turn.

import { type Cause, type Investigated, keyOf } from '../find/index.ts';
import type { Finding } from '../run/index.ts';
import { learnedBelow } from './epochs.ts';

/** A cause that explains failures. */
export interface KnownCause {
  readonly id: string;
  readonly cause: Cause;
  /** Muted bugs are not reported. */
  readonly muted: boolean;
}

/** A failure of a plan. */
export interface Failure {
  readonly index: number;
  /** Which of the plan's failures. */
  readonly nth: number;
  readonly finding: Finding;
  /** `lastWord`: who has it contradicts the model. */
  readonly blamed: 'engine' | 'lastWord';
}

/** What a worker is asked to do about a failure. */
export interface Question {
  readonly failure: Failure;
  /** The causes that were not asked yet. */
  readonly known: readonly KnownCause[];
  /** Look into it if none of them explains it. */
  readonly looksInto: boolean;
  /** The causes that may explain it while it is looked into: what plans that were decided long before have shown, whoever was faster. */
  readonly settled: readonly KnownCause[];
}

export type Answer =
  | { readonly kind: 'explained'; readonly by: string }
  /** None of the causes explains it. */
  | { readonly kind: 'unexplained' }
  /** What looked like a hang comes to an end with more fuel, or the ledger names the refusal. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'investigated'; readonly investigated: Investigated; readonly tookMs: number };

/** What somebody who knew the first causes has found out about a failure: which of them explains it, if any. */
export interface Told {
  /** How many were asked. */
  readonly asked: number;
  readonly by?: string;
}

export interface Decision {
  readonly failure: Failure;
  /** The known cause that explains it, if it was looked into all the same. */
  readonly explainedBy?: string;
  readonly answer: Exclude<Answer, { readonly kind: 'unexplained' }>;
}

interface Case {
  readonly failure: Failure;
  isBusy: boolean;
  /** How many of the known causes were asked. */
  asked: number;
  answer: Answer | null;
  /** What explains it, if it is looked into all the same. */
  explainedBy: string | null;
  /** Nothing is learned from it, because it is only looked into to see whether the explanation holds. */
  isRecheck: boolean;
}

export interface InquestOptions {
  readonly plansPerEpoch?: number;
  /** Every explained failure is looked into, and all else stays as it is without. */
  readonly rechecks?: boolean;
  /** Which plans there are; all if not given. */
  readonly has?: (index: number) => boolean;
}

/** One explained failure per this many plans is looked into all the same, if its cause was not seen to fail like this before. */
const PLANS_PER_SECOND_LOOK = 200;

export class Inquest {
  readonly #known: (KnownCause & { readonly learnedAt: number })[];
  /** Ids with what is at the heart: one bug may be recognised in several ways. */
  readonly #learned = new Set<string>();
  /** In the order of their turns. */
  readonly #cases: Case[] = [];
  readonly #done = new Set<number>();
  /** Plans below are done. */
  #doneBelow = 0;
  /** How the failures of each cause have looked. */
  readonly #seen = new Set<string>();
  #secondLooks = 0;

  readonly #options: InquestOptions;

  constructor(known: readonly KnownCause[], options: InquestOptions = {}) {
    this.#options = options;
    // What a muted bug explains is not reported, whatever else explains it.
    const mutedFirst = [...known].sort((a, b) => Number(b.muted) - Number(a.muted));
    this.#known = mutedFirst.map((each) => ({ ...each, learnedAt: -1 }));
    for (const each of known) this.#learned.add(recognisedBy(each));
  }

  /** How many failures are not decided. */
  get waiting(): number {
    return this.#cases.length;
  }

  /** `told`: what is known of the failures already, one for each. */
  planDone(index: number, failures: readonly Failure[], told: readonly Told[] = []): void {
    this.#done.add(index);
    const { has = () => true } = this.#options;
    while (this.#done.delete(this.#doneBelow) || !has(this.#doneBelow)) this.#doneBelow++;
    const cases = failures.map(
      (failure, i): Case => ({
        failure,
        isBusy: false,
        asked: told[i]?.asked ?? 0,
        answer: told[i]?.by === undefined ? null : { kind: 'explained', by: told[i].by },
        explainedBy: null,
        isRecheck: false,
      }),
    );
    const after = this.#cases.findIndex(({ failure }) => failure.index > index);
    this.#cases.splice(after < 0 ? this.#cases.length : after, 0, ...cases);
  }

  /** Whether the failures of all plans below this one are decided. */
  isDecidedBelow(index: number): boolean {
    return this.#doneBelow >= index && (this.#cases[0]?.failure.index ?? Number.POSITIVE_INFINITY) >= index;
  }

  #learnedBelow(index: number): number {
    return learnedBelow(index, this.#options.plansPerEpoch);
  }

  /** What plans with this index may know: what was learned up to the epoch before last. */
  causesFor(index: number): readonly KnownCause[] {
    return this.causesBelow(this.#learnedBelow(index));
  }

  /** May this plan be made? Its features depend on what was learned from plans before it, which may be under way. */
  isReadyFor(index: number): boolean {
    return this.isDecidedBelow(this.#learnedBelow(index));
  }

  /** What was learned from the plans below this one, and before the campaign. */
  causesBelow(index: number): readonly KnownCause[] {
    return this.#known.filter(({ learnedAt }) => learnedAt < index);
  }

  /** In the order in which they were learned: who knows the first ones knows what was to be known then. */
  get causes(): readonly KnownCause[] {
    return this.#known;
  }

  causeNamed(id: string): KnownCause | undefined {
    return this.#known.find((each) => each.id === id);
  }

  /** The next question for a worker. Ahead of its turn, only a failure is looked into that no other one under way looks like. */
  next(isAhead: boolean): Question | null {
    const [head] = this.#cases;
    if (head !== undefined && !head.isBusy && this.#isOpen(head)) return this.#ask(head);
    if (!isAhead) return null;
    const underWay = new Set<string>();
    for (const each of this.#cases) {
      if (each.answer === null && !each.isBusy && !underWay.has(each.failure.finding.signature))
        return this.#ask(each);
      if (each.isBusy || each.answer?.kind === 'investigated') underWay.add(each.failure.finding.signature);
    }
    return null;
  }

  answer({ index, nth }: Pick<Failure, 'index' | 'nth'>, answer: Answer): void {
    const found = this.#cases.find(({ failure }) => failure.index === index && failure.nth === nth);
    if (found === undefined) return;
    found.isBusy = false;
    // What was looked into ahead of its turn and is not explained by what was learned since stays as it is.
    if (answer.kind !== 'unexplained') found.answer = answer;
  }

  /** The decisions whose turn it is. `commit` gives the cause that was learned. */
  decide(commit: (decision: Decision) => KnownCause | null): void {
    for (let head = this.#cases[0]; head !== undefined; head = this.#cases[0]) {
      const { failure, answer } = head;
      if (failure.index >= this.#doneBelow || head.isBusy || answer === null || this.#isOpen(head)) return;
      if (answer.kind === 'explained') {
        const isRecheck = !this.#deservesSecondLook(failure, answer.by);
        if (!isRecheck || this.#options.rechecks) {
          Object.assign(head, { answer: null, explainedBy: answer.by, isRecheck });
          return;
        }
      }
      this.#cases.shift();
      if (answer.kind === 'unexplained') continue;
      const { explainedBy, isRecheck } = head;
      const learned = commit({ failure, ...(explainedBy !== null && { explainedBy }), answer });
      if (learned !== null && !isRecheck) this.#learn(learned, failure);
    }
  }

  #isOpen({ answer, asked, explainedBy }: Case): boolean {
    if (answer === null) return true;
    return answer.kind === 'investigated' && explainedBy === null && asked < this.#known.length;
  }

  #ask(asked: Case): Question {
    const known = asked.explainedBy !== null ? [] : this.#known.slice(asked.asked);
    const looksInto = asked.answer === null;
    Object.assign(asked, { isBusy: true, asked: this.#known.length });
    const settled = asked.explainedBy !== null ? [] : this.causesFor(asked.failure.index);
    return { failure: asked.failure, known, looksInto, settled };
  }

  #deservesSecondLook({ finding, index }: Failure, by: string): boolean {
    const look = `${by} ${finding.signature}`;
    if (this.#seen.has(look)) return false;
    this.#seen.add(look);
    if (this.#secondLooks > index / PLANS_PER_SECOND_LOOK) return false;
    this.#secondLooks++;
    return true;
  }

  #learn(learned: KnownCause, { index, finding }: Failure): void {
    this.#seen.add(`${learned.id} ${finding.signature}`);
    if (this.#learned.has(recognisedBy(learned))) return;
    this.#learned.add(recognisedBy(learned));
    this.#known.push({ ...learned, learnedAt: index });
  }
}

function recognisedBy({ id, cause }: KnownCause): string {
  return [id, ...keyOf(cause)].join(' ');
}
