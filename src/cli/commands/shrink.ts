// `dirt shrink`: makes a failing script or plan as small as it gets while it still fails in the same way, and files it as a bug.

import { performance } from 'node:perf_hooks';
import { type Command, Option } from 'commander';
import { type Engine, titleOf } from '../../engines/index.ts';
import { writeText } from '../../files/index.ts';
import {
  BugBase,
  bugTitle,
  commentedScript,
  type Investigated,
  investigate,
  storeBug,
} from '../../find/index.ts';
import { encodePlan, type Plan } from '../../plan/index.ts';
import type { Project } from '../../project/index.ts';
import { record } from '../../recording/index.ts';
import { type Finding, failuresOf, judged, type Referee, type Verdict } from '../../run/index.ts';
import { print, printError, printText } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { DEMAND_FORMS, withDemand } from '../options/demand.ts';
import { parseDuration } from '../options/parse.ts';
import { type TargetOptions, targetNamed, targetOptions } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';
import { isClaimOfPlan, ownMistakes } from '../own-mistakes.ts';

interface Options extends TargetOptions {
  readonly budget: number;
  readonly output?: string;
  readonly expect?: string;
  readonly failure?: string;
}

export function shrinkCommand(program: Command): void {
  const command = program
    .command('shrink')
    .description('make a failing script small and file it as a bug; Ctrl-C keeps the best so far')
    .argument('<script>', 'a script.sql (- is standard input), a plan.json, a bug, or seed/index')
    .option(
      '--expect <what>',
      `what the last statement must do, if model and reference cannot say: ${DEMAND_FORMS}`,
    )
    .option('--failure <text>', 'of several failures, the one of this kind, or whose message has this text')
    .addOption(
      new Option('--budget <time>', 'how long to try').argParser(parseDuration).default(60_000, '1m'),
    )
    .option('-o, --output <file>', 'where to write the small plan');
  targetOptions(command).action(
    withProject(async (project, name: string, options: Options) => {
      const { plan: given, engine, referee: usual, bug } = await targetNamed(project, name, options);
      const { expect } = options;
      const { plan, referee, keepsOutcome } =
        expect === undefined
          ? { plan: given, referee: usual, keepsOutcome: false }
          : await withDemand(given, expect, usual);
      const verdict = await judged(plan, engine, referee);
      const finding = chosenOf(verdict, options);
      if (finding === null) {
        print(`${titleOf(engine)}: ${whyNone(verdict, options)}`);
        if (isModelWrong(verdict)) process.exitCode = EXIT.dirtIsWrong;
        return;
      }
      const deadline = performance.now() + options.budget;
      let interrupted = false;
      process.once('SIGINT', () => {
        interrupted = true;
      });
      let shown = '';
      const small = await investigate(plan, finding, {
        engine,
        referee,
        keepsOutcome,
        goOn: () => !interrupted && performance.now() < deadline,
        onProgress: ({ pass, statements }) => {
          const line = `dirt: ${pass}: ${statements} statements`;
          if (line !== shown) printError(line);
          shown = line;
        },
      });
      printText(commentedScript(small));
      print(
        `-- ${small.statementsBefore} statements shrunk to ${small.statements}, ${small.candidates} candidates`,
      );
      if (options.output) writeText(options.output, encodePlan(small.plan));
      if (bug === undefined) await file(project, small, { plan, finding }, { engine, referee }, options.bugs);
      process.exitCode = small.outvoted === 'model' ? EXIT.dirtIsWrong : EXIT.bugsFound;
    }),
  );
}

/** The failure to shrink: the first, or the one that is asked for. What DIRT gets wrong itself blames nobody. */
function chosenOf(verdict: Verdict, { expect, failure }: Options): Finding | null {
  if (verdict.modelIsWrong !== null) return null;
  const all = failuresOf(verdict);
  // What is demanded is demanded of the last statement.
  const asked = expect === undefined ? all : all.filter(({ at }) => at === verdict.trace.records.at(-1)?.at);
  if (failure === undefined) return asked[0] ?? null;
  return asked.find(({ kind, message }) => kind === failure || message.includes(failure)) ?? null;
}

/** And not what somebody has written into the plan. */
function isModelWrong({ modelIsWrong, trace }: Verdict): boolean {
  if (modelIsWrong === null) return false;
  return !isClaimOfPlan(trace.records.find(({ at }) => at === modelIsWrong.at)?.test);
}

function whyNone(verdict: Verdict, { expect }: Options): string {
  const { modelIsWrong } = verdict;
  if (modelIsWrong !== null) {
    const who = isModelWrong(verdict) ? "DIRT's own model" : 'what the plan says';
    return `${who} is wrong there: ${modelIsWrong.message}`;
  }
  const others = failuresOf(verdict).map(({ kind, message }) => `${kind}: ${message}`);
  if (others.length > 0) return `nothing fails in this way; what fails is ${others.join('; ')}`;
  return expect === undefined
    ? 'the plan passes, there is nothing to shrink'
    : 'the last statement does what is expected, there is nothing to shrink';
}

async function file(
  project: Project,
  small: Investigated,
  original: { readonly plan: Plan; readonly finding: Finding },
  { engine, referee }: { readonly engine: Engine; readonly referee: Referee },
  bugs: string,
): Promise<void> {
  const recording = await record({
    plan: small.plan,
    finding: small.finding,
    original: { plan: original.plan, failsAt: original.finding.at },
    engine,
    referee,
  });
  const { name, version, build } = engine;
  const { judge, property } = small.finding;
  const claims =
    judge === 'property' ? (project.properties.find(({ name }) => name === property)?.claims ?? '') : '';
  const about = { engine: name, version, ...(build && { build }), claims };
  const now = new Date().toISOString();
  const base = small.outvoted === 'model' ? ownMistakes(bugs) : new BugBase(bugs);
  const { bug, isNew, folder } = storeBug(base, { ...small, recording }, about, now);
  print(`-- ${isNew ? 'new' : 'known'} bug ${bug.id}: ${bugTitle(bug)}`);
  print(`-- ${folder}`);
}
