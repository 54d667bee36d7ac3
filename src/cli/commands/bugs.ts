// `dirt bugs`: what is in the bug base, what is fixed by now, what is muted.

import { basename } from 'node:path';
import type { Command } from 'commander';
import { DirtError } from '../../errors.ts';
import {
  afterRetry,
  type Bug,
  BugBase,
  bugTitle,
  canTry,
  describeVersions,
  engineOf,
  isOf,
  replayed,
  retriedIn,
  SEVERITIES,
  type StoredBug,
  textIn,
} from '../../find/index.ts';
import { isVeto, rehearse } from '../../plan/index.ts';
import type { Project } from '../../project/index.ts';
import { print, printError, printFailure, printJson, printProgress } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { engineInstead, setting } from '../options/settings.ts';
import { bugNamed } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';

export function bugsCommand(program: Command): void {
  const bugs = program
    .command('bugs')
    .description('list the bugs of the bug base by cause, the worst first')
    .addOption(setting('bugs'))
    .option('--json', 'one JSON object per bug')
    .action(
      withProject((_project, options: { bugs: string; json?: boolean }) => {
        const all = loadBugs(options.bugs).map(({ bug }) => bug);
        if (options.json) for (const bug of all) printJson(bug);
        else for (const line of causeLines(all)) print(line);
      }),
    );
  const folder = (): string => bugs.opts().bugs;

  bugs
    .command('show')
    .description('print the report of a bug')
    .argument('<id>')
    .action(
      withProject((_project, id: string) => {
        const base = new BugBase(folder());
        bugNamed(id, base.folder);
        print(textIn(base.pathOf(id), 'README.md').trimEnd());
      }),
    );

  verifyCommand(bugs, folder);

  bugs
    .command('mute')
    .description('do not report a bug any more, as long as it fails')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why, or where it is tracked')
    .action(
      withProject((_project, id: string, options: { reason: string }) => {
        const base = new BugBase(folder());
        const { bug } = bugNamed(id, base.folder);
        base.update({ ...bug, status: 'muted', reason: options.reason });
        print(`muted ${id}: ${options.reason}`);
      }),
    );

  mergeCommands(bugs, folder);

  bugs
    .command('rm')
    .description('remove a bug from the bug base')
    .argument('<id>')
    .action(
      withProject((_project, id: string) => {
        const base = new BugBase(folder());
        // What is damaged can be removed, too.
        if (!base.has(id)) bugNamed(id, base.folder);
        base.remove(id);
        print(`removed ${id}`);
      }),
    );

  doctorCommand(bugs, folder);
}

function doctorCommand(bugs: Command, folder: () => string): void {
  bugs
    .command('doctor')
    .description('mend bugs that are damaged; exits with 2 if any cannot be mended')
    .option('--remove', 'remove those that cannot be mended')
    .action(
      withProject((_project, options: { remove?: boolean }) => {
        const base = new BugBase(folder());
        let left = 0;
        for (const { folder: place, problem } of base.load().damaged) {
          const id = basename(place);
          if (base.mend(id, new Date().toISOString())) print(`mended ${id}: ${problem}`);
          else if (options.remove) {
            base.remove(id);
            print(`removed ${id}: ${problem}`);
          } else {
            left++;
            print(`cannot be mended: ${id}: ${problem}`);
          }
        }
        if (left === 0) return;
        throw new DirtError(
          'DIRT_BUG_BROKEN',
          `${left === 1 ? '1 bug is' : `${left} bugs are`} beyond mending`,
          'restore them, or remove them with `dirt bugs doctor --remove`',
        );
      }),
    );
}

function verifyCommand(bugs: Command, folder: () => string): void {
  bugs
    .command('verify')
    .description('replay all bugs and say which are fixed now; exits with 1 if any still fails')
    .addOption(engineInstead('on this engine instead of the one each was found in'))
    .addOption(setting('reference'))
    .action(
      withProject(async (project, options: { engine?: string; reference: string }) => {
        let open = 0;
        let refused = 0;
        const referee = await project.refereeNamed(options.reference);
        for (const { bug, plan } of loadBugs(folder())) {
          const spec = options.engine ?? specOrReason(project, bug);
          if (spec instanceof DirtError) {
            refused++;
            print(`${'unable'.padEnd(6)}  ${lineOf(bug)}`);
            printFailure(`${bug.id}: ${spec.message}`, spec.code);
            continue;
          }
          const engine = await project.engineNamed(spec, printProgress);
          const isTest = !isVeto(rehearse(plan));
          const isTried = isTest && canTry(bug, plan, engine, referee);
          const retried = isTried ? retriedIn(bug, await replayed(bug, plan, engine, referee)).came : null;
          if (retried !== null && retried !== 'passes') open++;
          if (isOf(bug, engine)) {
            const tried = afterRetry(bug, retried, engine.version);
            if (tried !== bug) new BugBase(folder()).update(tried);
          }
          print(`${(retried ?? (isTest ? 'unable' : 'void')).padEnd(6)}  ${lineOf(bug)}`);
        }
        process.exitCode = open > 0 ? EXIT.bugsFound : refused > 0 ? EXIT.misuse : EXIT.nothingFound;
      }),
    );
}

/** The engine of a bug, or why it is not taken from there: other bugs are tried all the same. */
function specOrReason(project: Project, bug: Bug): string | DirtError {
  try {
    return project.specOfBug(bug);
  } catch (error) {
    if (error instanceof DirtError) return error;
    throw error;
  }
}

/** What somebody says of causes is remembered. */
function mergeCommands(bugs: Command, folder: () => string): void {
  bugs
    .command('merge')
    .description('say that a bug is another entry of the same cause as a second one')
    .argument('<id>')
    .argument('<into>', 'the bug that it belongs to')
    .action(
      withProject((_project, id: string, into: string) => {
        const base = new BugBase(folder());
        const { bug } = bugNamed(id, base.folder);
        const { bug: other } = bugNamed(into, base.folder);
        const target = other.mergedInto ?? other.id;
        if (target === id)
          throw new DirtError('DIRT_USAGE', `${into} belongs to ${id} already`, 'merge the other way round');
        base.update({ ...bug, mergedInto: target });
        for (const each of loadBugs(base.folder).map((stored) => stored.bug))
          if (each.mergedInto === id) base.update({ ...each, mergedInto: target });
        print(`${id} belongs to ${target}`);
      }),
    );

  bugs
    .command('split')
    .description(
      'say that a bug is a cause of its own; one that was not merged holds several from now on, one per skeleton',
    )
    .argument('<id>')
    .action(
      withProject((_project, id: string) => {
        const base = new BugBase(folder());
        const { mergedInto, ...bug } = bugNamed(id, base.folder).bug;
        base.update(mergedInto === undefined ? { ...bug, isSplit: true } : bug);
        print(
          mergedInto === undefined
            ? `${id}: other skeletons are bugs of their own from now on`
            : `${id} no longer belongs to ${mergedInto}`,
        );
      }),
    );
}

/** What can be read; what cannot is named. */
export function loadBugs(folder: string): StoredBug[] {
  const { bugs, damaged } = new BugBase(folder).load();
  for (const { folder: place, problem } of damaged) printError(`dirt: skipped ${place}: ${problem}`);
  return bugs;
}

/** One line per cause, the worst first, and below it the entries that were merged into it. */
function causeLines(bugs: readonly Bug[]): string[] {
  const isCause = ({ mergedInto }: Bug) =>
    mergedInto === undefined || bugs.every(({ id }) => id !== mergedInto);
  const rank = ({ severity }: Bug) => SEVERITIES.indexOf(severity);
  const causes = bugs.filter(isCause).sort((a, b) => rank(a) - rank(b));
  return causes.flatMap((cause) => [
    `${cause.severity.padEnd(8)} ${lineOf(cause)}`,
    ...bugs
      .filter((bug) => !isCause(bug) && bug.mergedInto === cause.id)
      .map((bug) => `         + ${lineOf(bug)}`),
  ]);
}

function lineOf(bug: Bug): string {
  const versions = describeVersions(bug);
  const unfinished = bug.isUnfinished ? ' not shrunk to its end' : '';
  const state = `${bug.status === 'muted' ? ' muted' : ''}${unfinished}${versions === null ? '' : ` ${versions}`}`;
  return `${bug.id.padEnd(34)} ${engineOf(bug)}  ×${bug.timesSeen}${state}  ${bugTitle(bug, 60)}`;
}
