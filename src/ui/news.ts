// What the server tells the page of what runs: types alone, which the page imports.

import type { FleetStatus } from '../fleet/records.ts';

export interface Point {
  readonly seconds: number;
  readonly statementsPerSecond: number;
  readonly statements: number;
  readonly plans: number;
  readonly newCauses: number;
  readonly knownFindings: number;
  /** Of the workers' time, in percent: inside the engine, and looking into failures. */
  readonly inEngine: number;
  readonly looking: number;
  /** What plans reached so far, and what there is to reach. */
  readonly featuresUsed: number;
  readonly featuresUsable: number;
  readonly propertiesChecked: number;
}

/** What the page is told, in this order. */
export type News =
  | { readonly news: 'state'; readonly state: State }
  | { readonly news: 'event'; readonly event: object }
  | { readonly news: 'point'; readonly point: Point }
  | { readonly news: 'output'; readonly title: string; readonly text: string; readonly isOver: boolean };

export interface State {
  readonly isRunning: boolean;
  readonly command: string | null;
  /** How the last campaign ended; null while one runs, or before the first. */
  readonly ended: string | null;
  readonly points: readonly Point[];
  readonly events: readonly object[];
}

/** What came of a statement on an engine. */
export interface Said {
  readonly sql: string;
  /** None if it just worked. */
  readonly lines: readonly string[];
  /** What says the same has the same; null where nothing is said. */
  readonly key: string | null;
}

/** What an engine, or the model, makes of a script. */
export interface Told {
  readonly engine: string;
  readonly said: readonly Said[];
  /** What else there is to say: why it ended early, or where the model cannot follow. */
  readonly note: string;
}

/** What came of shrinking a script. */
export interface ShrunkScript {
  /** The smaller script; empty if there is none. */
  readonly script: string;
  readonly note: string;
}

/** What goes on in the queue of a fleet, by the clock of the server. */
export interface FleetNews extends FleetStatus {
  readonly now: number;
}
