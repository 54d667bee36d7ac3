// `dirt completion` in the shells themselves: each is asked what may follow what is typed.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lacks } from '../lacks.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt } from './dirt.ts';

const cwd = temporaryFolder();
for (const id of ['wrong-1', 'wrong-2', 'panic-3'])
  mkdirSync(join(cwd, '.dirt/bugs', id), { recursive: true });

/** Prints the words that a shell offers for the last one of `typed`. */
const ASKED = {
  bash: (typed: readonly string[]) => `COMP_WORDS=(${quoted(typed)}); COMP_CWORD=${typed.length - 1}
_dirt; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Zsh filters what it is given only while somebody types.
  zsh: (typed: readonly string[]) => `words=(${quoted(typed)}); CURRENT=${typed.length}; _dirt`,
  fish: (typed: readonly string[]) => `complete -C '${typed.join(' ')}' | string split -f1 \\t`,
} as const;

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}

function offered(shell: keyof typeof ASKED, script: string, ...typed: string[]): string[] {
  const before = shell === 'zsh' ? 'compdef() {}; compadd() { shift; print -l -- "$@" }' : '';
  const flags = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell];
  const all = `${before}\n${script}\n${ASKED[shell](['dirt', ...typed])}`;
  const ran = spawnSync(shell, [...flags, '-c', all], { cwd, encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  return ran.stdout.split('\n').filter((word) => word.startsWith(typed.at(-1) ?? ''));
}

describe.each(['bash', 'zsh', 'fish'] as const)('completion in %s', (shell) => {
  it.skipIf(lacks(shell, `completion in ${shell}`))(
    'offers commands, options, their values, and ids of bugs',
    () => {
      const script = dirt(['completion', shell], { cwd }).out;
      expect(offered(shell, script, 'bu')).toEqual(['bugs']);
      expect(offered(shell, script, 'bugs', 's').sort()).toEqual(['show', 'split']);
      expect(offered(shell, script, 'run', '--stop').sort()).toEqual(['--stop-after']);
      expect(offered(shell, script, 'run', '--properties', 'tlp-h')).toEqual(['tlp-having']);
      expect(offered(shell, script, 'bugs', '--sort', 'se').sort()).toEqual(['seen', 'severity']);
      expect(offered(shell, script, 'replay', 'wrong').sort()).toEqual(['wrong-1', 'wrong-2']);
      expect(offered(shell, script, 'bugs', 'show', 'p')).toEqual(['panic-3']);
    },
  );
});
