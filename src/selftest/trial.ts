// One mutant against every oracle: all plans of its workload run to their end, so that every oracle that can see it does.

import type { Engine } from '../engines/index.ts';
import { investigate } from '../find/index.ts';
import { isRun, sqlOf, statementCount, testOf } from '../plan/index.ts';
import type { Planned } from '../planning/index.ts';
import {
  compareTraces,
  type Finding,
  judgeFully,
  nondeterminismOf,
  type Referee,
  type Trace,
  watch,
} from '../run/index.ts';
import { type Mutant, mutantOf } from './mutant.ts';
import { oraclesBehind } from './oracle.ts';

/** A plan on which the engine without a planted bug is silent, and what that engine did. */
export interface Sound extends Planned {
  readonly reference: Trace;
}

export interface Trial {
  readonly mutant: string;
  readonly statements: number;
  /** Statements to the first kill, by oracle. */
  readonly kills: Readonly<Record<string, number>>;
  /** What the first kill shrinks to; null if nothing was found. */
  readonly shrunk: Shrunk | null;
}

export interface Shrunk {
  readonly kind: Finding['kind'];
  readonly judge: string;
  readonly statementsBefore: number;
  readonly sql: readonly string[];
  /** It still fails on the mutant, and passes on the engine without the planted bug. */
  readonly showsIt: boolean;
}

export interface Bench {
  readonly engine: Engine;
  readonly referee: Referee;
  /** Oracles that are switched off. */
  readonly without: readonly string[];
}

/** This many smaller plans are tried: a count and not a time, so that the result is always the same. */
const MOST_CANDIDATES = 160;
/** One plan out of this many is run twice, to see whether it is deterministic. */
const DOUBLECHECK_EVERY = 2;

export async function tryMutant(mutant: Mutant, plans: readonly Sound[], bench: Bench): Promise<Trial> {
  const { kills, first, statements } = await seek(mutant, plans, bench);
  const shrunk = first === null ? null : await shrinkKill(first, mutantOf(bench.engine, mutant), bench);
  return { mutant: mutant.name, statements, kills, shrunk };
}

interface Sought extends Pick<Trial, 'kills' | 'statements'> {
  /** What a campaign would report. */
  readonly first: Found | null;
}

/** Who sees the mutant in these plans. What happens in a plan does not depend on those before it. */
export async function seek(mutant: Mutant, plans: readonly Sound[], bench: Bench): Promise<Sought> {
  const engineOf = () => mutantOf(bench.engine, mutant);
  const { findings, statements } = await findEverything(plans, engineOf, bench);
  const kills: Record<string, number> = {};
  let first: Found | null = null;
  for (const found of findings) {
    const fired = oraclesBehind(found.finding, found.planned.plan).filter(
      (name) => !bench.without.includes(name),
    );
    // A campaign would report the first finding of the plan.
    if (fired.length > 0) first ??= findings.find(({ planned }) => planned === found.planned) ?? null;
    for (const oracle of fired) kills[oracle] ??= found.after;
  }
  return { kills, first, statements };
}

/** Whatever any oracle finds in these plans, in the order of the statements; each plan has an engine of its own. */
export async function findEverything(
  plans: readonly Sound[],
  engineOf: () => Engine,
  bench: Bench,
): Promise<{ findings: Found[]; statements: number }> {
  const findings: Found[] = [];
  let statements = 0;
  for (const planned of plans) {
    const statementsTo = (at: number) => planned.steps.slice(0, at + 1).filter(isRun).length;
    for (const finding of await findingsOf(planned, engineOf(), bench)) {
      findings.push({ planned, finding, after: statements + statementsTo(finding.at) });
    }
    statements += statementCount(planned.plan);
  }
  return { findings, statements };
}

interface Found {
  readonly planned: Sound;
  readonly finding: Finding;
  /** Statements of all plans up to it. */
  readonly after: number;
}

async function findingsOf(
  planned: Sound,
  engine: Engine,
  { referee: { opener } }: Bench,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const collect = (finding: Finding) => {
    findings.push(finding);
    return false;
  };
  const trace = await watch(planned, engine, collect, { opener });
  findings.push(...compareTraces(trace, planned.reference, 'the reference').differences.slice(0, 1));
  if (planned.plan.index % DOUBLECHECK_EVERY === 0) {
    const again = await watch(planned, engine, () => false, { opener });
    const finding = nondeterminismOf(trace, again);
    if (finding !== null) findings.push(finding);
  }
  return findings;
}

/** The plan as a campaign would report it. */
async function shrinkKill(
  { planned: { plan }, finding }: Found,
  engine: Engine,
  { engine: sound, referee }: Bench,
): Promise<Shrunk> {
  let candidates = 0;
  const result = await investigate(plan, finding, {
    engine,
    // Turso has bugs of its own: a smaller plan must not slip into one of them.
    referee: { ...referee, reference: sound, third: null },
    goOn: () => candidates++ < MOST_CANDIDATES,
  });
  const fails = async (judged: Engine): Promise<boolean> => {
    const options = { referee, doublecheck: finding.kind === 'nondeterminism' };
    const verdict = await judgeFully(testOf(result.plan), judged, options);
    return verdict.finding !== null;
  };
  return {
    kind: result.finding.kind,
    judge: result.finding.judge,
    statementsBefore: result.statementsBefore,
    sql: sqlOf(result.plan),
    showsIt: (await fails(engine)) && !(await fails(sound)),
  };
}
