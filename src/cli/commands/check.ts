// `dirt check`: a script statement by statement: what the engine did, and what the model and the reference expect of it.

import type { Command } from 'commander';
import { formatOutcome, formatRows, type Prediction } from '../../dialect/index.ts';
import { titleOf } from '../../engines/index.ts';
import { stepDirective, type TestStep, testOf } from '../../plan/index.ts';
import { execute, type Finding, failuresOf, judged, type Trace } from '../../run/index.ts';
import type { Outcome } from '../../sql/index.ts';
import { counted } from '../../words.ts';
import { print } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { type TargetOptions, targetNamed, targetOptions } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';
import { isClaimOfPlan } from '../own-mistakes.ts';

export function checkCommand(program: Command): void {
  const command = program
    .command('check')
    .description(
      'say of each statement of a script what the engine did, and what the model and the reference expect',
    )
    .argument('<script>', 'a script.sql (- is standard input), a plan.json, or a bug');
  targetOptions(command).action(
    withProject(async (project, name: string, options: TargetOptions) => {
      const { plan, engine, referee } = await targetNamed(project, name, options);
      const { opener, reference } = referee;
      const test = testOf(plan);
      const verdict = await judged(plan, engine, referee);
      const answers = reference && (await execute(test, reference, { opener }));
      const found = failuresOf(verdict);
      const other = reference === null ? null : titleOf(reference);
      for (const step of test.steps) {
        print(headOf(step));
        const here = found.filter(({ at }) => at === step.at);
        for (const line of linesOf(step, { trace: verdict.trace, answers, other, found: here }))
          print(`  ${line}`);
      }
      // What shows only when the engine is opened or closed belongs to no statement.
      for (const { at, message } of found) if (at < 0 || at >= test.steps.length) print(`! ${message}`);
      const { modelIsWrong, referenceIsWrong } = verdict;
      if (referenceIsWrong !== null)
        print(`! ${other} is wrong at statement ${referenceIsWrong.at + 1}: ${referenceIsWrong.message}`);
      const isModels = modelIsWrong !== null && !isClaimOfPlan(test.steps[modelIsWrong.at]);
      if (modelIsWrong !== null)
        print(
          `! ${isModels ? "DIRT's own model" : 'what the plan says'} is wrong at statement ${modelIsWrong.at + 1}: ${modelIsWrong.message}`,
        );
      print();
      print(
        `${titleOf(engine)}: ${found.length === 0 ? 'nothing is wrong' : `${counted(found.length, 'failure')} of the kind ${found.map(({ kind }) => kind).join(', ')}`}`,
      );
      if (isModels) process.exitCode = EXIT.dirtIsWrong;
      else if (found.length > 0) process.exitCode = EXIT.bugsFound;
    }),
  );
}

function headOf({ sql, step }: TestStep): string {
  if (sql !== undefined) return `${sql};`;
  return stepDirective(step) ?? `-- ${step.do === 'inspect' ? `look at ${step.what}` : step.do}`;
}

interface Answers {
  readonly trace: Trace;
  readonly answers: Trace | null;
  readonly other: string | null;
  readonly found: readonly Finding[];
}

function linesOf({ at, prediction }: TestStep, { trace, answers, other, found }: Answers): string[] {
  const outcome = outcomeAt(trace, at);
  if (outcome === undefined) return ['-- is not judged: what came before is wrong'];
  const own = formatOutcome(outcome);
  if (found.length === 0) return [...own, ...agreement(prediction, other)];
  const answer = answers === null ? undefined : outcomeAt(answers, at);
  return [
    ...own,
    ...found.map(({ message }) => `! ${message}`),
    ...said('the model', prediction === undefined ? ['says nothing of it'] : expectedLines(prediction)),
    ...(answer && other !== null ? said(other, formatOutcome(answer)) : []),
  ];
}

/** What is said where nothing is wrong. */
function agreement(prediction: Prediction | undefined, other: string | null): string[] {
  if (prediction === undefined) return [];
  switch (prediction.kind) {
    case 'undetermined':
      return [`-- SQL leaves it open: ${prediction.reason}`];
    case 'unknown':
      return [
        `-- ${other === null ? 'nobody was asked' : `as ${other} says`}; the model does not know: ${prediction.reason}`,
      ];
    default:
      return [`-- as the model${other === null ? '' : ` and ${other}`} say${other === null ? 's' : ''}`];
  }
}

function expectedLines(prediction: Prediction): string[] {
  switch (prediction.kind) {
    case 'rows':
      return prediction.rows.length === 0
        ? ['no rows']
        : formatRows(prediction.rows, Number.POSITIVE_INFINITY);
    case 'refused':
      return [
        `a refusal (${[prediction.class, prediction.constraint ?? []].flat().join(', ')}): ${prediction.message}`,
      ];
    case 'undetermined':
      return [`SQL leaves it open: ${prediction.reason}`];
    case 'unknown':
      return [`does not know: ${prediction.reason}`];
  }
}

function said(who: string, lines: readonly string[]): string[] {
  return [`! ${who}:`, ...lines.map((line) => `!   ${line}`)];
}

function outcomeAt({ records }: Trace, at: number): Outcome | undefined {
  return records.find((record) => record.at === at)?.outcome;
}
