// `dirt properties`: what is claimed of a database, and what each claim needs.

import { relative } from 'node:path';
import type { Command } from 'commander';
import type { Needs } from '../../property/property.ts';
import { print } from '../console.ts';
import { withProject } from '../options/with-project.ts';
import { describeProperties } from '../property-docs.ts';

export function propertiesCommand(program: Command): void {
  program
    .command('properties')
    .description('list the properties: what each claims, needs, and where it is defined')
    .option('--json', 'one JSON object a property')
    .action(
      withProject((project, options: { json?: boolean }) => {
        for (const { name, sentence, needs, file, line } of describeProperties(project.propertyFiles)) {
          const place = relative('', file) + (line > 0 ? `:${line}` : '');
          if (options.json) {
            print(JSON.stringify({ name, sentence, needs, defined: place }));
            continue;
          }
          print(name);
          print(`  ${sentence}`);
          print(`  needs ${describeNeeds(needs)}; defined in ${place}`);
          print();
        }
      }),
    );
}

function describeNeeds({ connections, faults }: Needs): string {
  const needs = [...(connections > 1 ? [`${connections} connections`] : []), ...faults];
  return needs.join(', ') || 'nothing special';
}
