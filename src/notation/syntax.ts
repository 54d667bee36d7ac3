// A text of the notation as a tree. Offsets (`at`) are those in the text.

import type { RefusalClass, SqlValue } from '../sql/index.ts';
import type { FaultName, InspectionName } from '../world/index.ts';
import type { ParameterKind } from './words.ts';

export interface Name {
  readonly text: string;
  readonly at: number;
}

/** A piece of SQL as it stands in the text, names of the notation included. */
export interface SqlText {
  readonly text: string;
  readonly at: number;
}

export interface PropertyText {
  readonly at: number;
  /** The file's name if there is none. */
  readonly name?: string;
  /** The comment before it. */
  readonly claims?: string;
  readonly body: readonly Action[];
}

/** A generator that the file defines: it draws, and interacts with nothing. */
export interface GeneratorText {
  readonly name: Name;
  readonly parameters: readonly { readonly name: Name; readonly kind: ParameterKind }[];
  readonly body: readonly Action[];
  readonly returns: Drawing | Meaning;
}

export interface NotationText {
  readonly properties: readonly PropertyText[];
  readonly generators: readonly GeneratorText[];
}

/** One line of a body. */
export type Action =
  | { readonly do: 'draw'; readonly at: number; readonly names: readonly Name[]; readonly from: Drawing }
  | { readonly do: 'let'; readonly at: number; readonly names: readonly Name[]; readonly be: Meaning }
  | {
      readonly do: 'assume';
      readonly at: number;
      readonly condition: Term;
      readonly text: string;
      readonly interacts: boolean;
    }
  | { readonly do: 'assert'; readonly at: number; readonly on: number; readonly condition: Term }
  | Run
  | { readonly do: 'fault'; readonly at: number; readonly on: number; readonly fault: FaultName }
  | { readonly do: 'inspect'; readonly at: number; readonly on: number; readonly what: InspectionName }
  | { readonly do: 'meanwhile'; readonly at: number; readonly on: number; readonly keep: readonly Term[] };

export interface Run {
  readonly do: 'run';
  readonly at: number;
  /** The connection, 0 for the first. */
  readonly on: number;
  /** What its result is called. */
  readonly name?: Name;
  readonly sql: SqlText;
  readonly how: Manner;
}

/** How a statement goes into the plan. */
export type Manner =
  | { readonly is: 'plain' }
  | { readonly is: 'undetermined' }
  | { readonly is: 'refused'; readonly refusal: RefusalClass }
  | { readonly is: 'during'; readonly fault: StatementFault };

export type StatementFault = 'powerCut' | 'ioError';

/** The right side of `<-`. */
export type Drawing =
  | { readonly draw: 'tuple'; readonly at: number; readonly parts: readonly Drawing[] }
  /** `pick t.columns as a` */
  | {
      readonly draw: 'pick';
      readonly at: number;
      readonly of: Name;
      readonly field: Name;
      readonly alias?: Name;
    }
  /** `pick (1, 2, 3)` */
  | { readonly draw: 'pickFrom'; readonly at: number; readonly parts: readonly Meaning[] }
  /** `gen row t`, or a generator of the file */
  | { readonly draw: 'gen'; readonly at: number; readonly what: Name; readonly given: readonly Term[] }
  /** `genOf expression c.type` */
  | { readonly draw: 'genOf'; readonly at: number; readonly column: Name };

/** The right side of `:=`. */
export type Meaning =
  | { readonly mean: 'tuple'; readonly at: number; readonly parts: readonly Meaning[] }
  /** `t as a` */
  | { readonly mean: 'alias'; readonly at: number; readonly table: Name; readonly alias: Name }
  | { readonly mean: 'sql'; readonly at: number; readonly sql: SqlText };

/** What conditions are made of. */
export type Term =
  | { readonly is: 'name'; readonly at: number; readonly name: string }
  /** `r.c`, `db.tables` */
  | { readonly is: 'field'; readonly at: number; readonly of: string; readonly field: string }
  | { readonly is: 'value'; readonly at: number; readonly value: SqlValue }
  | { readonly is: 'tuple'; readonly at: number; readonly parts: readonly Term[] }
  | {
      readonly is: 'call';
      readonly at: number;
      readonly of: Term;
      readonly method: string;
      readonly given: readonly Term[];
    }
  | {
      readonly is: 'binary';
      readonly at: number;
      readonly operator: Operator;
      readonly left: Term;
      readonly right: Term;
    }
  | { readonly is: 'not'; readonly at: number; readonly operand: Term };

export const OPERATORS = ['==', '!=', '===', '<', '<=', '>', '>=', 'in', 'not in', '+', 'and', 'or'] as const;

export type Operator = (typeof OPERATORS)[number];
