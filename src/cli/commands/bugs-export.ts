// `dirt bugs export`: bugs as tests of the suite that a project has already.

import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { titleOf } from '../../engines/index.ts';
import { FORMAT_NAMES, FORMATS, type FormatName, failsOn, regressionTest } from '../../exports/index.ts';
import { writeText } from '../../files/index.ts';
import { type Bug, BugBase } from '../../find/index.ts';
import type { Plan } from '../../plan/index.ts';
import type { Project } from '../../project/index.ts';
import type { Referee } from '../../run/index.ts';
import { print, printError, printProgress } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { setting } from '../options/settings.ts';
import { bugNamed } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';

interface Options {
  readonly as: FormatName;
  readonly output: string;
  readonly reference: string;
}

export function exportCommand(bugs: Command, folder: () => string): void {
  bugs
    .command('export')
    .description('write bugs as tests that fail as long as they are there; exits with 2 if none can be')
    .argument('[ids...]', 'which; all if none are named')
    .addOption(
      new Option('--as <format>', FORMAT_NAMES.map((name) => `${name}: ${FORMATS[name].about}`).join('; '))
        .choices([...FORMAT_NAMES])
        .makeOptionMandatory(),
    )
    .option('-o, --output <folder>', 'where to', '.')
    .addOption(setting('reference'))
    .action(
      withProject(async (project, ids: string[], { as, output, reference }: Options) => {
        const stored =
          ids.length > 0 ? ids.map((id) => bugNamed(id, folder())) : new BugBase(folder()).load().bugs;
        const referee = await project.refereeNamed(reference);
        let written = 0;
        for (const { bug, plan } of stored) {
          const came = await exported(project, { bug, plan }, as, referee);
          if ('why' in came) {
            printError(`dirt: ${bug.id} is left out: ${came.why}`);
            continue;
          }
          written++;
          for (const [ending, text] of Object.entries(came.files)) {
            const path = join(output, `${bug.id}${ending}`);
            writeText(path, text);
            print(path);
          }
        }
        if (written === 0) process.exitCode = EXIT.misuse;
      }),
    );
}

async function exported(
  project: Project,
  stored: { readonly bug: Bug; readonly plan: Plan },
  as: FormatName,
  referee: Referee,
): Promise<{ readonly why: string } | { readonly files: Readonly<Record<string, string>> }> {
  const format = FORMATS[as];
  const test = await regressionTest(stored, referee, format);
  if ('why' in test) return test;
  if (!format.isPlan) {
    const engine = await project.engineNamed(project.specOfBug(stored.bug), printProgress);
    if (!(await failsOn(test, engine)))
      return { why: `as ${as} it passes on ${titleOf(engine)}: only the plan shows it (--as vitest)` };
  }
  return format.write(test);
}
