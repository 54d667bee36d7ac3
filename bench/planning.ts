// What planning costs, as a share of the time that turso needs for the same plans: `planning.js [plans] [profile]`.

import { argv, cpuUsage, stdout } from 'node:process';
import { loadTurso } from '../src/engines/turso/turso.ts';
import { allFeatures } from '../src/features/feature-set.ts';
import { builtInProperties } from '../src/properties/index.ts';
import { execute } from '../src/run/execute.ts';
import { planOf } from '../src/workload/plan-of.ts';
import { profiles } from '../src/workload/profiles.ts';

const [plans = '100', profile = 'default'] = argv.slice(2);
/** Plans that only warm up. */
const WARM_UP = 30;

/** Processor time, because other processes must not count. */
function milliseconds(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

const turso = await loadTurso();
let [planning, running, statements] = [0, 0, 0];
for (let index = 0; index < WARM_UP + Number(plans); index++) {
  const start = milliseconds();
  const { plan } = planOf({
    seed: 'bench',
    index,
    statements: 200,
    profile: profiles[profile],
    properties: builtInProperties,
    features: allFeatures(),
    abilities: turso.abilities,
  });
  const planned = milliseconds();
  // A plan ends early at a panic, and what was not run does not count.
  const { records } = await execute(plan, turso);
  const steps = plan.groups.reduce((sum, group) => sum + group.steps.length, 0);
  if (index < WARM_UP) continue;
  planning += ((planned - start) * records.length) / (steps + 2);
  running += milliseconds() - planned;
  statements += records.length;
}
const share = Math.round((100 * planning) / running);
const each = (total: number) => `${(total / statements).toFixed(3)} ms a step`;
stdout.write(`planning ${each(planning)}, turso ${each(running)}: ${share} %\n`);
