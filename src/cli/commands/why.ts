// `dirt why`: after which step of a plan its failure is certain, whatever comes then.

import type { Command } from 'commander';
import { titleOf } from '../../engines/index.ts';
import { certainAfter } from '../../find/index.ts';
import { stepDirective, type TestStep, testOf } from '../../plan/index.ts';
import { judged } from '../../run/index.ts';
import { print, printError } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { parseCount } from '../options/parse.ts';
import { type TargetOptions, targetNamed, targetOptions } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';
import { originalOf } from '../original-plan.ts';

interface Options extends TargetOptions {
  readonly times: number;
}

export function whyCommand(program: Command): void {
  const command = program
    .command('why')
    .description(
      'vary what comes after each step of a failing plan, and say after which its failure is certain',
    )
    .argument(
      '<bug>',
      'a bug, as it was found; a plan.json, a script.sql (- is standard input), or seed/index',
    )
    .option('--times <n>', 'how many variations of what follows a step', parseCount, 8);
  targetOptions(command).action(
    withProject(async (project, name: string, options: Options) => {
      const { plan: named, engine, referee, folder } = await targetNamed(project, name, options);
      const plan = (folder === undefined ? null : originalOf(folder)) ?? named;
      const { finding } = await judged(plan, engine, referee);
      if (finding === null) {
        print(`${titleOf(engine)}: the plan passes, there is nothing to explain`);
        return;
      }
      const { steps } = testOf(plan);
      const numberOf = (at: number) => steps.slice(0, at + 1).filter(({ sql }) => sql !== undefined).length;
      print(
        `The plan has ${numberOf(steps.length)} statements and fails at statement ${numberOf(finding.at)}: ${finding.message}`,
      );
      if (steps[finding.at] !== undefined) print(`  ${textOf(steps[finding.at])}`);
      const certain = await certainAfter(plan, finding, {
        engine,
        referee,
        times: options.times,
        seed: 'why',
        onVaried: ({ kept, failed, of }) =>
          printError(`dirt: ${failed} of ${of} variations fail with ${numberOf(kept)} statements kept`),
      });
      print();
      if (certain < 0)
        print(
          'The failure is certain from the beginning: it needs nothing but the group of statements that fails.',
        );
      else if (certain === finding.at - 1)
        print(
          'The failure is not certain before the statement that fails: all of what is before it decides.',
        );
      else {
        print(
          `The failure is certain after statement ${numberOf(certain)}, whatever follows up to the one that fails:`,
        );
        print(`  ${textOf(steps[certain])}`);
      }
      process.exitCode = EXIT.bugsFound;
    }),
  );
}

function textOf({ sql, step }: TestStep): string {
  return sql === undefined ? (stepDirective(step) ?? `-- ${step.do}`) : `${sql};`;
}
