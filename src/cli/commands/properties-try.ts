// `dirt properties try`: what a property becomes, before it is tested: instances as SQL, and why attempts were discarded.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { dialect } from '../../dialect/index.ts';
import { DirtError } from '../../errors.ts';
import {
  connectionDirective,
  expand,
  type Group,
  type Step,
  skeletonOfCheck,
  statementDirectives,
  stepDirective,
} from '../../plan/index.ts';
import { instancesOf, suspicionOf, topReasons } from '../../planning/index.ts';
import { type Project, propertiesOf } from '../../project/index.ts';
import type { Property } from '../../property/index.ts';
import { visible } from '../../visible.ts';
import { counted } from '../../words.ts';
import { print } from '../console.ts';
import { parseCount } from '../options/parse.ts';
import { withProject } from '../options/with-project.ts';

interface TryOptions {
  readonly instances: number;
  readonly seed: string;
  readonly only?: string;
}

export function tryCommand(properties: Command): void {
  properties
    .command('try')
    .description('show instances of the properties of a file as SQL, and why attempts were discarded')
    .argument('<file>', 'as in properties/norec.dirt')
    .option('--instances <n>', 'how many of each property', parseCount, 10)
    .option('--seed <text>', 'other instances', '1')
    .option('--only <name>', 'only this property of the file')
    .action(withProject((project, file: string, options: TryOptions) => tryFile(project, file, options)));
}

async function tryFile(project: Project, file: string, { instances, seed, only }: TryOptions): Promise<void> {
  if (!existsSync(file)) throw new DirtError('DIRT_USAGE', `there is no file ${file}`, 'check the path');
  const folder = project.file === null ? process.cwd() : dirname(project.file);
  const properties = await propertiesOf(resolve(file), folder);
  const chosen = properties.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new DirtError(
      'DIRT_USAGE',
      `${file} has no property ${only}`,
      `it has ${properties.map(({ name }) => name).join(', ')}`,
    );
  for (const property of chosen) tryProperty(property, seed, instances);
}

function tryProperty(property: Property, seed: string, wanted: number): void {
  const { groups, statistics } = instancesOf(property, seed, wanted);
  print(`-- ${property.name}: ${property.claims}`);
  for (const [i, group] of groups.entries()) {
    print();
    print(`-- instance ${i + 1}`);
    for (const line of linesOf(group)) print(line);
  }
  const { drawn, discarded, vacuous } = statistics;
  const suspicion = suspicionOf(property);
  print();
  if (suspicion !== null) print(`-- ${suspicion}`);
  if (groups.length === 0) print('-- there is no instance: every attempt was discarded');
  const why = discarded === 0 ? '' : `: ${topReasons(statistics, MOST_REASONS)}`;
  print(`-- ${counted(drawn, 'attempt')}, ${discarded} discarded${why}`);
  print(
    `-- ${vacuous} of ${drawn - discarded} say nothing: they meet no rows, or a condition is the same for all`,
  );
  print();
}

const MOST_REASONS = 10;

function linesOf({ steps, draws }: Group): string[] {
  let on = 0;
  return steps.flatMap((step) => {
    const change = step.do === 'run' && step.on !== on ? [connectionDirective((on = step.on))] : [];
    return [...change, ...linesOfStep(step, draws)];
  });
}

function linesOfStep(step: Step, draws: Group['draws']): string[] {
  const place = 'source' in step && step.source !== undefined ? `  (${step.source})` : '';
  switch (step.do) {
    case 'run': {
      const sql = `${visible(dialect.print(expand(step.statement, draws)))};`;
      const refused = typeof step.expect === 'object' ? [`--   must be refused: ${step.expect.refused}`] : [];
      return [...statementDirectives(step), sql, ...refused];
    }
    case 'assert':
      return [`--   must hold: ${skeletonOfCheck(step.check)}${place}`];
    case 'inspect':
      return [`--   is looked at: ${step.what}${place}`];
    default:
      return [stepDirective(step) ?? ''];
  }
}
