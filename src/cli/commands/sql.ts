// `dirt sql`: a script on a fresh simulated database, statement by statement.

import type { Command } from 'commander';
import { formatOutcome } from '../../dialect/index.ts';
import { carriedWorld, checkPlan } from '../../engines/index.ts';
import { DirtError } from '../../errors.ts';
import { readText } from '../../files/index.ts';
import { DIRECTIVE_FORMS, planOfScript, readScript, stepDirective, unrehearsed } from '../../plan/index.ts';
import { DEFAULT_FUEL } from '../../planning/index.ts';
import { Execution, refereeWith, type StepRecord } from '../../run/index.ts';
import { encodeRow, type Outcome } from '../../sql/index.ts';
import { print, printError, printJson, printProgress, printText } from '../console.ts';
import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';

interface Options {
  readonly engine: string;
  readonly execute?: string;
  readonly json?: boolean;
  readonly fuel: string;
}

export function sqlCommand(program: Command): void {
  program
    .command('sql')
    .description('run a SQL script on a fresh simulated database and print each outcome')
    .argument('[file]', 'the script; standard input if neither a file nor -e is given')
    .option('-e, --execute <sql>', 'the script itself')
    .option('--fuel <n>', 'how much work a statement may do before it counts as a hang', String(DEFAULT_FUEL))
    .option('--json', 'one JSON object per statement')
    .addHelpText(
      'after',
      `\nDirectives, as comments of the script:\n${DIRECTIVE_FORMS.map((f) => `  -- dirt: ${f}`).join('\n')}`,
    )
    .addOption(setting('engine'))
    .action(
      withProject(async (project, file: string | undefined, options: Options) => {
        const [script, fuel] = [scriptOf(file, options), fuelOf(options.fuel)];
        const engine = await project.engineNamed(options.engine, printProgress);
        const text = planOfScript(script, fuel, carriedWorld(engine));
        // The model knows statements as trees alone.
        const { plan, lost } = engine.name === 'model' ? await readScript(text) : { plan: text, lost: null };
        if (lost !== null) printError(`dirt: the model follows the script up to ${lost.sql}: ${lost.reason}`);
        checkPlan(engine, plan);
        const written = [...unrehearsed(text).steps];
        const execution = new Execution(unrehearsed(plan), engine, {
          opener: refereeWith().opener,
        });
        for await (const each of execution.records()) {
          const record = { ...each, test: each.test && written[each.at] };
          const { outcome } = record;
          if (outcome.kind === 'panic' && outcome.breach !== undefined)
            throw new DirtError('DIRT_PROGRAM_PROTOCOL', outcome.breach, `asked for: ${titleOf(record)}`);
          const isWorthALine = record.test !== undefined || record.outcome.kind !== 'rows';
          if (isWorthALine) showOutcome(titleOf(record), record.outcome, options.json);
        }
      }),
    );
}

function titleOf({ at, test }: StepRecord): string {
  if (test === undefined) return at < 0 ? '-- open' : '-- close';
  const { step, sql } = test;
  return sql ?? (step.do === 'askSqlite' ? step.sql : stepDirective(step)) ?? '';
}

function showOutcome(sql: string, outcome: Outcome, json = false): void {
  if (json) printJson(encodeOutcome(sql, outcome));
  else {
    printText(sql.startsWith('--') ? sql : `${sql};`);
    for (const line of formatOutcome(outcome)) print(`  ${line}`);
  }
}

function encodeOutcome(sql: string, outcome: Outcome): object {
  switch (outcome.kind) {
    case 'rows':
      return { sql, outcome: 'rows', rows: outcome.rows.map(encodeRow), changes: outcome.changes };
    case 'refused': {
      const { kind, ...refusal } = outcome;
      return { sql, outcome: kind, ...refusal };
    }
    case 'panic': {
      const { kind, ...panic } = outcome;
      return { sql, outcome: kind, ...panic };
    }
    default:
      return { sql, outcome: outcome.kind };
  }
}

function scriptOf(file: string | undefined, options: Options): string {
  if (options.execute !== undefined) {
    if (file === undefined) return options.execute;
    throw new DirtError('DIRT_USAGE', 'both a file and -e were given', 'give one of them');
  }
  return readText(file);
}

function fuelOf(text: string): number {
  const fuel = Number(text);
  if (Number.isSafeInteger(fuel) && fuel > 0 && fuel < 2 ** 31) return fuel;
  throw new DirtError(
    'DIRT_USAGE',
    `--fuel ${text} is not a positive integer below 2^31`,
    'e.g. --fuel 1000000',
  );
}
