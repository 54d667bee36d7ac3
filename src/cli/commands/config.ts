// `dirt config`: every setting, and where its value comes from.

import { relative } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import type { Project } from '../../project/index.ts';
import { FAULT_NAMES } from '../../world/index.ts';
import { print, printJson } from '../console.ts';
import { profileNamed } from '../options/profile-file.ts';
import {
  environmentName,
  limitsOf,
  printSetting,
  SETTING_NAMES,
  type SettingName,
  setting,
} from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';

interface Line {
  readonly name: string;
  /** Null if nothing is set. */
  readonly value: string | number | readonly string[] | null;
  /** `default`, the configuration's file, the variable of the environment, `command line`, or a profile. */
  readonly source: string;
}

export function configCommand(program: Command): void {
  const command = program
    .command('config')
    .description('print every setting and where its value comes from; takes the options of `dirt run`')
    .option('--json', 'one JSON object per setting');
  for (const name of SETTING_NAMES) command.addOption(setting(name));
  command.action(
    withProject((project, options: { json?: boolean }) => {
      const lines = [...settingLines(project, command), ...configLines(project, command)];
      if (options.json) for (const line of lines) printJson(line);
      else printTable(lines);
    }),
  );
}

function settingLines(project: Project, command: Command): Line[] {
  const { budgetMs, plans } = limitsOf(command);
  return SETTING_NAMES.map((name) => {
    const line = {
      name,
      value: printSetting(name, command.getOptionValue(name)),
      source: sourceOf(name, project, command),
    };
    const isOff = (name === 'budget' && budgetMs === null) || (name === 'plans' && plans === null);
    return isOff && line.value !== null
      ? { ...line, value: null, source: `off: ${name === 'budget' ? 'plans' : 'budget'} counts more` }
      : line;
  });
}

function sourceOf(name: SettingName, { file }: Project, command: Command): string {
  switch (command.getOptionValueSource(name)) {
    case 'cli':
      return 'command line';
    case 'env':
      return environmentName(name);
    case 'config':
      return relative('', file ?? '');
    default:
      return 'default';
  }
}

/** What only the configuration says, and what comes from the profile otherwise. */
function configLines(project: Project, command: Command): Line[] {
  const { config, engineNames, propertyFiles } = project;
  const file = project.file === null ? 'default' : relative('', project.file);
  const profile = profileNamed(command.getOptionValue('profile'));
  const isConfigured = command.getOptionValueSource('profile') === 'config';
  const fromProfile = (said: Partial<Record<string, number>> | undefined, key: string): string =>
    isConfigured && said?.[key] !== undefined ? file : `profile ${profile.name}`;
  const rate = (group: keyof Config & ('workload' | 'faults'), key: string, value: number): Line => ({
    name: `${group}.${key}`,
    value,
    source: fromProfile(config[group], key),
  });
  const source = `profile ${profile.name}`;
  const mixed = profile.mixture?.map(({ profile: { name }, share }) => ({
    name: `mixture.${name}`,
    value: share,
    source,
  }));
  // The parts of a mixture differ, but for what the configuration says of all of them.
  const isSaid = (group: 'workload' | 'faults', key: string) =>
    mixed === undefined ||
    (config[group] as Partial<Record<string, number>> | undefined)?.[key] !== undefined;
  return [
    ...(mixed ?? []),
    ...Object.entries(profile.workload)
      .filter(([key]) => isSaid('workload', key))
      .map(([key, share]) => rate('workload', key, share)),
    ...FAULT_NAMES.filter((key) => isSaid('faults', key)).map((key) =>
      rate('faults', key, profile.perThousand[key]),
    ),
    { name: 'engines', value: engineNames, source: config.engines === undefined ? 'default' : file },
    {
      name: 'properties',
      value: propertyFiles.map((each) => relative('', each.file)),
      source: config.properties === undefined ? 'default' : file,
    },
  ];
}

function printTable(lines: readonly Line[]): void {
  const text = ({ value }: Line) => (Array.isArray(value) ? value.join(', ') || '-' : String(value ?? '-'));
  const nameWidth = Math.max(...lines.map(({ name }) => name.length));
  const valueWidth = Math.min(40, Math.max(...lines.map((line) => text(line).length)));
  for (const line of lines)
    print(`${line.name.padEnd(nameWidth)}  ${text(line).padEnd(valueWidth)}  ${line.source}`);
}
