// `dirt bugs`: what is in the bug base, what is fixed by now, what is muted.

import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { DirtError } from '../../errors.ts';
import {
  afterRetry,
  type Bug,
  BugBase,
  canTry,
  isOf,
  muted,
  replayed,
  retriedIn,
  SEVERITIES,
  type StoredBug,
  textIn,
  unmuted,
} from '../../find/index.ts';
import { readHistory } from '../../history/index.ts';
import { didYouMean } from '../../json/index.ts';
import { isVeto, rehearse } from '../../plan/index.ts';
import type { Project } from '../../project/index.ts';
import { type BugRow, bugTable } from '../../report/index.ts';
import { counted } from '../../words.ts';
import {
  outputWidth,
  print,
  printError,
  printFailure,
  printJson,
  printProgress,
  printText,
} from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { parseDuration } from '../options/parse.ts';
import { engineInstead, setting } from '../options/settings.ts';
import { bugNamed } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';
import { exportCommand } from './bugs-export.ts';
import { mergeCommands } from './bugs-merge.ts';

export function bugsCommand(program: Command): void {
  const bugs = program
    .command('bugs')
    .description('list the bugs of the bug base by cause, the worst first')
    .addOption(setting('bugs'))
    .option('--kind <kind>', 'only bugs of this kind, or of this severity')
    .option('--new', 'only bugs that the last run found')
    .option('--since <when>', 'only bugs first seen since then: a date, or a time ago such as 2h or 3d')
    .addOption(new Option('--sort <by>', 'the order').choices(Object.keys(ORDERS)).default('severity'))
    .option('--json', 'one JSON object per bug')
    .action(withProject((_project, options: ListOptions) => list(options)));
  const folder = (): string => bugs.opts().bugs;
  /** The bug that is meant by an id or the beginning of one. */
  const named = (id: string): Bug => bugNamed(id, folder()).bug;

  bugs
    .command('show')
    .description('print the report of a bug')
    .argument('<id>')
    .action(
      withProject((_project, id: string) => {
        const { id: whole } = named(id);
        const text = textIn(new BugBase(folder()).pathOf(whole), 'README.md').trimEnd();
        // What keeps GitHub from making links means nothing here.
        printText(text.replaceAll('<!-- -->', ''));
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
        const bug = named(id);
        new BugBase(folder()).update(muted(bug, options.reason));
        print(`muted ${bug.id}: ${options.reason}`);
      }),
    );

  bugs
    .command('unmute')
    .description('report a bug again')
    .argument('<id>')
    .action(
      withProject((_project, id: string) => {
        const bug = named(id);
        new BugBase(folder()).update(unmuted(bug));
        print(bug.status === 'muted' ? `${bug.id} is reported again` : `${bug.id} was not muted`);
      }),
    );

  exportCommand(bugs, folder);
  mergeCommands(bugs, folder);

  bugs
    .command('rm')
    .description('remove a bug from the bug base')
    .argument('<id>')
    .action(
      withProject((_project, id: string) => {
        const base = new BugBase(folder());
        // What is damaged can be removed, too.
        const whole = base.has(id) ? id : named(id).id;
        base.remove(whole);
        print(`removed ${whole}`);
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

interface ListOptions {
  readonly bugs: string;
  readonly kind?: string;
  readonly new?: boolean;
  readonly since?: string;
  readonly sort: keyof typeof ORDERS;
  readonly json?: boolean;
}

function list(options: ListOptions): void {
  const all = loadBugs(options.bugs).map(({ bug }) => bug);
  const chosen = all.filter(wanted(options));
  if (options.json) for (const bug of sorted(chosen, options.sort)) printJson(bug);
  else if (chosen.length === 0) print(noneOf(all, options));
  else for (const line of causeLines(chosen, options.sort)) print(line);
}

/** Which bugs the options ask for. */
function wanted({ kind, new: isNew, since, bugs }: ListOptions): (bug: Bug) => boolean {
  const last = isNew ? new Set(readHistory(bugs).at(-1)?.new) : null;
  const from = since === undefined ? null : momentOf(since);
  return (bug) =>
    (kind === undefined || bug.kind === kind || bug.severity === kind) &&
    (last === null || last.has(bug.id)) &&
    (from === null || Date.parse(bug.firstSeen) >= from);
}

const DAY_MS = 86_400_000;

/** A date, or a time ago. */
function momentOf(text: string): number {
  const days = /^(\d+(?:\.\d+)?)d$/.exec(text);
  if (days !== null) return Date.now() - Number(days[1]) * DAY_MS;
  if (/^\d+(?:\.\d+)?(?:ms|s|m|h)$/.test(text)) return Date.now() - parseDuration(text);
  const date = Date.parse(text);
  if (!Number.isNaN(date)) return date;
  throw new DirtError('DIRT_USAGE', `"${text}" is no date`, 'write a date such as 2026-01-31, or 2h or 3d');
}

const rank = ({ severity }: Bug) => SEVERITIES.indexOf(severity);

const ORDERS = {
  severity: (a, b) => rank(a) - rank(b),
  statements: (a, b) => a.statements - b.statements,
  seen: (a, b) => b.timesSeen - a.timesSeen,
  first: (a, b) => Date.parse(b.firstSeen) - Date.parse(a.firstSeen),
  last: (a, b) => Date.parse(b.lastSeen) - Date.parse(a.lastSeen),
  id: (a, b) => (a.id < b.id ? -1 : 1),
} as const satisfies Record<string, (a: Bug, b: Bug) => number>;

function sorted(bugs: readonly Bug[], by: keyof typeof ORDERS): Bug[] {
  return [...bugs].sort(ORDERS[by]);
}

/** What came of a bug stands before it. */
const CAME_WIDTH = 'fails otherwise  '.length;

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
        const stored = loadBugs(folder());
        const room = outputWidth() - CAME_WIDTH;
        const [heads = '', ...rows] = bugTable(stored, { width: room, isWhole: true });
        const say = (came: string, row: string) =>
          print(`${came.split(' that ', 1)[0].padEnd(CAME_WIDTH)}${row}`);
        if (stored.length > 0) say('', heads);
        for (const [at, { bug, plan }] of stored.entries()) {
          const spec = options.engine ?? specOrReason(project, bug);
          if (spec instanceof DirtError) {
            refused++;
            say('unable', rows[at]);
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
          say(retried ?? (isTest ? 'unable' : 'void'), rows[at]);
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

/** What can be read; what cannot is named. */
export function loadBugs(folder: string): StoredBug[] {
  const { bugs, damaged } = new BugBase(folder).load();
  for (const { folder: place, problem } of damaged) printError(`dirt: skipped ${place}: ${problem}`);
  return bugs;
}

/** Why the list is empty. */
function noneOf(all: readonly Bug[], { bugs, kind }: ListOptions): string {
  if (all.length === 0) return `There are no bugs in ${bugs}: \`npx dirt run\` looks for some.`;
  const kinds = [...new Set(all.flatMap((bug) => [bug.kind, bug.severity]))].sort();
  if (kind !== undefined && !kinds.some((each) => each === kind))
    return `No bug in ${bugs} is of the kind "${kind}": ${didYouMean(kind, kinds, `there are ${kinds.join(', ')}`)}`;
  return `None of the ${counted(all.length, 'bug')} in ${bugs} is as these options say.`;
}

/** One line per cause, and below it the entries that were merged into it. */
function causeLines(bugs: readonly Bug[], by: keyof typeof ORDERS): string[] {
  const isCause = ({ mergedInto }: Bug) =>
    mergedInto === undefined || bugs.every(({ id }) => id !== mergedInto);
  const rows = sorted(bugs.filter(isCause), by).flatMap((cause): BugRow[] => [
    { bug: cause },
    ...bugs
      .filter((bug) => !isCause(bug) && bug.mergedInto === cause.id)
      .map((bug) => ({ bug, mark: ENTRY })),
  ]);
  return bugTable(rows, { width: outputWidth(), isWhole: true });
}

/** The row belongs to the one above it. */
const ENTRY = '+';
