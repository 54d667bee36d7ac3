// `dirt properties`: what is claimed of a database, and what each claim needs.

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { DirtError } from '../../errors.ts';
import { readText, writeText } from '../../files/index.ts';
import { propertyOfScript, staysInside, surroundingsOf } from '../../init/index.ts';
import { loadProject, type Project, type PropertyFile } from '../../project/index.ts';
import { families } from '../../properties/index.ts';
import { type Needs, script } from '../../property/index.ts';
import { print, printJson } from '../console.ts';
import { withProject } from '../options/with-project.ts';
import { tryCommand } from './properties-try.ts';

export function propertiesCommand(program: Command): void {
  const command = program
    .command('properties')
    .description('list the properties: what each claims, needs, and where it is defined')
    .option('--json', 'one JSON object per property')
    .action(
      withProject((project, options: { json?: boolean }) => {
        for (const { file, properties } of [...builtInFiles(), ...project.propertyFiles]) {
          const defined = relative('', file);
          for (const { name, claims, needs } of properties) {
            if (options.json) {
              printJson({ name, claims, needs, defined });
              continue;
            }
            print(name);
            print(`  ${claims}`);
            print(`  needs ${describeNeeds(needs)}; defined in ${defined}`);
            print();
          }
        }
      }),
    );
  command
    .command('new')
    .description('write a property that runs a script, in tables of its own, among everything else')
    .argument('<name>', 'as in rows-stay-whole')
    .argument('[script]', 'a file; standard input if none is given')
    .option('--claims <sentence>', 'what must hold', 'The statements do what SQL defines.')
    .option('--force', 'replace a file that is there')
    .action(
      withProject((project, name: string, script: string | undefined, options: NewOptions) =>
        newProperty(project, name, readText(script), options),
      ),
    );
  tryCommand(command);
}

interface NewOptions {
  readonly claims: string;
  readonly force?: boolean;
}

async function newProperty(project: Project, name: string, text: string, options: NewOptions): Promise<void> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new DirtError('DIRT_USAGE', `"${name}" is no name of a property`, 'as in rows-stay-whole');
  // Whether it can be one is told now, and not by the next run.
  await script(name, { claims: options.claims }, text);
  const folder = project.file === null ? '' : dirname(project.file);
  const path = join(folder, 'dirt', `${name}.property.ts`);
  if (existsSync(path) && !options.force)
    throw new DirtError(
      'DIRT_USAGE',
      `${relative('', path)} is there already`,
      'take another name, or --force',
    );
  staysInside(surroundingsOf(resolve(folder)).root, [path]);
  writeText(path, propertyOfScript(name, options.claims, text));
  print(`wrote ${relative('', path)}`);
  const { properties } = await loadProject(project.file);
  print(
    properties.some((each) => each.name === name)
      ? `\`npx dirt run --properties ${name}\` runs it alone`
      : "it is tested once dirt.config.ts says properties: 'dirt/**/*.property.ts'; `npx dirt init` writes one",
  );
}

/** A family of properties is the file of its name. */
function builtInFiles(): PropertyFile[] {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return Object.entries(families).map(([family, properties]) => ({
    file: fileURLToPath(new URL(`../../properties/${family}.${extension}`, import.meta.url)),
    properties: Object.values(properties),
  }));
}

function describeNeeds({ connections, faults }: Needs): string {
  const needs = [...(connections > 1 ? [`${connections} connections`] : []), ...faults];
  return needs.join(', ') || 'nothing special';
}
