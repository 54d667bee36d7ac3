// The doc comments of properties, read from the files that define them: the sentence that a report prints, and the place.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtInProperties, families } from '../properties/index.ts';

export interface PropertyDoc {
  /** The claim, as one sentence; '' if the property has no doc comment. */
  readonly sentence: string;
  readonly file: string;
  readonly line: number;
}

const PROPERTY = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export const \w+ = property\(\s*'([^']+)'/g;

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

/** The sentence of a property, for reports; '' for a property that does not come with DIRT. */
export function sentenceOf(name: string): string {
  return builtInDocs().get(name)?.sentence ?? '';
}

/** What `dirt properties` lists. */
export function describeProperties() {
  const docs = builtInDocs();
  return builtInProperties.map(({ name, needs }) => {
    const { sentence = '', file = '', line = 0 } = docs.get(name) ?? {};
    return { name, sentence, needs, file, line };
  });
}
