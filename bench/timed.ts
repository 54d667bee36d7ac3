// A clock that is always in one part of the work, and engines that tell it which: everything that is measured counts once.

import type { Connection, Engine, Instance, MaybePromise } from '../src/engines/engine.ts';
import type { TestStep } from '../src/plan/test-step.ts';

/** `opener`: SQLite looks at the engine's files. `rest`: judging, and what holds all of this together. */
export const PARTS = [
  'statements',
  'boots',
  'connections',
  'planning',
  'reference',
  'opener',
  'rest',
] as const;
export type Part = (typeof PARTS)[number];

export class PartClock {
  readonly spent: Record<Part, number> = {
    statements: 0,
    boots: 0,
    connections: 0,
    planning: 0,
    reference: 0,
    opener: 0,
    rest: 0,
  };
  #part: Part = 'rest';
  #since = performance.now();

  /** From now on the time is spent on this; what it was spent on before. */
  turnTo(part: Part): Part {
    const now = performance.now();
    const before = this.#part;
    this.spent[before] += now - this.#since;
    this.#part = part;
    this.#since = now;
    return before;
  }

  during<T>(part: Part, work: () => MaybePromise<T>): MaybePromise<T> {
    const before = this.turnTo(part);
    const result = work();
    if (!(result instanceof Promise)) {
      this.turnTo(before);
      return result;
    }
    return result.finally(() => this.turnTo(before));
  }
}

/** How the three things that an engine does are counted. */
export interface CountedAs {
  readonly boots: Part;
  readonly connections: Part;
  readonly statements: Part;
}

export const UNDER_TEST: CountedAs = {
  boots: 'boots',
  connections: 'connections',
  statements: 'statements',
};

/** All that it does is one part. */
export function allAs(part: Part): CountedAs {
  return { boots: part, connections: part, statements: part };
}

export function timedEngine(engine: Engine, clock: PartClock, as: CountedAs): Engine {
  const boot = async (world: Parameters<Engine['boot']>[0]) => {
    const booted = await clock.during(as.boots, () => engine.boot(world));
    return booted.kind === 'instance' ? timedInstance(booted, clock, as) : booted;
  };
  // Reading the others starts a program, so they are not copied.
  return Object.create(engine, { boot: { value: boot } });
}

/** Closing an instance is where it is made fit for the next boot. */
function timedInstance(instance: Instance, clock: PartClock, as: CountedAs): Instance {
  return {
    kind: 'instance',
    connect: async () => {
      const connected = await clock.during(as.connections, () => instance.connect());
      return connected.kind === 'connection' ? timedConnection(connected, clock, as) : connected;
    },
    close: () => clock.during(as.boots, () => instance.close()),
    drop: () => clock.during(as.boots, () => instance.drop()),
    ...(instance.copyBack && { copyBack: () => clock.during(as.boots, () => instance.copyBack?.()) }),
  };
}

function timedConnection(connection: Connection, clock: PartClock, as: CountedAs): Connection {
  return {
    kind: 'connection',
    run: (sql, fuel, statement) => {
      const before = clock.turnTo(as.statements);
      const outcome = connection.run(sql, fuel, statement);
      if (outcome instanceof Promise) return outcome.finally(() => clock.turnTo(before));
      clock.turnTo(before);
      return outcome;
    },
    close: () => clock.during(as.connections, () => connection.close()),
  };
}

/** Steps that are planned while they are taken. */
export function* timedSteps(steps: Iterable<TestStep>, clock: PartClock): Generator<TestStep, void> {
  const source = steps[Symbol.iterator]();
  for (;;) {
    const before = clock.turnTo('planning');
    const next = source.next();
    clock.turnTo(before);
    if (next.done) return;
    yield next.value;
  }
}
