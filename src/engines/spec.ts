// What an engine is called, wherever people write it or read it: `turso`, `turso@0.4.4`, `file:./build/turso.wasm`.

export type EngineSpec =
  /** One that comes with DIRT or is in the configuration, in the version that is there or in another. */
  | { readonly kind: 'named'; readonly name: string; readonly version?: string }
  /** A local build. */
  | { readonly kind: 'file'; readonly path: string };

/** The engine that runs every plan too, if no other is asked for. */
export const DEFAULT_REFERENCE = 'sqlite';

/** The engines that come with DIRT. */
export const BUILT_IN_ENGINES = ['turso', 'turso-native', 'sqlite', 'model', 'canary'] as const;
export type BuiltInEngine = (typeof BUILT_IN_ENGINES)[number];

/** In place of an engine where there may be none; no engine has this name. */
export const NO_ENGINE = 'none';

/** Names are written on command lines, as in name@version, and become names of files. */
export const ENGINE_NAME = /^[\w.-]+$/;

const FILE = 'file:';

/** The version of a local build is its place. */
const VERSION = /^(?:[^@]+|file:.+)$/;

/** A published version: a number, and not another kind of what npm takes (a range, a tag, an address) or a path. */
const PUBLISHED = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\da-z-]{1,32}(?:\.[\da-z-]{1,32}){0,8})?$/i;

export function isPublishedVersion(text: string): boolean {
  return PUBLISHED.test(text);
}

/** Null if it is no name of an engine. */
export function parseSpec(text: string): EngineSpec | null {
  if (text.startsWith(FILE)) {
    const path = text.slice(FILE.length);
    return path === '' ? null : { kind: 'file', path };
  }
  const at = text.indexOf('@');
  const [name, version] = at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  if (!ENGINE_NAME.test(name) || name === NO_ENGINE) return null;
  if (version === undefined) return { kind: 'named', name };
  return VERSION.test(version) ? { kind: 'named', name, version } : null;
}

export function printSpec(spec: EngineSpec): string {
  if (spec.kind === 'file') return FILE + spec.path;
  return spec.version === undefined ? spec.name : `${spec.name}@${spec.version}`;
}

/** A spec without the version: bugs belong to it. */
export function nameIn(text: string): string {
  const spec = parseSpec(text);
  return spec?.kind === 'named' ? spec.name : text;
}

/** How to ask for this engine in this version. */
function specOf({ name, version }: { readonly name: string; readonly version: string }): EngineSpec {
  const local = parseSpec(isBuiltIn(name) ? version : name);
  return local?.kind === 'file' ? local : { kind: 'named', name, version };
}

/** The version that a local build at this path has. */
export function versionOfFile(path: string): string {
  return printSpec({ kind: 'file', path });
}

/** An engine as it is called in messages, and can be asked for. */
export function titleOf(engine: { readonly name: string; readonly version: string }): string {
  return printSpec(specOf(engine));
}

export function isBuiltIn(name: string): name is BuiltInEngine {
  return (BUILT_IN_ENGINES as readonly string[]).includes(name);
}
