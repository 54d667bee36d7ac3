// A worker thread of the selftest: prepares the plans of a workload once and tries one mutant after the other on them.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { resolveEngine } from '../engines/index.ts';
import { invariant, stackOf } from '../errors.ts';
import { refereeWith } from '../run/index.ts';
import { madePlan } from './made-plan.ts';
import type { Control, FromWorker, Job, WorkerData } from './messages.ts';
import { mutants } from './mutants/index.ts';
import { type Prepared, prepare } from './prepare.ts';
import { type Bench, findEverything, tryMutant } from './trial.ts';
import { type WorkloadName, workloads } from './workload.ts';

interface Ready extends Prepared {
  readonly bench: Bench;
}

async function work(port: MessagePort, { without, plans: most }: WorkerData): Promise<void> {
  const referee = refereeWith();
  const say = (message: FromWorker) => port.postMessage(message);
  /** Of the latest workload only: plans take memory. */
  let current: { name: WorkloadName; ready: Ready } | null = null;

  async function ready(name: WorkloadName): Promise<Ready> {
    if (current?.name === name) return current.ready;
    const { engine: engineName } = workloads[name];
    const engine = await resolveEngine(engineName);
    const prepared = await prepare(name, engine, referee.opener, { without, most });
    current = { name, ready: { ...prepared, bench: { engine, referee, without } } };
    return current.ready;
  }

  async function run({ workload, mutant: name }: Job): Promise<void> {
    const { plans, findings, bench } = await ready(workload);
    if (name === null) {
      say({ say: 'controlled', control: await control(workload, plans, findings, bench) });
      return;
    }
    const mutant = mutants.find((candidate) => candidate.name === name);
    invariant(mutant !== undefined, `there is a mutant ${name}`);
    say({ say: 'tried', trial: await tryMutant(mutant, plans, bench) });
  }

  port.on('message', (job: Job) => {
    run(job).catch((error) => say(failure(error)));
  });
  say({ say: 'ready' });
}

async function control(
  workload: WorkloadName,
  plans: Prepared['plans'],
  known: Prepared['findings'],
  bench: Bench,
): Promise<Control> {
  const { findings, statements } = await findEverything(plans, () => bench.engine, bench);
  return {
    workload,
    engine: bench.engine.name,
    plans: plans.map(({ plan }) => madePlan(plan)),
    statements,
    findings: [...known, ...findings.map(({ finding }) => finding)].map(({ signature }) => signature),
  };
}

function failure(error: unknown): FromWorker {
  return { say: 'failed', message: stackOf(error) };
}

invariant(parentPort !== null, 'the worker runs in a thread');
const port = parentPort;
work(port, workerData as WorkerData).catch((error) => port.postMessage(failure(error)));
