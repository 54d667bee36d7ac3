// `dirt shrink`: makes a stored plan as small as it gets while it still fails in the same way.

import { performance } from 'node:perf_hooks';
import type { Command } from 'commander';
import { titleOf } from '../../engines/index.ts';
import { writeText } from '../../files/index.ts';
import { commentedScript, investigate } from '../../find/index.ts';
import { encodePlan } from '../../plan/index.ts';
import { judged } from '../../run/index.ts';
import { print, printError, printText } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { parseDuration } from '../options/parse.ts';
import { type TargetOptions, targetNamed, targetOptions } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';

interface Options extends TargetOptions {
  readonly budget: number;
  readonly output?: string;
}

export function shrinkCommand(program: Command): void {
  const command = program
    .command('shrink')
    .description('make a failing plan small; Ctrl-C keeps the best so far')
    .argument('<plan>', 'a plan.json, a bug, a script.sql (- is standard input), or seed/index')
    .option('--budget <time>', 'how long to try', parseDuration, 60_000)
    .option('-o, --output <file>', 'where to write the small plan');
  targetOptions(command).action(
    withProject(async (project, name: string, options: Options) => {
      const { plan, engine, referee } = await targetNamed(project, name, options);
      const { finding } = await judged(plan, engine, referee);
      if (finding === null) {
        print(`${titleOf(engine)}: the plan passes, there is nothing to shrink`);
        return;
      }
      const deadline = performance.now() + options.budget;
      let interrupted = false;
      process.once('SIGINT', () => {
        interrupted = true;
      });
      let shown = '';
      const small = await investigate(plan, finding, {
        engine,
        referee,
        goOn: () => !interrupted && performance.now() < deadline,
        onProgress: ({ pass, statements }) => {
          const line = `dirt: ${pass}: ${statements} statements`;
          if (line !== shown) printError(line);
          shown = line;
        },
      });
      printText(commentedScript(small));
      print(
        `-- ${small.statementsBefore} statements shrunk to ${small.statements}, ${small.candidates} candidates`,
      );
      if (options.output) writeText(options.output, encodePlan(small.plan));
      process.exitCode = EXIT.bugsFound;
    }),
  );
}
