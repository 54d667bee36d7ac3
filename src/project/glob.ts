// Files that a pattern names: `*` is anything within a name, `**` any folders, `?` one letter, `{a,b}` either.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Absolute paths, sorted; the pattern starts from the folder. Folders of packages and hidden ones are not looked into. */
export function filesMatching(pattern: string, folder: string): string[] {
  return [...new Set(alternatives(pattern).flatMap((one) => filesMatchingOne(one, folder)))].sort();
}

/** The pattern once for every choice that its braces leave. */
function alternatives(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (braces === null) return [pattern];
  const [before, after] = [pattern.slice(0, braces.index), pattern.slice(braces.index + braces[0].length)];
  return braces[1].split(',').flatMap((choice) => alternatives(before + choice + after));
}

function filesMatchingOne(pattern: string, folder: string): string[] {
  const parts = pattern.split('/');
  const wild = parts.findIndex((part) => /[*?]/.test(part));
  // Only what lies below the part without wildcards is looked at: repositories are large.
  const root = resolve(folder, parts.slice(0, wild < 0 ? parts.length : wild).join('/') || '.');
  if (!existsSync(root)) return [];
  if (wild < 0) return statSync(root).isFile() ? [root] : [];
  const wanted = regexOf(parts.slice(wild).join('/'));
  return filesBelow(root, '')
    .filter((path) => wanted.test(path))
    .map((path) => join(root, path));
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : filesBelow(root, path);
  });
}

const WILD: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};

function regexOf(pattern: string): RegExp {
  return new RegExp(
    `^${pattern.replace(/\*\*\/|\*\*|[*?.+^$()|[\]{}\\]/g, (special) => WILD[special] ?? `\\${special}`)}$`,
  );
}
