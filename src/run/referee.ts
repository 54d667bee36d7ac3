// Who is asked besides the engine under test and the model. Every command makes it from `--reference`.

import { type Engine, sqlite } from '../engines/index.ts';

export interface Referee {
  /** Runs every plan too, and is compared with; null if it is switched off. */
  readonly reference: Engine | null;
  /** Runs what was found once more, to say whether engine or model is wrong: the reference or, without one, SQLite. */
  readonly arbiter: Engine;
  /** Opens the engine's files and writes to them. It is always SQLite, because the files are in its format. */
  readonly opener: Engine;
}

export function refereeWith(reference: Engine | null = sqlite): Referee {
  return { reference, arbiter: reference ?? sqlite, opener: sqlite };
}
