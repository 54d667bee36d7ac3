// `dirt properties`: what is claimed of a database, and what each claim needs.

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { PropertyFile } from '../../project/index.ts';
import { families } from '../../properties/index.ts';
import type { Needs } from '../../property/index.ts';
import { print, printJson } from '../console.ts';
import { withProject } from '../options/with-project.ts';

export function propertiesCommand(program: Command): void {
  program
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
