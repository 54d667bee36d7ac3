// `dirt engines check`: a doctor for adapters.

import { Argument, type Command } from 'commander';
import { checkup, type Examined, type Verdict } from '../../checkup/index.ts';
import { titleOf } from '../../engines/index.ts';
import { counted } from '../../words.ts';
import { print, printProgress } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { DEFAULT_ENGINE } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';

export function enginesCheckCommand(engines: Command): void {
  engines
    .command('check')
    .description(
      'try what DIRT needs of an engine and its adapter, one by one, and say how to mend what is wrong',
    )
    .addArgument(new Argument('[engine]', 'the one of the configuration if not given'))
    .action(
      withProject(async (project, name: string | undefined) => {
        const engine = await project.engineNamed(
          name ?? project.config.engine ?? DEFAULT_ENGINE,
          printProgress,
        );
        print(`${titleOf(engine)}`);
        const all: Examined[] = [];
        for await (const examined of checkup(engine)) {
          all.push(examined);
          for (const line of linesOf(examined)) print(line);
        }
        const wrong = all.filter(({ verdict }) => verdict === 'wrong').length;
        print(
          wrong === 0
            ? 'It can be tested.'
            : `${counted(wrong, 'complaint')}: mend what is wrong before you trust a quiet run.`,
        );
        process.exitCode = wrong === 0 ? EXIT.nothingFound : EXIT.bugsFound;
      }),
    );
}

const HEADS: Readonly<Record<Verdict, string>> = {
  ok: '  ok      ',
  note: '  note    ',
  wrong: '  WRONG   ',
  skipped: '  skipped ',
};

const INDENT = ' '.repeat(HEADS.ok.length);

function linesOf({ claim, verdict, complaint }: Examined): string[] {
  const { saw, means, mend } = complaint ?? {};
  return [
    `${HEADS[verdict]}${claim}`,
    ...(saw === undefined ? [] : saw.split('\n').map((line) => `${INDENT}  ${line}`)),
    ...(means === undefined ? [] : [`${INDENT}  it means: ${means}`]),
    ...(mend === undefined ? [] : [`${INDENT}  to mend it: ${mend}`]),
  ];
}
