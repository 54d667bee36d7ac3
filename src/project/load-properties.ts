// The properties that a project adds to those that come with DIRT. Exporting one from a file that the configuration names is
// registering it.

import { relative } from 'node:path';
import { configError } from '../config/index.ts';
import { DirtBug, DirtError } from '../errors.ts';
import { readText } from '../files/index.ts';
import { NOTATION_ENDING, readNotation } from '../notation/index.ts';
import { Discard } from '../planning/index.ts';
import { builtInProperties } from '../properties/index.ts';
import { loadSql, type Property } from '../property/index.ts';
import { filesMatching } from './glob.ts';
import { loadModule } from './load-module.ts';

export interface PropertyFile {
  /** Absolute. */
  readonly file: string;
  readonly properties: readonly Property[];
}

/** `config` is the configuration's file, `folder` where its patterns start. */
export async function loadPropertyFiles(
  patterns: readonly string[],
  config: string,
  folder: string,
): Promise<PropertyFile[]> {
  const files = new Set(
    patterns.flatMap((pattern) => {
      const matching = filesMatching(pattern, folder);
      if (matching.length > 0) return matching;
      throw configError(
        config,
        `properties: no file matches ${pattern}`,
        `the path starts at ${relative('', folder) || 'the working folder'}; write the file, or correct the path`,
      );
    }),
  );
  const loaded: PropertyFile[] = [];
  const owners = new Map(builtInProperties.map(({ name }) => [name, 'one that comes with DIRT']));
  for (const file of [...files].sort()) {
    const properties = await propertiesOf(file, folder);
    for (const { name } of properties) {
      const owner = owners.get(name);
      if (owner !== undefined)
        throw configError(
          relative('', file),
          `there is a second property ${name}, beside ${owner}`,
          'rename it',
        );
      owners.set(name, `the one in ${relative('', file)}`);
    }
    loaded.push({ file, properties });
  }
  return loaded;
}

/** Of TypeScript or JavaScript, or of the notation. Reports call a file of the notation by its path from the configuration. */
export async function propertiesOf(file: string, folder: string): Promise<readonly Property[]> {
  await loadSql();
  if (!file.endsWith(NOTATION_ENDING)) return propertiesIn(await loadModule(file), file);
  const called = relative(folder, file).replaceAll('\\', '/');
  return readNotation(readText(file), called).map((property) => guarded(property, file));
}

function propertiesIn(exported: Readonly<Record<string, unknown>>, file: string): Property[] {
  const properties = [...new Set(Object.values(exported))].filter(isProperty);
  if (properties.length > 0) return properties.map((property) => guarded(property, file));
  throw configError(
    relative('', file),
    'it exports no property',
    "write `export const mine = property('mine', { claims: 'One sentence.' }, ({ … }) => { … })`, or leave the file out of `properties`",
  );
}

function isProperty(value: unknown): value is Property {
  return typeof value === 'object' && value !== null && (value as Property).kind === 'property';
}

/** A body that throws is its author's mistake, and names the property. */
function guarded(property: Property, file: string): Property {
  return {
    ...property,
    body: (tools) => {
      try {
        property.body(tools);
      } catch (error) {
        if (error instanceof Discard || error instanceof DirtError || error instanceof DirtBug) throw error;
        const problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        throw configError(
          relative('', file),
          `the property ${property.name} throws ${problem}`,
          'correct it; --debug prints the stack',
          error,
        );
      }
    },
  };
}
