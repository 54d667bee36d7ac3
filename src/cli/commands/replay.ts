// `dirt replay`: one plan again, as often as you like, on any engine.

import type { Command } from 'commander';
import { titleOf } from '../../engines/index.ts';
import { commentedScript, replayed, retriedIn } from '../../find/index.ts';
import { judged, outcomesOf, type Verdict } from '../../run/index.ts';
import { print } from '../console.ts';
import { dump } from '../dump.ts';
import { EXIT } from '../exit-code.ts';
import { parseCount } from '../options/parse.ts';
import { type TargetOptions, targetNamed, targetOptions } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';

interface Options extends TargetOptions {
  readonly times: number;
  readonly dump?: string;
}

export function replayCommand(program: Command): void {
  const command = program
    .command('replay')
    .description('run one plan again; exits with 1 if it still fails, with 0 if it passes')
    .argument('<bug>', 'a bug of the bug base, a plan.json, or seed/index')
    .option('--times <n>', 'how often', parseCount, 1)
    .option(
      '--dump <folder>',
      'write the database files, the model’s tables and query plans of the failing step there',
    );
  targetOptions(command).action(
    withProject(async (project, name: string, options: Options) => {
      const { plan, bug, engine, referee } = await targetNamed(project, name, options);
      let failed = 0;
      let last: Verdict | null = null;
      for (let i = 0; i < options.times; i++) {
        last = bug ? await replayed(bug, plan, engine, referee) : await judged(plan, engine, referee);
        if (last.finding !== null) failed++;
      }
      if (last?.finding) {
        print(commentedScript({ plan, finding: last.finding, outcomes: outcomesOf(last.trace) }));
        if (options.dump) await dump(options.dump, plan, last.finding.at, engine, referee.reference);
      }
      const how = bug !== undefined && last?.finding ? retriedIn(bug, last).came : 'fails';
      print(`${titleOf(engine)}: ${failed === 0 ? 'passes' : `${how} ${failed} of ${options.times} times`}`);
      process.exitCode = failed > 0 ? EXIT.bugsFound : EXIT.nothingFound;
    }),
  );
}
