// Which reporters a command line asks for, and where each of them writes.

import { DirtError } from '../../errors.ts';
import type { CampaignEvent, MakeReporter, Reporter } from '../../events/index.ts';
import { didYouMean } from '../../json/index.ts';
import {
  appendingOutput,
  type ClosableOutput,
  fileOutput,
  type ReporterName,
  reporters,
} from '../../report/index.ts';
import { ciMode } from './ci.ts';

export interface ReportOptions {
  readonly reporter?: readonly string[];
  readonly json?: boolean;
  readonly ci?: boolean;
  readonly verbose?: boolean;
}

export interface Reports {
  tell(event: CampaignEvent): void;
  /** Completes what is written; to be called whatever happened. */
  end(): void;
}

interface Wanted {
  readonly name: string;
  /** Null: wherever this reporter writes by itself. */
  readonly file: string | null;
}

interface Opened {
  readonly reporter: Reporter;
  readonly output: ClosableOutput;
}

type Known = Readonly<Record<string, MakeReporter>>;

/** `own` are the project's. */
export function openReports(options: ReportOptions, own: Known): Reports {
  const known: Known = { ...reporters, ...own };
  const wanted = wantedBy(options, known);
  const { quiet } = ciMode(options.ci);
  const opened = wanted.map(({ name, file }): Opened => {
    const output = outputFor({ name, file }, wanted, quiet);
    return { reporter: known[name](output, { quiet, verbose: options.verbose ?? false }), output };
  });
  return reportsOf(opened);
}

/** One that cannot write any more is left out; the others go on, and the end tells of it. */
function reportsOf(opened: readonly Opened[]): Reports {
  let open = opened;
  let failure: unknown;
  const forEach = (act: (each: Opened) => void): void => {
    open = open.filter((each) => {
      try {
        act(each);
        return true;
      } catch (error) {
        failure ??= error;
        return false;
      }
    });
  };
  return {
    tell: (event) => forEach(({ reporter }) => reporter.event(event)),
    end() {
      forEach(({ reporter, output }) => {
        reporter.end?.();
        output.close();
      });
      open = [];
      if (failure !== undefined) throw failure;
    },
  };
}

function wantedBy({ reporter = [], json = false, ci }: ReportOptions, known: Known): Wanted[] {
  const wanted = reporter.map((text) => parseWanted(text, known));
  const add = (name: ReporterName): void => {
    if (!wanted.some((each) => each.name === name && each.file === null)) wanted.push({ name, file: null });
  };
  if (json) add('json');
  for (const name of ciMode(ci).reporters) add(name);
  // With reports in files only, the terminal still shows progress.
  if (!wanted.some(takesStandardOutput)) add('terminal');
  refuseSharing(wanted);
  return wanted;
}

function parseWanted(text: string, known: Known): Wanted {
  const [, name, file] = /^([^=]*)(?:=([\s\S]*))?$/.exec(text)!;
  const wrong = (problem: string, isName: boolean): DirtError => {
    const names = Object.keys(known);
    const otherwise = `use ${names.join(', ')}, or one with a file as in junit=report.xml`;
    return new DirtError('DIRT_REPORTER', problem, isName ? otherwise : didYouMean(name, names, otherwise));
  };
  if (!Object.hasOwn(known, name)) throw wrong(`there is no reporter "${name}"`, false);
  if (file === '') throw wrong(`--reporter ${text} names no file`, true);
  return { name, file: file ?? null };
}

function refuseSharing(wanted: readonly Wanted[]): void {
  const places = wanted.map((each) => each.file ?? (takesStandardOutput(each) ? 'standard output' : null));
  const shared = places.find((place, index) => place !== null && places.indexOf(place) < index);
  if (shared === undefined) return;
  const names = wanted.filter((_, index) => places[index] === shared).map(({ name }) => name);
  throw new DirtError(
    'DIRT_REPORTER_OUTPUT',
    `${names.join(' and ')} would both write to ${shared}`,
    `give each a file of its own, as in ${names.at(-1)}=report.txt`,
  );
}

/** The summary of a GitHub job, if there is one. */
function summaryOf({ name, file }: Wanted): string | null {
  return name === 'markdown' && file === null ? process.env.GITHUB_STEP_SUMMARY || null : null;
}

/** Annotations are lines of their own among those for people. */
function takesStandardOutput(wanted: Wanted): boolean {
  return wanted.file === null && wanted.name !== 'annotations' && summaryOf(wanted) === null;
}

function outputFor(wanted: Wanted, all: readonly Wanted[], plain: boolean): ClosableOutput {
  const summary = summaryOf(wanted);
  if (wanted.file !== null) return fileOutput(wanted.file);
  if (summary !== null) return appendingOutput(summary);
  // Output that a program reads must not be mixed with other text.
  const isForPeople = all.some(({ name, file }) => name === 'terminal' && file === null);
  const stream = wanted.name === 'annotations' && !isForPeople ? process.stderr : process.stdout;
  const { isTTY = false, columns = 80 } = stream;
  return {
    isTerminal: isTTY && !process.env.NO_COLOR && !plain,
    columns,
    write: (text) => {
      stream.write(text);
    },
    close: () => {},
  };
}
