// What a fault between two statements is: one object says all of it. A new one is a file beside this one and a line in
// index.ts; the plan's steps, scripts, rates, schemas, tools of properties, the executor, judges and the shrinker derive from it.

import type { Fields } from '../../json/index.ts';
import type { Random } from '../../random.ts';
import type { Statement } from '../../sql/ast.ts';
import type { Outcome } from '../../sql/index.ts';
import type { Inspected } from '../inspections/inspection.ts';
import type { Survival } from './survival.ts';

/** The step of a plan that a fault is. */
export interface FaultStepShape {
  readonly do: string;
}

/** What a fault can do to a running engine. Each gives the outcome of booting again, or of what failed before that. */
export interface FaultHost {
  /** Closes everything in good order and opens it again. */
  reopen(): Promise<Outcome>;
  disconnect(on: number): Promise<Outcome>;
  powerCut(survival: Survival): Promise<Outcome>;
  clockJump(milliseconds: number): void;
  /** Closes the database, lets the opener run these statements on its files, and opens it again; null without an opener. */
  visit(statements: readonly Statement[]): Promise<Outcome> | null;
  /** Looks at everything, if the engine is up again. */
  lookAround(outcome: Outcome): Promise<Happened>;
}

export interface Happened {
  readonly outcome: Outcome;
  readonly inspection?: Inspected;
}

/** What a fault can do to the model of the database. */
export interface FaultModel {
  /** Connections, and what they did not commit, are gone. */
  restart(): void;
  disconnect(on: number): void;
}

/** What a fault is drawn from. */
export interface FaultDrawing {
  readonly random: Random;
  /** The connection that asks for it. */
  readonly on: number;
  /** Does the engine carry this kind of fault? */
  carries(kind: string): boolean;
}

export interface Fault<Name extends string, Step extends FaultStepShape, Given extends readonly unknown[]> {
  readonly name: Name;
  /** What happens, in words. */
  readonly about: string;
  /** How often it happens in an ordinary profile, in a thousand groups. */
  readonly perThousand: number;
  /** The name under which an engine says that it carries the step. */
  kindOf(step: Step): string;
  /** Every engine with copies of the files in a process of its own can carry it; those on the simulated disk can anyway. */
  readonly needsNoSimulation: boolean;
  /** The fields of the step besides `do`. */
  readonly fields: Fields;
  /** The comment of a script that asks for it. */
  readonly directive: {
    readonly form: string;
    /** Null if the words ask for something else. */
    parse(words: readonly string[]): Step | null;
    print(step: Step): string;
  };
  /** The step, with what the author of a property gives; null if the engine carries no such step. */
  draw(drawing: FaultDrawing, ...given: Given): Step | null;
  rehearse(model: FaultModel, step: Step): void;
  run(host: FaultHost, step: Step): Promise<Happened>;
  /** Whether `run` looks around, so that the model must say what may be found. */
  readonly looksAround?: boolean;
  /** Whether it closes connections in good order, and so what is open on them. */
  readonly closes?: boolean;
  /** Whether another engine opens the files. */
  readonly opensElsewhere?: boolean;
  /** The judge that it is made for. */
  readonly judge?: string;
  /** Weaker steps that may show the same bug, the weakest first. */
  weaker?(step: Step): readonly FaultStepShape[];
  /** What two bugs have in common if they are one; the step's name if not given. */
  skeleton?(step: Step): string;
}

/** Says that an object is a fault, and keeps its exact types. */
export function fault<
  Name extends string,
  Step extends { readonly do: Name },
  Given extends readonly unknown[] = [],
>(definition: Fault<Name, Step, Given>): Fault<Name, Step, Given> {
  return definition;
}

/** A number from 1 on, as directives write connections and the n-th operation. */
export function isOrdinal(word: string | undefined): boolean {
  return word !== undefined && /^[1-9]\d{0,8}$/.test(word);
}
