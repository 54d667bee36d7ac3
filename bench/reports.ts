// Are the reports of a bug base good ones? Sizes of the minimal plans, whether each fails every time on its engine and passes on SQLite
// and the model, whether repro.sql shows it, and whether any two are the same bug.
//
//   npm run eval:reports -- <folder of bugs> …

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOutcome } from '../src/dialect/format-outcome.ts';
import type { Engine } from '../src/engines/engine.ts';
import { model } from '../src/engines/model.ts';
import { resolveEngine } from '../src/engines/resolve.ts';
import { sqlite } from '../src/engines/sqlite/sqlite.ts';
import { type Bug, engineOf } from '../src/find/bug.ts';
import { BugBase } from '../src/find/bug-base.ts';
import { type Plan, statementCount, stepsOf } from '../src/plan/plan.ts';
import { testOf } from '../src/plan/rehearse.ts';
import { planOfScript } from '../src/plan/script.ts';
import { unrehearsed } from '../src/plan/test-step.ts';
import { execute } from '../src/run/execute.ts';
import { judgeFully } from '../src/run/judge-fully.ts';
import { refereeWith } from '../src/run/referee.ts';

const TIMES = 10;
const FUEL = 100_000_000;

interface Report {
  readonly bug: Bug;
  readonly statements: number;
  readonly rows: number;
  readonly characters: number;
  readonly failures: number;
  readonly passes: boolean;
  /** repro.sql gives another outcome on SQLite. */
  readonly isShown: boolean;
  /** What repro.sql gives on the engine is what its comments say. */
  readonly isTrue: boolean;
}

async function fails(plan: Plan, engine: Engine, bug: Bug): Promise<boolean> {
  const { finding } = await judgeFully(testOf(plan), engine, {
    referee: refereeWith(),
    doublecheck: bug.kind === 'nondeterminism',
  });
  return finding?.signature === bug.signature;
}

/** What `dirt sql` prints, statement by statement; an engine that died prints no more. */
async function shown(script: string, engine: Engine): Promise<string[]> {
  const { records } = await execute(unrehearsed(planOfScript(script, FUEL)), engine, { opener: sqlite });
  return records.flatMap(({ outcome }) => formatOutcome(outcome, 8));
}

/** Whether the comments of a script say all this, in this order. */
function says(script: string, lines: readonly string[]): boolean {
  const comments = script.split('\n').flatMap((line) => (line.startsWith('--   ') ? [line.slice(5)] : []));
  let at = 0;
  for (const line of lines.flatMap((text) => text.split('\n'))) {
    while (at < comments.length && !comments[at].includes(line)) at++;
    if (at++ >= comments.length) return false;
  }
  return true;
}

async function reportOn(folder: string, bug: Bug, plan: Plan): Promise<Report> {
  const engine = await resolveEngine(engineOf(bug));
  let failures = 0;
  for (let i = 0; i < TIMES; i++) if (await fails(plan, engine, bug)) failures++;
  const passes = !(await fails(plan, sqlite, bug)) && !(await fails(plan, model, bug));
  const script = readFileSync(join(folder, bug.id, 'repro.sql'), 'utf8');
  const onEngine = await shown(script, engine);
  const sql = script.split('\n').filter((line) => !line.startsWith('--'));
  return {
    bug,
    statements: statementCount(plan),
    rows: insertedRows(plan),
    characters: sql.join('\n').trim().length,
    failures,
    passes,
    isShown: onEngine.join('\n') !== (await shown(script, sqlite)).join('\n'),
    isTrue: says(script, onEngine),
  };
}

function insertedRows(plan: Plan): number {
  let rows = 0;
  for (const { step } of stepsOf(plan)) {
    if (step.do !== 'run' || step.statement.kind !== 'insert') continue;
    const { source } = step.statement;
    rows += source.kind === 'values' ? source.rows.length : 1;
  }
  return rows;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function list(title: string, reports: readonly Report[]): void {
  print(`  ${title}: ${reports.length}`);
  for (const { bug, statements, characters } of reports) {
    print(`    ${bug.id}: ${statements} statements, ${characters} characters, ${bug.message.slice(0, 80)}`);
  }
}

const folders = process.argv.slice(2);
if (folders.length === 0) print('name at least one folder of bugs');
const reports: Report[] = [];
for (const folder of folders) {
  for (const { bug, plan } of new BugBase(folder).load().bugs)
    reports.push(await reportOn(folder, bug, plan));
}
const of = (measure: (report: Report) => number) => median(reports.map(measure));
print(`${reports.length} bugs`);
print(
  `  median: ${of((r) => r.statements)} statements, ${of((r) => r.rows)} rows, ${of((r) => r.characters)} characters`,
);
list(
  'more than 8 statements',
  reports.filter(({ statements }) => statements > 8),
);
list(
  `do not fail ${TIMES} times of ${TIMES}`,
  reports.filter(({ failures }) => failures < TIMES),
);
list(
  'do not pass on SQLite and the model',
  reports.filter(({ passes }) => !passes),
);
list(
  'not shown by repro.sql',
  reports.filter(({ isShown }) => !isShown),
);
list(
  'repro.sql says something else than it shows',
  reports.filter(({ isTrue }) => !isTrue),
);
const skeletons = new Map<string, Report[]>();
for (const report of reports) {
  const key = `${report.bug.engine} ${report.bug.skeleton}`;
  skeletons.set(key, [...(skeletons.get(key) ?? []), report]);
}
list('with the same SQL as another', [...skeletons.values()].filter((same) => same.length > 1).flat());
