// `dirt replay`: one plan again, as often as you like, on any engine.

import { join } from 'node:path';
import type { Command } from 'commander';
import { titleOf } from '../../engines/index.ts';
import { DirtError } from '../../errors.ts';
import { explained, writeAtomically } from '../../files/index.ts';
import { commentedScript, replayed, retriedIn } from '../../find/index.ts';
import { printRecording, RECORDING_FILE, record } from '../../recording/index.ts';
import { type Finding, judged, outcomesOf, type Verdict } from '../../run/index.ts';
import { print, printText } from '../console.ts';
import { dump } from '../dump.ts';
import { EXIT } from '../exit-code.ts';
import { parseCount } from '../options/parse.ts';
import { type TargetOptions, targetNamed, targetOptions } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';
import { originalOf } from '../original-plan.ts';

interface Options extends TargetOptions {
  readonly times: number;
  readonly dump?: string;
  readonly record?: boolean;
}

export function replayCommand(program: Command): void {
  const command = program
    .command('replay')
    .description('run one plan again; exits with 1 if it still fails, with 0 if it passes')
    .argument(
      '<bug>',
      'a bug of the bug base, a plan.json, a script.sql (- is standard input), or seed/index',
    )
    .option('--times <n>', 'how often', parseCount, 1)
    .option(
      '--dump <folder>',
      'write the database files, the model’s tables and query plans of the failing step there',
    )
    .option(
      '--record',
      'store what it takes to step through the failure beside the plan, for `dirt report html` and `dirt ui`',
    );
  targetOptions(command).action(
    withProject(async (project, name: string, options: Options) => {
      const target = await targetNamed(project, name, options);
      const { plan, bug, engine, referee } = target;
      if (options.record && target.folder === undefined) throw notRecordable(name);
      let failed = 0;
      let last: Verdict | null = null;
      for (let i = 0; i < options.times; i++) {
        last = bug ? await replayed(bug, plan, engine, referee) : await judged(plan, engine, referee);
        if (last.finding !== null) failed++;
      }
      if (last?.finding) {
        printText(commentedScript({ plan, finding: last.finding, outcomes: outcomesOf(last.trace) }));
        if (options.record) await recordAgain(target, last.finding);
        if (options.dump) await dump(options.dump, plan, last.finding.at, engine, referee.reference);
      }
      const how = bug !== undefined && last?.finding ? retriedIn(bug, last).came : 'fails';
      print(`${titleOf(engine)}: ${failed === 0 ? 'passes' : `${how} ${failed} of ${options.times} times`}`);
      process.exitCode = failed > 0 ? EXIT.bugsFound : EXIT.nothingFound;
    }),
  );
}

/** Into the folder of the bug, with the plan as it was found if that still fails in the same way. */
async function recordAgain(
  { plan, engine, referee, folder = '' }: Awaited<ReturnType<typeof targetNamed>>,
  finding: Finding,
): Promise<void> {
  const found = originalOf(folder);
  const again = found && (await judged(found, engine, referee)).finding;
  const original = found && again ? { plan: found, failsAt: again.at } : null;
  const recording = await record({ plan, finding, original, engine, referee });
  const path = join(folder, RECORDING_FILE);
  // In place of a link, not through it.
  explained(
    () => writeAtomically(path, printRecording(recording)),
    (reason) => new DirtError('DIRT_RECORD', `cannot write ${path} (${reason})`, 'check its permissions'),
  );
  print(`-- wrote ${path}`);
}

function notRecordable(name: string): DirtError {
  return new DirtError(
    'DIRT_RECORD',
    `"${name}" lies in no folder that a recording could be written to`,
    'give --record with a bug of the bug base, or with a plan.json',
  );
}
