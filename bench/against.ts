// The working tree against another revision of this repository, as ratios of their speed. Both are built alike and run the same campaign
// in turns (A B, B A, …), so that whatever else the machine does hits both. They share no code, only the command line and its JSON report.

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import {
  build,
  commitOf,
  copyCommit,
  copyWorkingTree,
  nameOfWorkingTree,
  type Snapshot,
} from './snapshot.ts';
import { median, spreadOf } from './spread.ts';
import { CommandFailed, inWorkplace, type Workplace } from './workplace.ts';

export interface Comparison {
  readonly revision: string;
  readonly engines: readonly string[];
  readonly profiles: readonly string[];
  readonly reference: string;
  readonly workers: number;
  readonly rounds: number;
  /** How much CPU time per worker the plans of one run are to take; looking into failures comes on top of it. */
  readonly seconds: number;
  /** How many plans a run has, in the place of as many as take that long. */
  readonly plans?: number;
}

type Sides<T> = readonly [revision: T, workingTree: T];

/** What a process took, and what it did for that. */
export interface Run {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly plans: number;
  readonly statements: number;
  /** Of the time of its workers, what was not spent on looking into failures. */
  readonly planShare: number;
  /** What it did in such detail that other plans would differ in it. */
  readonly workload: string;
}

type Speed = (run: Run) => number;
const byCpu: Speed = ({ statements, cpuSeconds }) => statements / cpuSeconds;
const byClock: Speed = ({ statements, wallSeconds }) => statements / wallSeconds;

const SEED = 'bench';

/** Starting takes a second, and few runs of it tell it well enough. */
const START_UPS = 3;

/** If there was no time to find out how many a run has time for. */
const PLANS = 10;

const CPU_USAGE = new URL('./cpu-usage.js', import.meta.url).href;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export async function measureAgainst(comparison: Comparison, repository: string): Promise<void> {
  await inWorkplace(async (workplace) => {
    const sides = await buildBoth(comparison.revision, repository, workplace);
    const { profiles, reference, workers, rounds, seconds } = comparison;
    print(
      `\nCampaigns of about ${seconds} s of CPU time in ${rounds} rounds on Node ${process.version}: reference ${reference}, ` +
        `${workers} worker${workers === 1 ? '' : 's'}, no shrinking.`,
    );
    const [load] = loadavg();
    if (load > cpus().length)
      print(
        `The load of this machine is ${load.toFixed(1)} on ${cpus().length} processors: trust CPU time only.`,
      );
    for (const engine of comparison.engines) {
      for (const profile of profiles) await compareOn({ engine, profile }, sides, comparison, workplace);
    }
  });
}

async function buildBoth(
  revision: string,
  repository: string,
  workplace: Workplace,
): Promise<Sides<Snapshot>> {
  const commit = await commitOf(revision, repository, workplace);
  const then: Snapshot = { name: revision, folder: join(workplace.folder, 'revision') };
  const now: Snapshot = {
    name: await nameOfWorkingTree(repository, workplace),
    folder: join(workplace.folder, 'working-tree'),
  };
  print(`Building ${then.name} (${commit.slice(0, 10)}) and the ${now.name} …`);
  await copyCommit(commit, repository, then.folder, workplace);
  await copyWorkingTree(repository, now.folder, workplace);
  for (const side of [then, now]) await build(side, repository, workplace);
  return [then, now];
}

// ── One engine ───────────────────────────────────────────────────────────────────────────────────────────────

interface Subject {
  readonly engine: string;
  readonly profile: string;
}

async function compareOn(
  subject: Subject,
  sides: Sides<Snapshot>,
  comparison: Comparison,
  workplace: Workplace,
): Promise<void> {
  const { rounds } = comparison;
  const run = (side: Snapshot, limit: readonly string[]) =>
    runOnce(side, subject, limit, comparison, workplace);
  const inTurns = async (turn: number, plans: number): Promise<Sides<Run>> => {
    const [then, now] = sides;
    const limit = ['--plans', String(plans)];
    if (turn % 2 === 0) return [await run(then, limit), await run(now, limit)];
    const first = await run(now, limit);
    return [await run(then, limit), first];
  };
  // The first runs also fill the caches that both sides share, which takes longer than all that is measured.
  await inTurns(0, 1);
  const starts: Sides<Run>[] = [];
  for (let i = 0; i < START_UPS; i++) starts.push(await inTurns(i, 1));
  const startUps: Sides<Run> = [
    typicalOf(starts.map(([then]) => then)),
    typicalOf(starts.map(([, now]) => now)),
  ];
  const plans = comparison.plans ?? (await fitting(run, sides[1], startUps[1], comparison));
  print(`\n${subject.engine}, profile ${subject.profile}: ${plans} plans per run`);
  const costs: Sides<Run>[] = [];
  for (let i = 0; i < rounds; i++) {
    const [then, now] = await inTurns(i, plans);
    const cost: Sides<Run> = [less(then, startUps[0]), less(now, startUps[1])];
    costs.push(cost);
    print(roundLine(i + 1, cost));
  }
  for (const line of resultLines(startUps, costs)) print(line);
}

/** How many plans a run has time for, by CPU time, or a busy machine would leave too little to measure. */
async function fitting(
  run: (side: Snapshot, limit: readonly string[]) => Promise<Run>,
  side: Snapshot,
  startUp: Run,
  { seconds, workers }: Comparison,
): Promise<number> {
  const { plans, cpuSeconds } = less(await run(side, ['--budget', `${seconds}s`]), startUp);
  return 1 + (plans > 0 && cpuSeconds > 0 ? Math.ceil((plans * seconds * workers) / cpuSeconds) : PLANS);
}

/** Runs of the same work differ only in how long they took. */
function typicalOf(runs: readonly Run[]): Run {
  return {
    ...runs[0],
    cpuSeconds: median(runs.map(({ cpuSeconds }) => cpuSeconds)),
    wallSeconds: median(runs.map(({ wallSeconds }) => wallSeconds)),
  };
}

/**
 * What making, running and judging the plans after the first took: starting, and making all code warm, are in the run of one plan.
 * Without shrinking, too, failures are looked into, and how many there are to look into is another matter than speed.
 */
export function less(run: Run, startUp: Run): Run {
  const share = run.planShare;
  return {
    cpuSeconds: (run.cpuSeconds - startUp.cpuSeconds) * share,
    wallSeconds: (run.wallSeconds - startUp.wallSeconds) * share,
    plans: run.plans - startUp.plans,
    statements: run.statements - startUp.statements,
    planShare: share,
    workload: run.workload,
  };
}

function roundLine(round: number, [then, now]: Sides<Run>): string {
  const ratio = (speed: Speed) => (speed(now) / speed(then)).toFixed(3);
  const seconds = `${then.cpuSeconds.toFixed(2)} s of CPU time then, ${now.cpuSeconds.toFixed(2)} s now`;
  return `  round ${String(round).padEnd(3)} ${seconds}: ${ratio(byCpu)}; ${ratio(byClock)} by the clock`;
}

/** What came of all rounds, for a person. */
export function resultLines([then, now]: Sides<Run>, rounds: readonly Sides<Run>[]): string[] {
  const [{ workload: wasThen, statements: before }, { workload: isNow, statements }] = rounds[0];
  return [
    wasThen === isNow
      ? `  both ran the same ${statements} statements`
      : `  the plans or their outcomes differ: ${before} statements then, ${statements} now; ratios are by statement`,
    `  subtracted: start-up and the first plan, ${then.cpuSeconds.toFixed(2)} s of CPU time then, ${now.cpuSeconds.toFixed(2)} s now; ` +
      `of the rest what looks into failures, ${lookShare(rounds[0][0])} then, ${lookShare(rounds[0][1])} now`,
    lineOf('statements per CPU second', rounds, byCpu),
    lineOf('statements per second', rounds, byClock),
  ];
}

function lookShare({ planShare }: Run): string {
  return `${Math.round(100 * (1 - planShare))} %`;
}

function lineOf(what: string, rounds: readonly Sides<Run>[], speed: Speed): string {
  const then = rounds.map(([run]) => speed(run));
  const now = rounds.map(([, run]) => speed(run));
  const ratio = spreadOf(rounds.map((_, i) => now[i] / then[i]));
  const interval = ([low, high]: readonly [number, number]) => `${low.toFixed(3)} to ${high.toFixed(3)}`;
  // Whatever else a machine does only ever makes a run slower.
  const fastest = Math.max(...now) / Math.max(...then);
  return (
    `  ${what.padEnd(26)} ${Math.round(median(then))} then, ${Math.round(median(now))} now: ratio ${ratio.median.toFixed(3)} ` +
    `(middle half ${interval(ratio.quartiles)}, range ${interval(ratio.range)}), of the fastest runs ${fastest.toFixed(3)}`
  );
}

// ── One run ──────────────────────────────────────────────────────────────────────────────────────────────────

async function runOnce(
  side: Snapshot,
  { engine, profile }: Subject,
  limit: readonly string[],
  { reference, workers }: Comparison,
  workplace: Workplace,
): Promise<Run> {
  // Every run begins without bugs that it knows, and far from any configuration.
  const folder = join(workplace.folder, 'run');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const cpuFile = join(folder, 'cpu.json');
  const report = join(folder, 'report.json');
  const options: Record<string, string> = {
    engine,
    profile: profileIn(side, profile),
    reference,
    seed: SEED,
    workers: String(workers),
  };
  const args = [
    ...['--import', CPU_USAGE, join(side.folder, 'dist/cli/main.js'), 'run', '--no-shrink'],
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...['--reporter', `json=${report}`, '--bugs', join(folder, 'bugs')],
    ...limit,
  ];
  const env = { ...environment(), BENCH_CPU_USAGE: cpuFile };
  const finished = await workplace.run(process.execPath, args, { cwd: folder, env });
  const summary = summaryIn(report);
  if (summary === null) throw new CommandFailed(`dirt ${args.slice(3).join(' ')}`, finished, side.name);
  const { user, system } = JSON.parse(readFileSync(cpuFile, 'utf8')) as NodeJS.CpuUsage;
  return { cpuSeconds: (user + system) / 1e6, wallSeconds: finished.wallSeconds, ...workOf(summary) };
}

/** Revisions in which a campaign was no mixture called the profile `general` their default. */
function profileIn({ folder }: Snapshot, profile: string): string {
  const hasMixture = existsSync(join(folder, 'src/planning/mixture.ts'));
  return profile === 'general' && !hasMixture ? 'default' : profile;
}

/** Settings of DIRT in the environment would shape the campaign; where it keeps engines would not. */
function environment(): NodeJS.ProcessEnv {
  const isSetting = (name: string) => name.startsWith('DIRT_') && name !== 'DIRT_CACHE';
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name)));
}

/** Of the summary of a campaign, what all revisions say. */
export interface Summary {
  readonly plans: number;
  readonly refusals: number;
  readonly discards: number;
  /** Statements by kind. */
  readonly accepted: Readonly<Record<string, number>>;
  /** What workers spent on plans, and on looking into failures, which older reports do not tell. */
  readonly workerMs?: number;
  readonly lookMs?: number;
}

function summaryIn(report: string): Summary | null {
  let text: string;
  try {
    text = readFileSync(report, 'utf8');
  } catch {
    return null;
  }
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  const event = last === '' ? null : JSON.parse(last);
  return event?.event === 'summary' && event.ended === 'done' ? event : null;
}

/** The `statements` of older reports count more than statements; those accepted and refused are the same everywhere. */
export function workOf({
  plans,
  refusals,
  discards,
  accepted,
  workerMs = 0,
  lookMs = 0,
}: Summary): Pick<Run, 'plans' | 'statements' | 'planShare' | 'workload'> {
  const counts = Object.entries(accepted).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    plans,
    statements: counts.reduce((sum, [, count]) => sum + count, refusals),
    planShare: lookMs === 0 ? 1 : workerMs / (workerMs + lookMs),
    workload: JSON.stringify({ plans, refusals, discards, counts }),
  };
}
