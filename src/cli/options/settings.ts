// The settings that the command line, the environment and the configuration share: one table, one precedence. Commander knows
// where a value comes from: default, config, env (DIRT_ and the option's name) or cli, in rising order.

import { availableParallelism } from 'node:os';
import { type Command, Option, type OptionValueSource } from 'commander';
import { type Config, MOST_STEPS, MOST_WORKERS } from '../../config/index.ts';
import { DEFAULT_REFERENCE } from '../../engines/index.ts';
import { MOST_CANDIDATES } from '../../find/index.ts';
import { LEDGER_FILE } from '../../ledger/index.ts';
import { defaultProfile, type Profile, profiles } from '../../planning/index.ts';
import { parseCount, parseDuration, parseUpTo, printDuration } from './parse.ts';
import { configuredProfile } from './profile-file.ts';

interface Setting {
  readonly flags: string;
  readonly about: string;
  readonly parse?: (text: string) => unknown;
  /** The inverse of `parse`. */
  readonly print?: (value: number) => string;
  /** The value if none is given. */
  readonly fallback?: string | number;
  /** What the configuration says. */
  readonly of?: (config: Config) => unknown;
}

export const DEFAULT_ENGINE = 'turso';
const ENGINES =
  'turso, turso@0.4.4, turso-native@0.7.2, sqlite, sqlite@3.54.1, file:<path>, or one of the configuration';

const SETTINGS = {
  engine: {
    flags: '--engine <engine>',
    about: ENGINES,
    fallback: DEFAULT_ENGINE,
    of: ({ engine }) => engine,
  },
  reference: {
    flags: '--reference <engine>',
    about: 'who decides when engine and model disagree: sqlite, sqlite@3.54.1, another engine, or none',
    fallback: DEFAULT_REFERENCE,
    of: ({ reference }) => reference,
  },
  seed: { flags: '--seed <seed>', about: 'repeats a campaign; drawn and printed if not given' },
  budget: {
    flags: '--budget <time>',
    about: 'how long to run: 60s, 5m, 1h; without end if only --plans is given',
    parse: parseDuration,
    print: printDuration,
    fallback: 60_000,
    of: ({ limits }) => limits?.budget,
  },
  plans: {
    flags: '--plans <n>',
    about: 'how many plans to run',
    parse: parseCount,
    of: ({ limits }) => limits?.plans,
  },
  steps: {
    flags: '--steps <n>',
    about: 'statements per plan, at least',
    parse: parseUpTo(MOST_STEPS),
    fallback: 100,
    of: ({ limits }) => limits?.steps,
  },
  workers: {
    flags: '--workers <n>',
    about: 'worker threads',
    parse: parseUpTo(MOST_WORKERS),
    fallback: availableParallelism(),
    of: ({ limits }) => limits?.workers,
  },
  shrinkLimit: {
    flags: '--shrink-limit <n>',
    about: 'how many smaller plans are tried for one finding',
    parse: parseCount,
    fallback: MOST_CANDIDATES,
    of: ({ limits }) => limits?.shrinkLimit,
  },
  bisectBudget: {
    flags: '--bisect-budget <time>',
    about: 'how long new bugs are tried on other versions that were fetched before; 0 for not at all',
    parse: parseDuration,
    print: printDuration,
    fallback: 10_000,
    of: ({ limits }) => limits?.bisectBudget,
  },
  profile: {
    flags: '--profile <name>',
    about: `what the plans are about: ${Object.keys(profiles).join(', ')}, a mixture of these (${defaultProfile.name}), or a .json file`,
    fallback: defaultProfile.name,
    of: configuredProfile,
  },
  ledger: {
    flags: '--ledger <file>',
    about: 'the file that says what the engine supports',
    fallback: LEDGER_FILE,
    of: ({ ledger }) => ledger,
  },
  bugs: {
    flags: '--bugs <folder>',
    about: 'the bug base',
    fallback: '.dirt/bugs',
    of: ({ bugs }) => bugs,
  },
  corpus: {
    flags: '--corpus <folder>',
    about: 'imported scripts, from which a quarter of the plans start if there are any; none for not at all',
    fallback: '.dirt/corpus',
  },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** The setting behind an option of a command. */
const settingOf = new WeakMap<Option, Setting>();

/** A setting as an option of a command. */
export function setting(name: SettingName): Option {
  const { flags, about, parse, print, fallback }: Setting = SETTINGS[name];
  const option = environmentOption(flags, about);
  if (parse !== undefined) option.argParser(parse);
  if (fallback !== undefined)
    option.default(fallback, typeof fallback === 'number' ? print?.(fallback) : undefined);
  settingOf.set(option, SETTINGS[name]);
  return option;
}

/** For a target that names an engine itself, such as a bug: only the command line replaces that one, not the configuration. */
export function engineInstead(about: string): Option {
  return environmentOption(SETTINGS.engine.flags, about);
}

/** An option that the environment can give: DIRT_ and its name. */
export function environmentOption(flags: string, about: string): Option {
  const option = new Option(flags, about);
  return option.env(`DIRT_${option.name().replaceAll('-', '_').toUpperCase()}`);
}

/** The value of a setting as a person would write it; null if nothing is set. */
export function printSetting(name: SettingName, value: unknown): string | number | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return (value as Profile).name;
  const { print }: Setting = SETTINGS[name];
  return print?.(value) ?? value;
}

/** The variable of the environment that gives a setting. */
export function environmentName(name: SettingName): string {
  return setting(name).envVar ?? '';
}

/** Fills in what the configuration says, for the command and those that it belongs to. */
export function applyConfig(config: Config, command: Command): void {
  for (let each: Command | null = command; each !== null; each = each.parent) {
    for (const option of each.options) {
      const { of, parse } = settingOf.get(option) ?? {};
      const given = of?.(config);
      const name = option.attributeName();
      if (given === undefined || rank(each.getOptionValueSource(name)) > rank('config')) continue;
      const value = parse !== undefined && typeof given === 'string' ? parse(given) : given;
      each.setOptionValueWithSource(name, value, 'config');
    }
  }
}

const SOURCES: readonly (OptionValueSource | undefined)[] = ['default', 'config', 'env', 'cli'];

function rank(source: OptionValueSource | undefined): number {
  return SOURCES.indexOf(source);
}

/** When a campaign ends: by budget or by plans, as the source of higher precedence says; by whichever comes first if both have the same. */
export function limitsOf(command: Command): { budgetMs: number | null; plans: number | null } {
  const { budget, plans } = command.opts<{ budget: number; plans?: number }>();
  const more = rank(command.getOptionValueSource('budget')) - rank(command.getOptionValueSource('plans'));
  return { budgetMs: more >= 0 ? budget : null, plans: more <= 0 ? (plans ?? null) : null };
}
