// What each oracle costs, recorded in docs/oracles.json: `npm run docs:oracle-costs`.

import { planAt } from '../src/campaign/settings.ts';
import type { Engine } from '../src/engines/engine.ts';
import { sqlite as engine } from '../src/engines/sqlite/sqlite.ts';
import { type Plan, type Step, statementCount } from '../src/plan/plan.ts';
import { isVeto } from '../src/plan/rehearsal.ts';
import { rehearse } from '../src/plan/rehearse.ts';
import type { Planned } from '../src/planning/planner.ts';
import { builtInProperties } from '../src/properties/index.ts';
import { watch } from '../src/run/examine.ts';
import type { Trace } from '../src/run/execute.ts';
import { judgeOf } from '../src/run/judges/index.ts';
import { plansOf, workloads } from '../src/selftest/workload.ts';
import { INSPECTION_NAMES } from '../src/world/inspections/index.ts';
import { record } from './oracle-record.ts';

const ROUNDS = 3;

/** Milliseconds of this process, so that others on the machine do not count. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function withoutSteps({ plan }: Planned, isDropped: (step: Step) => boolean): Plan {
  const groups = plan.groups.map((group) => ({
    ...group,
    steps: group.steps.filter((step) => !isDropped(step)),
  }));
  return { ...plan, groups };
}

async function run(plans: readonly Plan[], engine: Engine): Promise<void> {
  for (const plan of plans) {
    const test = rehearse(plan);
    if (!isVeto(test)) await watch(test, engine, () => false, { opener: engine });
  }
}

async function judgeCosts(engine: Engine): Promise<Record<string, number>> {
  const costs: Record<string, number> = {};
  const planned = plansOf('queries', engine.abilities, [], 30);
  const perThousand = (ms: number) =>
    (ms * 1000) / planned.reduce((sum, { plan }) => sum + statementCount(plan), 0);
  const whole = await cpuMs(() =>
    run(
      planned.map(({ plan }) => plan),
      engine,
    ),
  );
  const costOf = async (isDropped: (step: Step) => boolean) => {
    const plans = planned.map((each) => withoutSteps(each, isDropped));
    return perThousand(Math.max(0, whole - (await cpuMs(() => run(plans, engine)))));
  };
  for (const what of INSPECTION_NAMES)
    costs[what] = await costOf((step) => step.do === 'inspect' && step.what === what);
  costs.continues = await costOf((step) => step.do === 'sqliteWrites');
  const traces: Trace[] = [];
  for (const test of planned) traces.push(await watch(test, engine, () => false, { opener: engine }));
  const steps = perThousand(
    await cpuMs(async () => {
      for (const { records } of traces) {
        const judge = judgeOf();
        for (const record of records) judge(record);
      }
    }),
  );
  for (const judge of ['noPanic', 'noHang', 'noError', 'refusals', 'model', 'changes']) costs[judge] = steps;
  const again = perThousand(
    await cpuMs(async () => {
      for (const test of planned) await watch(test, engine, () => false, { opener: engine });
    }),
  );
  for (const judge of ['reference', 'determinism']) costs[judge] = again;
  costs.recovery = costs.durability = await powerCutCost(engine);
  return costs;
}

async function powerCutCost(engine: Engine): Promise<number> {
  const planned = plansOf('faults', engine.abilities, [], 40);
  const statements = planned.reduce((sum, { plan }) => sum + statementCount(plan), 0);
  const uncut = planned.map((each) => withoutSteps(each, (step) => step.do === 'powerCut'));
  const whole = await cpuMs(() =>
    run(
      planned.map(({ plan }) => plan),
      engine,
    ),
  );
  return (Math.max(0, whole - (await cpuMs(() => run(uncut, engine)))) * 1000) / statements;
}

/** Planning and running 1,000 statements of plans in which only this property is drawn, most of the time. */
async function propertyCost(name: string, engine: Engine): Promise<number> {
  const { features, profile } = workloads.faults;
  const settings = {
    seed: 'costs',
    statements: 60,
    profile: { ...profile, properties: 60 },
    properties: [name],
    features,
    abilities: engine.abilities,
  };
  let statements = 0;
  const ms = await cpuMs(async () => {
    statements = 0;
    for (let index = 0; index < 8; index++) {
      const planned = planAt(settings, index);
      statements += statementCount(planned.plan);
      await watch(planned, engine, () => false, { opener: engine });
    }
  });
  return (ms * 1000) / statements;
}

const costs = await judgeCosts(engine);
for (const { name } of builtInProperties) costs[name] = await propertyCost(name, engine);
const rounded = Object.fromEntries(
  Object.entries(costs).map(([name, ms]) => [name, Math.round(ms * 10) / 10]),
);
record({ costs: rounded });
