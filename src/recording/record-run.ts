// One plan, recorded: once as it is, once with looks between its steps, and step by step where looking would change what happens.

import { canRun, type Engine } from '../engines/index.ts';
import {
  nameOfLeft,
  type Plan,
  sameBag,
  skeletonOfCheck,
  statementDirectives,
  stepDirective,
  worldDirectives,
} from '../plan/index.ts';
import { canBeAsked, Execution, execute, forEngine, type StepOutcome } from '../run/index.ts';
import { isFatal, type Outcome } from '../sql/index.ts';
import { type Disk, faultNamed, INSPECTIONS, synchronous } from '../world/index.ts';
import { type ModelStep, type ModelTable, modelSteps } from './model-steps.ts';
import { observe, type Seen } from './observe.ts';
import { queryPlanLines } from './query-plan.ts';
import type { RecordedFile, RecordedRun, RecordedStep, RecordedTable, Said } from './recording.ts';
import { gridOf, saidBy, saidByModel, short } from './said.ts';

export interface RunRequest {
  readonly plan: Plan;
  /** The step that fails. */
  readonly failsAt: number;
  /** The failing step does not come to an end: it is not run again. */
  readonly hangs: boolean;
  readonly engine: Engine;
  readonly opener: Engine;
  readonly reference: Engine | null;
  readonly onStep?: () => void;
}

/** Steps that are kept, the last ones. */
const MOST_STEPS = 300;
/** Where looking disturbs, each step takes a run of its own. */
const MOST_RERUNS = 24;
const MOST_SQL = 4000;

export async function recordRun(request: RunRequest): Promise<RecordedRun> {
  const { plan, failsAt, hangs } = request;
  const all = modelSteps(plan);
  const steps = failsAt < 0 ? all : all.slice(0, failsAt + 1);
  const run = hangs ? steps.slice(0, -1) : steps;
  const { outcomes, files } = await undisturbedRun(request, run);
  if (hangs) outcomes.set(failsAt, { at: failsAt, outcome: { kind: 'fuel' } });
  const asked = await referenceRun(request, run);
  const seen = await looksAt(request, run, outcomes);
  const tables = new TableHistory();
  let partsAt = failsAt;
  const recorded = steps.map((step): RecordedStep => {
    const { at } = step.test;
    const changed = tables.after(step, seen.get(at), outcomes.get(at));
    if (changed.tables?.some(({ differs }) => differs) && at < partsAt) partsAt = at;
    return {
      ...described(step),
      ...said('engine', outcomes.get(at)?.outcome),
      ...(step.test.prediction && { model: saidByModel(step.test.prediction) }),
      ...said('reference', asked.get(at)),
      ...queryPlanOf(seen.get(at)),
      ...changed,
      ...(files.has(at) && { files: files.get(at) }),
      ...(step.isForked && { isForked: true }),
    };
  });
  const leftOut = Math.max(0, recorded.length - MOST_STEPS);
  return {
    connections: 1 + Math.max(0, ...recorded.map(({ on }) => on)),
    world: worldDirectives(plan.world),
    leftOut,
    steps: recorded.slice(leftOut),
    failsAt,
    partsAt,
  };
}

function said(who: 'engine' | 'reference', outcome: Outcome | undefined): Partial<Record<typeof who, Said>> {
  return outcome === undefined ? {} : { [who]: saidBy(outcome) };
}

function described({
  test,
}: ModelStep): Pick<RecordedStep, 'at' | 'directives' | 'kind' | 'on' | 'property' | 'text'> {
  const { at, step, group, sql = '' } = test;
  const { property } = group;
  switch (step.do) {
    case 'run': {
      const directives = statementDirectives(step);
      const { on } = step;
      const text = short(sql, MOST_SQL);
      return { at, on, kind: 'statement', text, property, ...(directives.length > 0 && { directives }) };
    }
    case 'assert':
      return { at, on: 0, kind: 'check', text: skeletonOfCheck(step.check), property };
    case 'inspect':
      return { at, on: 0, kind: 'inspection', text: INSPECTIONS[step.what].about, property };
    case 'askSqlite':
      return { at, on: 0, kind: 'statement', text: short(step.sql, MOST_SQL), property };
    case 'resume': {
      const text = `${test.part === undefined ? 'what was left' : nameOfLeft(step.of)}: ${step.how.kind}`;
      return {
        at,
        on: test.part?.on ?? 0,
        kind: 'statement',
        text,
        directives: [stepDirective(step) ?? ''],
        property,
      };
    }
    default: {
      const on = 'on' in step ? Number(step.on) : 0;
      const text = faultNamed(step.do).about;
      return { at, on, kind: 'fault', text, directives: [stepDirective(step) ?? ''], property };
    }
  }
}

/** As it is, with the files around each power cut. */
async function undisturbedRun(
  { plan, engine, opener, onStep }: RunRequest,
  steps: readonly ModelStep[],
): Promise<{ outcomes: Map<number, StepOutcome>; files: Map<number, RecordedFile[]> }> {
  const outcomes = new Map<number, StepOutcome>();
  const files = new Map<number, RecordedFile[]>();
  let before: ReturnType<Disk['sizes']> = new Map();
  const test = { world: plan.world, steps: steps.map((step) => step.test) };
  const execution = new Execution(test, engine, {
    opener,
    onStep: () => {
      before = execution.disk.sizes();
      onStep?.();
    },
  });
  for await (const record of execution.records()) {
    outcomes.set(record.at, record);
    const { step } = record.test ?? {};
    if (step?.do === 'powerCut' || (step?.do === 'run' && step.cut !== undefined))
      files.set(record.at, filesAround(before, execution.disk.sizes()));
  }
  return { outcomes, files };
}

function filesAround(before: ReturnType<Disk['sizes']>, after: typeof before): RecordedFile[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().map((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    return {
      name,
      ...(old && { before: old.size }),
      ...(now && { after: now.size }),
      unsynced: old?.unsynced ?? 0,
    };
  });
}

async function referenceRun(
  { plan, reference, opener, onStep }: RunRequest,
  steps: readonly ModelStep[],
): Promise<Map<number, Outcome>> {
  const test = { world: plan.world, steps: steps.map((step) => step.test) };
  const world = reference?.abilities.asyncIo ? plan.world : synchronous(plan.world);
  if (reference === null || !canRun(reference, { ...plan, world }) || !canBeAsked(reference, test.steps))
    return new Map();
  const { records } = await execute(forEngine(reference, test), reference, { opener, onStep });
  return new Map(records.map(({ at, outcome }) => [at, outcome]));
}

async function looksAt(
  { plan, engine, onStep }: RunRequest,
  steps: readonly ModelStep[],
  outcomes: ReadonlyMap<number, StepOutcome>,
): Promise<Map<number, Seen>> {
  // After the step that ended the engine there is nothing to look at.
  const alive = steps.filter(({ test }) => {
    const outcome = outcomes.get(test.at)?.outcome;
    return outcome !== undefined && (!isFatal(outcome) || outcome.kind === 'cut');
  });
  const tests = steps.filter(({ test }) => outcomes.has(test.at)).map(({ test }) => test);
  const namesAfter = new Map(alive.map(({ test, tables = [] }) => [test.at, tables.map(({ name }) => name)]));
  const tablesAfter = (at: number) => namesAfter.get(at) ?? [];
  const { seen, disturbedAt } = await observe(
    plan,
    { steps: tests, tablesAfter, explains: true },
    engine,
    outcomes,
    onStep,
  );
  const believed = new Map([...seen].filter(([at]) => disturbedAt === null || at < disturbedAt));
  if (disturbedAt === null) return believed;
  const again = alive.filter(({ test }) => test.at >= disturbedAt && tablesAfter(test.at).length > 0);
  for (const { test } of again.slice(-MOST_RERUNS)) {
    const upTo = tests.filter(({ at }) => at <= test.at);
    const only = (at: number) => (at === test.at ? tablesAfter(at) : []);
    const one = await observe(
      plan,
      { steps: upTo, tablesAfter: only, explains: false },
      engine,
      outcomes,
      onStep,
    );
    const found = one.seen.get(test.at);
    if (one.disturbedAt === null && found !== undefined) believed.set(test.at, found);
  }
  return believed;
}

function queryPlanOf(seen: Seen | undefined): Pick<RecordedStep, 'queryPlan'> {
  const lines = seen?.queryPlan?.kind === 'rows' ? queryPlanLines(seen.queryPlan.rows) : [];
  return lines.length === 0 ? {} : { queryPlan: lines.map((line) => short(line)) };
}

/** Keeps only what is other than before. */
class TableHistory {
  readonly #last = new Map<string, string>();

  after(
    { tables }: ModelStep,
    seen: Seen | undefined,
    outcome: StepOutcome | undefined,
  ): Pick<RecordedStep, 'gone' | 'tables'> {
    if (tables === undefined || outcome === undefined) return {};
    const changed = tables.flatMap((table) => this.#changed(table, seen?.tables.get(table.name)) ?? []);
    const names = new Set(tables.map(({ name }) => name));
    const gone = [...this.#last.keys()].filter((name) => !names.has(name));
    for (const name of gone) this.#last.delete(name);
    return { ...(changed.length > 0 && { tables: changed }), ...(gone.length > 0 && { gone }) };
  }

  #changed(table: ModelTable, engine: Outcome | undefined): RecordedTable | null {
    if (engine === undefined) return null;
    const { name, columns, rows } = table;
    const now: RecordedTable = {
      name,
      columns,
      model: rows === null ? null : gridOf(rows),
      engine: saidBy(engine),
      ...(rows !== null && !(engine.kind === 'rows' && sameBag(rows, engine.rows)) && { differs: true }),
    };
    const text = JSON.stringify(now);
    if (this.#last.get(name) === text) return null;
    this.#last.set(name, text);
    return now;
  }
}
