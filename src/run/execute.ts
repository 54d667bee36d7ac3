// The only run loop: the steps of a test on an engine, one record each. Nothing is drawn here; every fault comes from the plan.

import { checkStep, checkWorld, type Engine } from '../engines/index.ts';
import { isRun, type ResumeStep, type RunTestStep, type Test, type TestStep } from '../plan/index.ts';
import { isFatal, NOTHING } from '../sql/index.ts';
import { turnIfDue } from '../turn.ts';
import { type Disk, everythingIn, faultNamed, type Happened, INSPECTIONS } from '../world/index.ts';
import { Session, type Stopwatch } from './session.ts';
import { Site } from './site.ts';

/** What came of one step. */
export interface StepOutcome extends Happened {
  /** The step's position; −1 is the boot before the first, the number of steps the close after the last. */
  readonly at: number;
}

export interface StepRecord extends StepOutcome {
  /** Undefined for the boot and the close. */
  readonly test: TestStep | undefined;
}

/** A run from its beginning to where it ended. */
export interface Trace {
  readonly records: readonly StepRecord[];
  /** As it is at the end. */
  readonly disk: Disk;
  /** A statement was refused as busy though nothing that the plan knows of was in its way. */
  readonly refusedAlone?: boolean;
}

export interface ExecuteOptions {
  /** Opens the engine's files, where a step asks for it. */
  readonly opener?: Engine;
  readonly stopwatch?: Stopwatch;
  /** Called before each step. */
  readonly onStep?: (at: number) => void;
}

/** How many statements an engine may have been sent that are not answered yet, and how many are sent at once. */
const MOST_AHEAD = 16;
const AT_ONCE = 8;

/** A step, and what comes of it. */
interface Taken {
  readonly test: TestStep;
  happened(): Promise<Happened>;
}

/** Records come as the steps are taken; a consumer that stops iterating ends the run. */
export class Execution {
  readonly #test: Test;
  readonly #engine: Engine;
  readonly #opener: Engine | undefined;
  readonly #onStep: ((at: number) => void) | undefined;
  readonly #session: Session;

  constructor(test: Test, engine: Engine, { opener, stopwatch, onStep }: ExecuteOptions = {}) {
    checkWorld(engine, test.world);
    this.#test = test;
    this.#engine = engine;
    // The opener cannot read files in a format of the engine's own.
    this.#opener = engine.abilities.sqliteFiles ? opener : undefined;
    this.#onStep = onStep;
    this.#session = new Session(engine, test.world, { stopwatch });
  }

  get disk(): Disk {
    return this.#session.disk;
  }

  async *records(): AsyncGenerator<StepRecord, void> {
    try {
      const boot = await this.#session.start();
      yield { at: -1, test: undefined, outcome: boot };
      if (isFatal(boot)) return;
      let at = 0;
      for (const { test, happened: happens } of this.#taken()) {
        this.#onStep?.(test.at);
        await turnIfDue();
        const happened = await happens();
        yield { at: test.at, test, ...happened };
        if (isFatal(happened.outcome) && happened.inspection === undefined) return;
        at = test.at + 1;
      }
      yield { at, test: undefined, outcome: await this.#session.close() };
    } finally {
      await this.#session.drop();
    }
  }

  /**
   * The steps in their order. An engine in another process gets statements ahead of their turn and works while we judge those before:
   * no step depends on an answer, and what is sent after a failure is not looked at. Everything else waits for its turn.
   */
  *#taken(): Generator<Taken, void> {
    const sent: Taken[] = [];
    for (const test of this.#test.steps) {
      checkStep(this.#engine, test.step);
      // A check asks nothing of the engine, and need not wait for its answers.
      const isCheck = test.step.do === 'assert' && sent.length > 0;
      const happened = isCheck ? () => this.#take(test) : this.#sendAhead(test);
      if (happened === null) {
        yield* sent.splice(0);
        yield { test, happened: () => this.#take(test) };
      } else {
        sent.push({ test, happened });
        if (sent.length === MOST_AHEAD) yield* sent.splice(0, AT_ONCE);
      }
    }
    yield* sent;
  }

  #sendAhead(test: TestStep): (() => Promise<Happened>) | null {
    if (!isRun(test)) return null;
    const { step, statement, sql } = test;
    if (step.cut !== undefined || step.ioFault !== undefined || step.leftAfter !== undefined) return null;
    const answer = this.#session.sendAhead(step.on, statement, step.fuel, sql);
    return answer && (async () => ({ outcome: await answer() }));
  }

  #take(test: TestStep): Promise<Happened> {
    const site = () => new Site(this.#session, test, this.#test.world, this.#opener);
    if (isRun(test)) return runStep(this.#session, test, site);
    if (test.step.do === 'resume') return resumeStep(this.#session, test.step);
    return otherStep(test, site());
  }
}

/** Runs a test to its end, and collects what came of it. */
export async function execute(test: Test, engine: Engine, options: ExecuteOptions = {}): Promise<Trace> {
  const execution = new Execution(test, engine, options);
  const records: StepRecord[] = [];
  for await (const record of execution.records()) records.push(record);
  return { records, disk: execution.disk };
}

/** What came of the steps, as data that can be stored and sent. */
export function outcomesOf({ records }: Trace): StepOutcome[] {
  return records.map(({ at, outcome, inspection }) =>
    inspection === undefined ? { at, outcome } : { at, outcome, inspection },
  );
}

async function runStep(session: Session, test: RunTestStep, site: () => Site): Promise<Happened> {
  const { step, statement, sql } = test;
  const { id, on, fuel, cut, ioFault, leftAfter } = step;
  if (leftAfter !== undefined)
    return { outcome: await session.begin(on, { id, steps: leftAfter }, statement, fuel, sql) };
  if (cut === undefined && ioFault === undefined) {
    return { outcome: await session.run(on, statement, fuel, sql) };
  }
  if (cut) session.disk.cutPowerAfter(cut.afterMutatingIo);
  if (ioFault) session.disk.arm(ioFault);
  const outcome = await session.run(on, statement, fuel, sql);
  session.disk.disarm();
  if (cut === undefined || outcome.kind === 'panic' || outcome.kind === 'fuel') return { outcome };
  const boot = await session.powerCut(cut);
  if (boot.kind !== 'rows') return { outcome: boot };
  return { outcome, inspection: await everythingIn(site()) };
}

async function resumeStep(session: Session, { of, how }: ResumeStep): Promise<Happened> {
  return { outcome: await session.resume(of, how) };
}

async function otherStep({ step }: TestStep, site: Site): Promise<Happened> {
  switch (step.do) {
    case 'run':
    case 'resume':
    case 'assert':
      return { outcome: NOTHING };
    case 'askSqlite':
      return { outcome: await site.askElsewhere(step.sql) };
    case 'inspect': {
      const inspection = await INSPECTIONS[step.what].inspect(site);
      return inspection === undefined ? { outcome: NOTHING } : { outcome: NOTHING, inspection };
    }
    default:
      return faultNamed(step.do).run(site, step);
  }
}
