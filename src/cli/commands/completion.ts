// `dirt completion bash|zsh|fish`: a script for the shell, made from the commands and options that there are.

import { Argument, type Command } from 'commander';
import { BUILT_IN_ENGINES } from '../../engines/index.ts';
import { profiles } from '../../planning/index.ts';
import { builtInProperties } from '../../properties/index.ts';
import { reporters } from '../../report/index.ts';
import { printText } from '../console.ts';

const SHELLS = { bash, zsh, fish } as const;

type Shell = keyof typeof SHELLS;

export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands, options, engines and bugs in a shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      "\nFor bash: source <(npx dirt completion bash); for zsh the same after compinit; for fish: npx dirt completion fish | source\nIt completes the command `dirt`: where it is not installed globally, alias dirt='npx dirt' makes it one.",
    )
    .action((shell: Shell) => printText(SHELLS[shell](wordsOf(program))));
}

interface Words {
  /** What may follow: a command such as `bugs mute`, '' for dirt itself, and its subcommands and options. */
  readonly commands: readonly { readonly path: string; readonly words: readonly string[] }[];
  /** What may follow an option. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** Commands that take a bug: its id is completed from the bug base. */
const TAKES_BUG = [
  ...['replay', 'bisect', 'shrink'],
  ...['show', 'mute', 'unmute', 'merge', 'split', 'rm'].map((name) => `bugs ${name}`),
];

function wordsOf(program: Command): Words {
  const commands: Words['commands'][number][] = [];
  const choices: Record<string, readonly string[]> = {};
  const visit = (command: Command, path: string): void => {
    for (const { long, argChoices } of command.options)
      if (long != null && argChoices !== undefined) choices[long] = argChoices;
    const words = [
      ...command.commands.map((each) => each.name()),
      ...command.options.flatMap(({ long }) => long ?? []),
    ];
    commands.push({ path, words });
    for (const each of command.commands) visit(each, `${path} ${each.name()}`.trim());
  };
  visit(program, '');
  return {
    commands,
    values: {
      ...choices,
      '--engine': BUILT_IN_ENGINES,
      '--reference': [...BUILT_IN_ENGINES, 'none'],
      '--profile': Object.keys(profiles),
      '--reporter': Object.keys(reporters),
      '--properties': builtInProperties.map(({ name }) => name),
    },
  };
}

/** Words of these lists hold no characters that a shell would take for its own. */
function caseLines(words: Words): string {
  return words.commands
    .map(({ path, words: next }) => `    '${path}') next='${next.join(' ')}' ;;`)
    .join('\n');
}

function valueLines({ values }: Words): string {
  return Object.entries(values)
    .map(([option, words]) => `    ${option}) next='${words.join(' ')}' ;;`)
    .join('\n');
}

/** Where they are if nobody says otherwise. */
const BUG_IDS = 'ls .dirt/bugs 2>/dev/null';

/** What may stand there: told from the word before it, and from the commands before it. The same in bash and zsh, where `path` and `words` are taken. */
function nextWords(words: Words): string {
  return `  where="\${where# }"
  case "$previous" in
${valueLines(words)}
  esac
  while [ -z "$next" ]; do
    case "$where" in
${caseLines(words)}
    esac
    case "$where" in ${bugPattern()}) next="$next $(${BUG_IDS})" ;; esac
    [ -n "$next" ] || [ -z "$where" ] && break
    case "$where" in *' '*) where="\${where% *}" ;; *) where='' ;; esac
  done`;
}

function bash(words: Words): string {
  return `# Completes dirt in bash.
_dirt() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" where='' word next=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; *) where="$where $word" ;; esac
  done
${nextWords(words)}
  COMPREPLY=($(compgen -W "$next" -- "$current"))
}
complete -F _dirt dirt`;
}

function bugPattern(): string {
  return TAKES_BUG.map((path) => `'${path}'`).join('|');
}

function zsh(words: Words): string {
  return `#compdef dirt
# Completes dirt in zsh.
_dirt() {
  local previous="\${words[CURRENT-1]}" where='' word next=''
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$word" in -*) break ;; *) where="$where $word" ;; esac
  done
${nextWords(words)}
  compadd -- \${=next}
}
compdef _dirt dirt`;
}

function fish({ commands, values }: Words): string {
  const lines = commands.flatMap(({ path, words }) => {
    const seen =
      path === ''
        ? '__fish_use_subcommand'
        : path
            .split(' ')
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join('; and ');
    const options = words
      .filter((word) => word.startsWith('--'))
      .map((word) => `complete -c dirt -n '${seen}' -l ${word.slice(2)}`);
    const names = words.filter((word) => !word.startsWith('--'));
    const bugs = TAKES_BUG.includes(path) ? [`complete -c dirt -n '${seen}' -f -a '(${BUG_IDS})'`] : [];
    return [
      ...(names.length > 0 ? [`complete -c dirt -n '${seen}' -f -a '${names.join(' ')}'`] : []),
      ...options,
      ...bugs,
    ];
  });
  const given = Object.entries(values).map(
    ([option, words]) => `complete -c dirt -l ${option.slice(2)} -x -a '${words.join(' ')}'`,
  );
  return ['# Completes dirt in fish.', ...lines, ...given].join('\n');
}
