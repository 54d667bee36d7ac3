// The driver: runs the passes to a fixpoint, keeping only plans that are valid tests and fail in the same way.

import { isVeto, type Plan, type RehearsedTest, rehearse, statementCount } from '../../plan/index.ts';
import { turnIfDue } from '../../turn.ts';
import { askAlone } from './ask-alone.ts';
import { choosePlainest } from './choose-plainest.ts';
import { cutAfter } from './cut-after-failure.ts';
import { dropColumns } from './drop-columns.ts';
import { dropGroups } from './drop-groups.ts';
import { dropRows } from './drop-rows.ts';
import { dropSteps } from './drop-steps.ts';
import { dropUnrelated } from './drop-unrelated.ts';
import { withoutUnusedDraws } from './drop-unused-draws.ts';
import { fillTables } from './fill-tables.ts';
import { mergeInserts } from './merge-inserts.ts';
import type { Pass } from './pass.ts';
import { rename } from './rename.ts';
import { respell } from './respell.ts';
import { runStatementsWhole } from './run-whole.ts';
import { keyOfTest } from './same-test.ts';
import { simplifyNodes } from './simplify-nodes.ts';
import { simplifyValues } from './simplify-values.ts';
import { weakenFaults } from './weaken-faults.ts';

/** These take whole steps away. Where rows can be written at once, hardly a candidate is as long as the plan. */
const COARSE: readonly Pass[] = [
  fillTables,
  dropUnrelated,
  dropGroups,
  runStatementsWhole,
  dropSteps,
  weakenFaults,
];

/** A new pass is one function and one line here. */
const PASSES: readonly Pass[] = [
  ...COARSE,
  respell,
  dropRows,
  dropColumns,
  simplifyNodes,
  simplifyValues,
  choosePlainest,
  mergeInserts,
  askAlone,
];

export interface ShrinkOptions {
  /** Does the plan still fail in the same way? */
  readonly stillFails: (candidate: Plan) => Promise<boolean>;
  /** Asked with how many plans were run so far; false ends the shrinking, and the best plan so far is the result. */
  readonly goOn: (candidates: number) => boolean;
  readonly onProgress?: (progress: ShrinkProgress) => void;
  /** Asked once, when no step is left that can go alone: true ends the shrinking there. */
  readonly isEnough?: (plan: Plan) => Promise<boolean>;
}

export interface ShrinkProgress {
  readonly pass: string;
  readonly candidates: number;
  readonly accepted: number;
  readonly statements: number;
}

export interface Shrunk {
  readonly plan: Plan;
  readonly candidates: number;
  /** False if it was ended before nothing was left to try. */
  readonly finished: boolean;
}

/** Shrinks a plan that fails at the step `at`. */
export async function shrink(plan: Plan, at: number, options: ShrinkOptions): Promise<Shrunk> {
  // That it fails was seen where it was found, and a smaller plan that fails shows it again.
  let best = withoutUnusedDraws(cutAfter(plan, at));
  let candidates = 0;
  let accepted = 0;
  /** Candidates that did not fail in the same way. */
  const passed = new Set<string>();
  const test = async (candidate: Plan): Promise<boolean> => {
    const valid = validTestOf(candidate);
    if (valid === null) return false;
    const key = keyOfTest(valid);
    if (passed.has(key)) return false;
    candidates++;
    await turnIfDue();
    if (!(await options.stillFails(candidate))) {
      passed.add(key);
      return false;
    }
    accepted++;
    best = withoutUnusedDraws(candidate);
    return true;
  };
  /** False if it was ended. */
  const run = async (pass: Pass): Promise<boolean> => {
    const proposals = pass.propose(best);
    let answer = false;
    for (let next = proposals.next(); !next.done; next = proposals.next(answer)) {
      if (!options.goOn(candidates)) return false;
      answer = await test(next.value);
      options.onProgress?.({ pass: pass.name, candidates, accepted, statements: statementCount(best) });
    }
    return true;
  };
  const ended = async (finished: boolean): Promise<Shrunk> => {
    // Where nothing smaller fails, nobody has seen yet that it fails without what comes after the failure.
    if (accepted === 0 && !(await options.stillFails(best))) best = plan;
    return { plan: best, candidates, finished };
  };
  // A pass that changed nothing has nothing to propose until another one does.
  const settled = new Map<Pass, Plan>();
  let isFirst = true;
  while (PASSES.some((pass) => settled.get(pass) !== best)) {
    for (const pass of PASSES) {
      if (settled.get(pass) === best) continue;
      const before = best;
      if (!(await run(pass))) return ended(false);
      if (best === before) settled.set(pass, best);
      if (isFirst && pass === COARSE.at(-1) && (await options.isEnough?.(best))) return ended(true);
    }
    isFirst = false;
  }
  // Names make nothing smaller, so that there is nothing to try again after them.
  return ended(await run(rename));
}

/** A pass may propose nonsense: what the model turns down, or what cannot be printed or understood at all. */
function validTestOf(plan: Plan): RehearsedTest | null {
  try {
    const test = rehearse(plan);
    return isVeto(test) ? null : test;
  } catch {
    return null;
  }
}
