// One mutant on the witnesses and on one plan after the other, until somebody notices it.

import type { Engine } from '../../src/engines/engine.ts';
import { rewrittenSqlite, sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { messageOf } from '../../src/errors.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { probe } from '../../src/ledger/probe.ts';
import { isRun, type TestStep } from '../../src/plan/test-step.ts';
import type { Planned } from '../../src/planning/planner.ts';
import { examine } from '../../src/run/examine.ts';
import type { Trace } from '../../src/run/execute.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { compareTraces } from '../../src/run/judges/reference.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { type Difference, differencesOf } from './differences.ts';
import type { Mutant } from './mutant.ts';
import { globalOf, MET_EXPORT, withChanges } from './sites.ts';

/** Who noticed a mutant. */
export interface Kill {
  readonly kind: string;
  readonly judge: string;
  readonly message: string;
  /** The statement, or what else was done. */
  readonly asked: string;
  /** How many statements of plans had been run. */
  readonly after: number;
}

export interface Result {
  readonly mutant: Mutant;
  /** Features whose witnesses come out differently: `broken` ones are reported by a campaign. */
  readonly witnesses: readonly {
    readonly feature: string;
    readonly status: string;
    readonly reason: string;
  }[];
  readonly kill: Kill | null;
  /** Statements of plans that were run. */
  readonly statements: number;
  /** How many statements executed the changed instruction, by kind. */
  readonly met: Readonly<Record<string, number>>;
  /** The shortest of them. */
  readonly example: string;
  /** How many statements of plans answered differently though nobody noticed, and the first few of them. */
  readonly differing: number;
  /** The same for what SQL leaves open. */
  readonly open: number;
  readonly differences: readonly Difference[];
}

/** A plan, and what the sound module did with it. */
export interface Sound extends Planned {
  readonly trace: Trace;
}

const MOST_DIFFERENCES = 4;
const MOST_WITNESSES = 5;
const AS_A_CAMPAIGN = { referee: refereeWith(sqlite), doublecheck: false } as const;

export class Trial {
  readonly mutant: Mutant;
  readonly #engine: Engine;
  #met: ReturnType<typeof globalOf> = null;
  #witnesses: Result['witnesses'] = [];
  #kill: Kill | null = null;
  #statements = 0;
  readonly #metBy: Record<string, number> = {};
  #example = '';
  #differing = 0;
  #open = 0;
  readonly #differences: Difference[] = [];

  constructor(wasm: Uint8Array, mutant: Mutant) {
    this.mutant = mutant;
    this.#engine = rewrittenSqlite({
      wasm: withChanges(wasm, new Map([[mutant.at, mutant.code]])),
      onStart: ({ functions }) => {
        this.#met = globalOf(functions, MET_EXPORT);
      },
    });
  }

  get isKilled(): boolean {
    return this.#kill !== null;
  }

  get result(): Result {
    return {
      mutant: this.mutant,
      witnesses: this.#witnesses,
      kill: this.#kill,
      statements: this.#statements,
      met: this.#metBy,
      example: this.#example,
      differing: this.#differing,
      open: this.#open,
      differences: this.#differences,
    };
  }

  /** What a probe finds that it does not find on the sound engine. */
  async probe(sound: Ledger): Promise<void> {
    await this.#guarded('probe', async () => {
      const { features } = await probe(this.#engine);
      this.#witnesses = Object.entries(features)
        .filter(([id, { status }]) => status !== sound.features[id as keyof typeof features]?.status)
        .slice(0, MOST_WITNESSES)
        .map(([feature, { status, reason = '' }]) => ({ feature, status, reason: reason.slice(0, 300) }));
    });
  }

  /** A plan, and the verdict of a campaign on it. */
  async run(planned: Sound): Promise<void> {
    await this.#guarded('plan', async () => {
      const { opener } = AS_A_CAMPAIGN.referee;
      const { trace, finding } = await examine(planned, this.#engine, {
        opener,
        onStep: (at) => this.#note(planned.steps[at - 1]),
      });
      this.#note(planned.steps.at(-1));
      const { differences } = compareTraces(trace, planned.trace, sqlite.name);
      if (finding !== null || differences.length > 0) await this.#judge(planned);
      if (this.#kill !== null) return;
      this.#statements += trace.records.filter(({ test }) => isRun(test)).length;
      this.#compare(planned.trace, trace);
    });
  }

  /** All that a campaign would do before it reports. */
  async #judge(planned: Sound): Promise<void> {
    const { finding } = await judgeFully(planned, this.#engine, AS_A_CAMPAIGN);
    if (finding === null) return;
    const { kind, judge, message, at } = finding;
    const before = planned.steps.slice(0, at + 1).filter(isRun).length;
    const step = planned.steps[at];
    this.#kill = {
      ...{ kind, judge, message: message.slice(0, 300) },
      asked: step === undefined ? 'boot or close' : (step.sql ?? step.step.do).slice(0, 600),
      after: this.#statements + before,
    };
  }

  #compare(sound: Trace, trace: Trace): void {
    const differences = differencesOf(sound, trace);
    for (const difference of differences) {
      if (difference.isOpen === null) this.#differing++;
      else this.#open++;
      const isTold = difference.isOpen === null || this.#differences.length === 0;
      if (isTold && this.#differences.length < MOST_DIFFERENCES)
        this.#differences.push({ ...difference, asked: difference.asked.slice(0, 1000) });
    }
  }

  #note(step: TestStep | undefined): void {
    if (this.#met === null || this.#met.value === 0) return;
    this.#met.value = 0;
    if (!isRun(step)) return;
    const { kind } = step.statement;
    this.#metBy[kind] = (this.#metBy[kind] ?? 0) + 1;
    if (this.#example === '' || step.sql.length < this.#example.length) this.#example = step.sql;
  }

  /** A mutant may leave things behind that our own code cannot believe. */
  async #guarded(asked: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#kill = {
        ...{ kind: 'panic', judge: 'the adapter', asked, after: this.#statements },
        message: messageOf(error).slice(0, 300),
      };
    }
  }
}
