// `dirt engines`: which engines there are, in which versions, and what each carries.

import type { Command } from 'commander';
import { BUILT_IN_ENGINES, type Engine } from '../../engines/index.ts';
import { DirtError } from '../../errors.ts';
import { print, printError, printJson, printProgress } from '../console.ts';
import { withProject } from '../options/with-project.ts';
import { enginesCheckCommand } from './engines-check.ts';

export function enginesCommand(program: Command): void {
  const engines = program
    .command('engines')
    .description('list the engines, their versions and the faults they carry faithfully')
    .option(
      '--engine <engine...>',
      'list these instead of those of the configuration and the built-in ones, e.g. turso@0.4.4',
    )
    .option('--json', 'one JSON object per engine')
    .action(
      withProject(async (project, options: { engine?: string[]; json?: boolean }) => {
        const names = new Set([...project.engineNames, ...BUILT_IN_ENGINES]);
        for (const name of options.engine ?? names) {
          const engine = await project.engineNamed(name, printProgress).catch((error) => {
            // An engine that cannot be loaded here must not hide the others; if it was asked for by name, that is an error.
            if (options.engine !== undefined || !(error instanceof DirtError)) throw error;
            printError(`dirt: ${name} is left out: ${error.message}`);
            return null;
          });
          if (engine === null) continue;
          if (options.json) printJson({ name: engine.name, version: engine.version, ...engine.abilities });
          else printEngine(engine);
        }
        if (!options.json) {
          print(
            'Other published versions are fetched on first use: turso@0.4.4, turso-native@0.6.1, sqlite@3.47.2.',
          );
          print('A local build: file:<path to a .wasm or .node file>.');
        }
      }),
    );
  enginesCheckCommand(engines);
}

function printEngine({ name, version, abilities }: Engine): void {
  print(`${name} ${version}`);
  print(`  faults         ${abilities.faults.join(', ') || 'none'}`);
  print(`  journal modes  ${abilities.journalModes.join(', ')}`);
  print(`  page sizes     ${abilities.pageSizes.join(', ')}`);
  print(`  connections    ${abilities.connections}`);
  print(
    `  deterministic  ${abilities.deterministic ? 'yes: same plan, same bytes' : 'no: real files and time'}`,
  );
  print();
}
