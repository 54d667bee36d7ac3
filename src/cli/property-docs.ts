// The doc comments of properties, read from the files that define them: the sentence that a report prints, and the place.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PropertyFile } from '../project/load-properties.ts';
import { builtInProperties, families } from '../properties/index.ts';
import type { Property } from '../property/property.ts';

export interface PropertyDoc {
  /** The claim, as one sentence; '' if the property has no doc comment. */
  readonly sentence: string;
  readonly file: string;
  readonly line: number;
}

const PROPERTY =
  /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export const \w+ = property\(\s*['"`]([^'"`]+)['"`]/g;

/** What a file of properties says about them, by the property's name. */
function docsIn(file: string): Map<string, PropertyDoc> {
  const source = readFileSync(file, 'utf8');
  const docs = new Map<string, PropertyDoc>();
  for (const match of source.matchAll(PROPERTY)) {
    const [whole, comment = '', name] = match;
    const sentence = comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim();
    const line = source.slice(0, match.index + whole.indexOf('export const')).split('\n').length;
    docs.set(name, { sentence, file, line });
  }
  return docs;
}

let builtIn: Map<string, PropertyDoc> | undefined;

/** Of the properties that come with DIRT. The build keeps comments, so this works in its output too. */
function builtInDocs(): ReadonlyMap<string, PropertyDoc> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  builtIn ??= new Map(
    Object.keys(families).flatMap((family) => [
      ...docsIn(fileURLToPath(new URL(`../properties/${family}.${extension}`, import.meta.url))),
    ]),
  );
  return builtIn;
}

/** The sentence of each property that comes with DIRT or is in these files, for reports; '' of any other. */
export function sentencesOf(own: readonly PropertyFile[] = []): (name: string) => string {
  const docs = new Map([...builtInDocs(), ...own.flatMap(({ file }) => [...docsIn(file)])]);
  return (name) => docs.get(name)?.sentence ?? '';
}

/** What `dirt properties` lists. A property that is not written in the usual form has a file, but no line. */
export function describeProperties(own: readonly PropertyFile[] = []) {
  const describe = (docs: ReadonlyMap<string, PropertyDoc>, fallback: string) => (property: Property) => {
    const { sentence = '', file = fallback, line = 0 } = docs.get(property.name) ?? {};
    return { name: property.name, sentence, needs: property.needs, file, line };
  };
  return [
    ...builtInProperties.map(describe(builtInDocs(), '')),
    ...own.flatMap(({ file, properties }) => properties.map(describe(docsIn(file), file))),
  ];
}
