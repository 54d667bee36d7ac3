// The trophies: real bugs of released engines, each a script in docs/trophies/ that says in its first lines what is wrong, and where.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carriedWorld } from '../src/engines/ability.ts';
import type { Engine } from '../src/engines/engine.ts';
import { commentedScript } from '../src/find/describe.ts';
import { readScript } from '../src/plan/read-script.ts';
import { planOfScript } from '../src/plan/script.ts';
import { DEFAULT_FUEL } from '../src/planning/limits.ts';
import { outcomesOf } from '../src/run/execute.ts';
import { refereeWith } from '../src/run/referee.ts';
import { judged } from '../src/run/replay.ts';

export interface Trophy {
  readonly id: string;
  /** What is wrong, in one sentence. */
  readonly says: string;
  readonly engine: string;
  readonly script: string;
}

/** What was seen when it was last tried. */
export interface SeenTrophy {
  readonly id: string;
  /** The script, with what the engine did as comments. */
  readonly script: string;
}

const FOLDER = 'docs/trophies';
export const RECORD = 'docs/trophies.json';

export function trophies(): Trophy[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => {
      const [says, engine, ...script] = readFileSync(join(FOLDER, file), 'utf8').split('\n');
      return {
        id: file.replace(/\.sql$/, ''),
        says: says.replace(/^-- /, ''),
        engine: engine.replace(/^-- /, ''),
        script: script.join('\n'),
      };
    });
}

export function recordedTrophies(): SeenTrophy[] {
  return existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : [];
}

/** As `dirt replay docs/trophies/<id>.sql --engine …` sees it; null if the engine passes. */
export async function seenOn({ id, script }: Trophy, engine: Engine): Promise<SeenTrophy | null> {
  const { plan } = await readScript(planOfScript(script, DEFAULT_FUEL, carriedWorld(engine)));
  const { finding, trace } = await judged(plan, engine, refereeWith());
  if (finding === null) return null;
  return { id, script: commentedScript({ plan, finding, outcomes: outcomesOf(trace) }) };
}
