// Which engine a project tests: one that comes with DIRT, or one of its own.

import { isBuiltIn, NO_ENGINE, parseSpec, printSpec } from '../engines/index.ts';
import { DirtError } from '../errors.ts';

export type EngineChoice =
  | { readonly kind: 'builtIn'; readonly spec: string }
  /** An object with the engine interface, or a program; the project gives it a name. */
  | { readonly kind: 'typescript' | 'program'; readonly name: string };

/** What can be answered, with an explanation. */
export const ENGINE_ANSWERS = {
  turso: 'Turso; turso@0.4.4 is a published version, file:<path> a local build',
  'turso-native': 'Turso as its native package',
  sqlite: 'SQLite',
  typescript: 'your own, as an object in TypeScript',
  program: 'your own, as a program in any language',
} as const;

/** `project` is the name of its folder, after which an engine of its own is called. */
export function engineChoice(answer: string, project: string): EngineChoice {
  if (answer === 'typescript' || answer === 'program') return { kind: answer, name: engineName(project) };
  const spec = parseSpec(answer);
  if (spec?.kind === 'file' || (spec !== null && Object.hasOwn(ENGINE_ANSWERS, spec.name)))
    return { kind: 'builtIn', spec: printSpec(spec) };
  throw new DirtError(
    'DIRT_INIT_ENGINE',
    `"${answer}" is no answer to which engine is tested`,
    `say ${Object.keys(ENGINE_ANSWERS).join(', ')}, a version as in turso@0.4.4, or file:<path to a local build>`,
  );
}

/** Not a name that something else has already. */
function engineName(project: string): string {
  const name = project
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return /^[a-z]/.test(name) && !isBuiltIn(name) && name !== NO_ENGINE ? name : 'mydb';
}
