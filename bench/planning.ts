// What planning costs, as a share of the time that turso needs for the same plans: `planning.js [plans] [profile]`. Plans are
// made as a campaign on turso makes them.

import { argv, stdout } from 'node:process';
import { EngineTime } from '../src/campaign/engine-time.ts';
import { requestAt } from '../src/campaign/settings.ts';
import { tuneForCampaigns } from '../src/campaign/tuning.ts';
import { loadTurso } from '../src/engines/turso/turso.ts';
import { usableFeatures } from '../src/ledger/ledger.ts';
import { probedLedger } from '../src/ledger/probed-ledger.ts';
import type { TestStep } from '../src/plan/test-step.ts';
import { Planner } from '../src/planning/planner.ts';
import { profiles } from '../src/planning/profiles.ts';
import { execute } from '../src/run/execute.ts';
import type { Stopwatch } from '../src/run/session.ts';

const [plans = '200', profile = 'general'] = argv.slice(2);
/** Plans that only warm up. */
const WARM_UP = 300;

/** The steps, with the time that it takes to make them. */
function* timed(steps: Iterable<TestStep>, stopwatch: Stopwatch): Generator<TestStep, void> {
  const iterator = steps[Symbol.iterator]();
  for (;;) {
    stopwatch.start();
    const next = iterator.next();
    stopwatch.stop();
    if (next.done === true) return;
    yield next.value;
  }
}

tuneForCampaigns();
const turso = await loadTurso();
const settings = {
  seed: 'bench',
  statements: 200,
  profile: profiles[profile],
  properties: [],
  features: usableFeatures(await probedLedger(turso)),
  abilities: turso.abilities,
};
let [planning, running, statements] = [0, 0, 0];
for (let index = 0; index < WARM_UP + Number(plans); index++) {
  const [making, inTurso] = [new EngineTime(), new EngineTime()];
  making.start();
  const planner = new Planner(requestAt(settings, index));
  making.stop();
  const test = { world: planner.world, steps: timed(planner.steps, making) };
  const { records } = await execute(test, turso, { stopwatch: inTurso });
  if (index < WARM_UP) continue;
  planning += making.milliseconds;
  running += inTurso.milliseconds;
  statements += records.length;
}
const share = Math.round((100 * planning) / running);
const each = (total: number) => `${(total / statements).toFixed(3)} ms per step`;
stdout.write(`planning ${each(planning)}, turso ${each(running)}: ${share} % (goal: 30 %)\n`);
