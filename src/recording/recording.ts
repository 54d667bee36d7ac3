// What is kept of a failure so that it can be stepped through: for each step what was run, what the model and the engine say, and the
// tables of both after it. All values are text already, short enough to be shown, and different values are different texts.

export const RECORDING_FORMAT = 1;

export interface Recording {
  readonly format: typeof RECORDING_FORMAT;
  /** The engine that was recorded, as `name@version`. */
  readonly engine: string;
  /** Who ran the smallest plan too, as `name@version`; absent if nobody did. */
  readonly reference?: string;
  readonly failure: RecordedFailure;
  readonly minimal: RecordedRun;
  /** The plan as it was found, up to its failure; absent if it would be too large, or takes too long. */
  readonly original?: RecordedRun;
}

/** What is wrong, as the judge says it. */
export interface RecordedFailure {
  readonly judge: string;
  readonly message: string;
  /** The check that does not hold, without values. */
  readonly check?: string;
  /** A statement that shows it. */
  readonly look?: string;
  readonly expected?: Said;
  readonly actual?: Said;
}

export interface RecordedRun {
  /** How many connections the plan uses. */
  readonly connections: number;
  /** What the world is like, as directives of a script. */
  readonly world: readonly string[];
  /** Steps at the beginning that are not kept. */
  readonly leftOut: number;
  readonly steps: readonly RecordedStep[];
  /** The position of the step that fails; −1 is the boot, the number of steps the close. */
  readonly failsAt: number;
  /** The first step after which engine and model are known to differ. */
  readonly partsAt: number;
}

export interface RecordedStep {
  /** Its position in the plan. */
  readonly at: number;
  /** The connection, 0 for the first. */
  readonly on: number;
  readonly kind: 'statement' | 'check' | 'inspection' | 'fault';
  /** SQL, or what happens in words. */
  readonly text: string;
  /** Faults that hit the statement, as directives of a script. */
  readonly directives?: readonly string[];
  /** The property of its group. */
  readonly property: string;
  /** Absent if the run ended before it. */
  readonly engine?: Said;
  readonly model?: Said;
  readonly reference?: Said;
  /** The engine's query plan, indented. */
  readonly queryPlan?: readonly string[];
  /** Tables that are other than after the step before. */
  readonly tables?: readonly RecordedTable[];
  /** Tables that are no longer there. */
  readonly gone?: readonly string[];
  /** The files before and after a power cut. */
  readonly files?: readonly RecordedFile[];
  /** The model allows two states: a fault hit a statement that commits. */
  readonly isForked?: boolean;
}

/** What somebody says of a step. */
export interface Said {
  readonly kind: 'rows' | 'refused' | 'panic' | 'fuel' | 'cut' | 'undetermined' | 'text';
  readonly rows?: Grid;
  /** The rows may come in any order. */
  readonly inAnyOrder?: boolean;
  /** What is said in words. */
  readonly text?: string;
  /** Rows that were written. */
  readonly changes?: number;
}

/** Rows of values as text. */
export interface Grid {
  readonly rows: readonly (readonly string[])[];
  /** Further rows that are not kept. */
  readonly more?: number;
}

export interface RecordedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Null if the model does not know what it holds. */
  readonly model: Grid | null;
  /** What the engine gives, or why it gives nothing. */
  readonly engine: Said;
  readonly differs?: boolean;
}

export interface RecordedFile {
  readonly name: string;
  /** In bytes; absent if it was not there. */
  readonly before?: number;
  readonly after?: number;
  /** Writes that were not synced when the power went off. */
  readonly unsynced: number;
}
