// `--dump`: what a developer needs to see of a failing step: the files at that moment, what the model holds, and both query plans.

import { dialect, formatOutcome } from '../dialect/index.ts';
import { type Engine, titleOf } from '../engines/index.ts';
import { inside, writeText } from '../files/index.ts';
import { cutAfter } from '../find/index.ts';
import {
  expand,
  isVeto,
  type Plan,
  Rehearsal,
  type Step,
  stepAt,
  stepsOf,
  unrehearsed,
} from '../plan/index.ts';
import { Execution, execute } from '../run/index.ts';
import { encodeRow } from '../sql/index.ts';
import { print } from './console.ts';

export async function dump(
  folder: string,
  plan: Plan,
  at: number,
  engine: Engine,
  reference: Engine | null,
): Promise<void> {
  const write = (name: string, content: string | Uint8Array): void => {
    const path = inside(folder, name);
    writeText(path, content);
    print(`-- wrote ${path}`);
  };
  // The files as they are right after the failing step, before anything is closed.
  const execution = new Execution(unrehearsed(cutAfter(plan, at)), engine);
  for await (const record of execution.records()) if (record.at === at) break;
  for (const [name, bytes] of execution.disk.files()) write(name, bytes);
  write('model.json', `${JSON.stringify(modelTables(plan, at), null, 1)}\n`);
  const explained = withExplain(plan, at);
  if (explained === null) return;
  for (const one of reference === null ? [engine] : [engine, reference]) {
    const { records } = await execute(unrehearsed(explained), one);
    const outcome = records.find((record) => record.at === at)?.outcome;
    if (outcome)
      write(
        `explain-${titleOf(one).replace(/[^\w.@-]+/g, '-')}.txt`,
        `${formatOutcome(outcome, Number.POSITIVE_INFINITY).join('\n')}\n`,
      );
  }
}

/** The tables before the failing step, by the model. */
function modelTables(plan: Plan, at: number): object {
  const rehearsal = new Rehearsal();
  for (const { group, step } of stepsOf(plan).slice(0, Math.max(0, at))) {
    if (isVeto(rehearsal.step(step, group.draws))) break;
  }
  return rehearsal.view(0).tables.map((table) => ({
    table: table.name,
    knowledge: table.knowledge,
    columns: table.columns.map(({ name }) => name),
    rows: table.knowledge === 'exact' ? [...table.rows()].map(encodeRow) : null,
  }));
}

/** The plan with EXPLAIN in front of the failing statement; null if the failing step is none. */
function withExplain(plan: Plan, at: number): Plan | null {
  const found = stepAt(plan, at);
  if (found?.step.do !== 'run') return null;
  const { step, group } = found;
  const explain: Step = {
    ...step,
    statement: {
      kind: 'raw',
      sql: `EXPLAIN ${dialect.print(expand(step.statement, group.draws))}`,
      changes: [],
    },
    expect: 'any',
  };
  const cut = cutAfter(plan, at);
  const groups = cut.groups.map((each) => ({
    ...each,
    steps: each.steps.map((one) => (one === step ? explain : one)),
  }));
  return { ...cut, groups };
}
