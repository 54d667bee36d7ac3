// `dirt import`: tests of somebody's suite become what plans start from, and what they expect is compared with what others say.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Engine, titleOf } from '../../engines/index.ts';
import { DirtError, messageOf } from '../../errors.ts';
import { explained, fileError, readText } from '../../files/index.ts';
import {
  addToCorpus,
  type Disagreement,
  learned,
  readSuiteFile,
  type Speaker,
  SUITE_FILES,
} from '../../imports/index.ts';
import { counted } from '../../words.ts';
import { print, printError, printProgress } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';

interface Options {
  readonly engine: string;
  readonly reference: string;
  readonly corpus: string;
  readonly all?: boolean;
}

export function importCommand(program: Command): void {
  program
    .command('import')
    .description('take in your own tests: campaigns start from them, and what they expect is compared')
    .argument(
      '<files...>',
      `${SUITE_FILES.join(', ')} (sqllogictest, Turso's, or SQLite's in Tcl), or folders with such files`,
    )
    .addOption(setting('engine'))
    .addOption(setting('reference'))
    .addOption(setting('corpus'))
    .option('--all', 'print every difference, and what was left out')
    .action(
      withProject(async (project, paths: string[], options: Options) => {
        const engine = await project.engineNamed(options.engine, printProgress);
        const { reference } = await project.refereeNamed(options.reference);
        const tally = new Tally(engine, reference, options.all ?? false);
        for (const file of paths.flatMap(filesIn)) {
          const { scripts, leftOut } = readSuiteFile(file, readText(file));
          tally.leftOut(leftOut);
          for (const script of scripts) {
            const came = await learned(script, engine, reference).catch((error) =>
              tally.broken(script.name, error),
            );
            if (came === null) continue;
            tally.script(script.name, came);
            for (const piece of came.pieces) tally.piece(addToCorpus(options.corpus, script.name, piece));
          }
        }
        tally.summary(options.corpus);
      }),
    );
}

/** A file, or those in a folder that can be read, also in folders in it. */
function filesIn(path: string): string[] {
  return explained(
    () => {
      if (!statSync(path).isDirectory()) return [path];
      return readdirSync(path)
        .sort()
        .flatMap((name) => {
          const inside = join(path, name);
          const isFolder = statSync(inside).isDirectory();
          return isFolder || SUITE_FILES.some((ending) => name.endsWith(ending)) ? filesIn(inside) : [];
        });
    },
    (reason) => fileError('read', path, reason),
  );
}

/** Of each kind of difference, if not all are asked for. */
const MOST_SHOWN = 10;

type Came = Awaited<ReturnType<typeof learned>>;

class Tally {
  readonly #names: Readonly<Record<Speaker, string>>;
  readonly #showsAll: boolean;
  #scripts = 0;
  #used = 0;
  #statements = 0;
  #usable = 0;
  #checked = 0;
  #pieces = 0;
  #added = 0;
  #leftOut = 0;
  #fatal = 0;
  /** How often who says otherwise. */
  readonly #differences = new Map<string, number>();

  constructor(engine: Engine, reference: Engine | null, showsAll: boolean) {
    const other = reference === null ? '' : titleOf(reference);
    this.#names = { engine: titleOf(engine), reference: other, model: 'the model' };
    this.#showsAll = showsAll;
  }

  leftOut(what: readonly string[]): void {
    this.#leftOut += what.length;
    if (this.#showsAll) for (const each of what) print(`left out: ${each}`);
  }

  /** A mistake of DIRT's own costs one script. */
  broken(name: string, error: unknown): null {
    if (error instanceof DirtError) throw error;
    printError(`dirt: ${name} is left out, by a mistake of DIRT: ${messageOf(error)}`);
    process.exitCode = EXIT.dirtIsWrong;
    return null;
  }

  script(name: string, { pieces, statements, usable, checked, disagreements, fatal }: Came): void {
    this.#scripts++;
    if (pieces.length > 0) this.#used++;
    this.#statements += statements;
    this.#usable += usable;
    this.#checked += checked;
    if (fatal !== null) {
      this.#fatal++;
      print(`${name}: ${this.#names.engine} ends with ${fatal.how}`);
      print(`  ${fatal.sql.replace(/\s+/g, ' ')};`);
    }
    for (const each of disagreements) this.#disagreement(name, each);
  }

  #disagreement(name: string, { line, sql, wanted, given }: Disagreement): void {
    const speakers = Object.keys(given) as Speaker[];
    const key = speakers.map((speaker) => this.#names[speaker]).join(' and ');
    const times = (this.#differences.get(key) ?? 0) + 1;
    this.#differences.set(key, times);
    if (times > MOST_SHOWN && !this.#showsAll) return;
    print(`${name}:${line}: ${sql.replace(/\s+/g, ' ')};`);
    print(`  the test expects: ${wanted}`);
    for (const speaker of speakers) print(`  ${this.#names[speaker]}: ${given[speaker]}`);
  }

  piece(isNew: boolean): void {
    this.#pieces++;
    if (isNew) this.#added++;
  }

  summary(corpus: string): void {
    if (this.#scripts === 0)
      throw new DirtError(
        'DIRT_IMPORT_EMPTY',
        'there is no script in these files',
        `${this.#leftOut} were left out; --all lists them`,
      );
    const share = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`;
    print(
      `${counted(this.#scripts, 'script')}, ${this.#used} of which can be started from (${share(this.#used, this.#scripts)}), with ${this.#usable} of ${this.#statements} statements (${share(this.#usable, this.#statements)})`,
    );
    print(
      `${counted(this.#added, 'entry', 'entries')} added to ${corpus}, ${this.#pieces - this.#added} were there; ${counted(this.#leftOut, 'part')} of files left out`,
    );
    print(`${counted(this.#checked, 'expectation')} compared:`);
    for (const [who, times] of this.#differences) print(`  ${times} times otherwise: ${who}`);
    if (this.#differences.size === 0) print('  nobody says otherwise');
    if (this.#fatal > 0)
      print(`${counted(this.#fatal, 'script')} ended the engine: \`dirt shrink\` makes such a script small`);
  }
}
