// What planning costs, as a share of the time that turso needs for the same plans: `planning.js [plans] [profile]`. Plans are
// made as a campaign on turso makes them.

import { argv, stdout } from 'node:process';
import { EngineTime } from '../src/campaign/engine-time.ts';
import { requestAt } from '../src/campaign/settings.ts';
import { tuneForCampaigns } from '../src/campaign/tuning.ts';
import { loadTurso } from '../src/engines/turso/turso.ts';
import { supportedFeatures } from '../src/ledger/ledger.ts';
import { probedLedger } from '../src/ledger/probed-ledger.ts';
import { Planner } from '../src/planning/planner.ts';
import { profiles } from '../src/planning/profiles.ts';
import { execute } from '../src/run/execute.ts';

const [plans = '200', profile = 'default'] = argv.slice(2);
/** Plans that only warm up. */
const WARM_UP = 300;

tuneForCampaigns();
const turso = await loadTurso();
const settings = {
  seed: 'bench',
  statements: 200,
  profile: profiles[profile],
  properties: [],
  features: supportedFeatures(await probedLedger(turso)),
  abilities: turso.abilities,
};
let [planning, running, statements] = [0, 0, 0];
for (let index = 0; index < WARM_UP + Number(plans); index++) {
  const [making, inTurso] = [new EngineTime(), new EngineTime()];
  making.start();
  const planner = new Planner(requestAt(settings, index));
  making.stop();
  const { records } = await execute(planner.plan, turso, {
    stopwatch: inTurso,
    grow: () => {
      making.start();
      const grows = planner.grow();
      making.stop();
      return grows;
    },
  });
  if (index < WARM_UP) continue;
  planning += making.milliseconds;
  running += inTurso.milliseconds;
  statements += records.length;
}
const share = Math.round((100 * planning) / running);
const each = (total: number) => `${(total / statements).toFixed(3)} ms a step`;
stdout.write(`planning ${each(planning)}, turso ${each(running)}: ${share} % (goal: 30 %)\n`);
