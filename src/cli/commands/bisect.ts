// `dirt bisect`: which published versions show a bug.

import type { Command } from 'commander';
import {
  canRun,
  type EngineSpec,
  packageOf,
  parseSpec,
  printSpec,
  publishedVersions,
} from '../../engines/index.ts';
import { DirtError } from '../../errors.ts';
import { retriedAs, shortened } from '../../find/index.ts';
import { judged } from '../../run/index.ts';
import { print, printProgress } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { setting } from '../options/settings.ts';
import { bugNamed } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';

export function bisectCommand(program: Command): void {
  program
    .command('bisect')
    .description('replay a bug on published versions: the last good and the first bad one')
    .argument('<bug>', 'a bug of the bug base')
    .option(
      '--versions <list>',
      'these versions, separated by commas, oldest first (default: all published ones)',
    )
    .addOption(setting('reference'))
    .addOption(setting('bugs'))
    .action(
      withProject(
        async (project, id: string, options: { versions?: string; bugs: string; reference: string }) => {
          const { plan, bug } = bugNamed(id, options.bugs);
          const spec = specWithVersions(bug.engine);
          const versions = options.versions?.split(',') ?? (await versionsOf(spec.name));
          const referee = await project.refereeNamed(options.reference);
          const verdicts: { version: string; fails: boolean }[] = [];
          for (const version of versions) {
            const engine = await project.engineNamed(printSpec({ ...spec, version }), printProgress);
            if (!canRun(engine, plan)) {
              print(`${version.padEnd(16)} cannot run it`);
              continue;
            }
            const { finding } = await judged(plan, engine, referee);
            const retried = retriedAs(bug, finding);
            if (retried === 'fails' || retried === 'passes')
              verdicts.push({ version, fails: retried === 'fails' });
            const why = retried === 'fails' || finding === null ? '' : `: ${shortened(finding.message, 60)}`;
            print(`${version.padEnd(16)} ${retried}${why}`);
          }
          const firstBad = verdicts.findIndex(({ fails }) => fails);
          if (firstBad < 0) print('No version shows it.');
          else
            print(
              `First bad: ${verdicts[firstBad].version}; last good before it: ${verdicts[firstBad - 1]?.version ?? 'none'}`,
            );
          process.exitCode = firstBad < 0 ? EXIT.nothingFound : EXIT.bugsFound;
        },
      ),
    );
}

function specWithVersions(engine: string): EngineSpec & { kind: 'named' } {
  const spec = parseSpec(engine);
  if (spec?.kind === 'named') return spec;
  throw new DirtError(
    'DIRT_USAGE',
    `${engine} is a local build, which has no other versions`,
    'replay the bug on another engine with `dirt replay --engine`',
  );
}

async function versionsOf(engine: string): Promise<readonly string[]> {
  const name = packageOf(engine);
  if (name !== null) return publishedVersions(name);
  throw new DirtError(
    'DIRT_USAGE',
    `${engine} has no published versions to go through`,
    'give them with --versions',
  );
}
