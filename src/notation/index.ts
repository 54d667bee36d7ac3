// The door of notation/: others import only this.

import { DirtError } from '../errors.ts';
import { type Property, property } from '../property/index.ts';
import { type Checked, check } from './check.ts';
import { Instance } from './instance.ts';
import { act } from './interact.ts';
import { needsOf } from './needs.ts';
import { parseNotation } from './parse.ts';
import { asMistake, NotationProblem, placeIn } from './problem.ts';
import type { NotationText, PropertyText } from './syntax.ts';

/** What files of properties in the notation are called. */
export const NOTATION_ENDING = '.dirt';

/** The properties of a text. `file` is what reports call it; what reads SQL must have been loaded. */
export function readNotation(text: string, file: string): Property[] {
  const { notation, checked } = mistakesNamed(text, file, () => {
    const notation = parseNotation(text);
    return { notation, checked: check(notation) };
  });
  return notation.properties.map((each) => propertyOf(each, checked, text, file));
}

interface Read {
  readonly notation: NotationText;
  readonly checked: Checked;
}

function mistakesNamed(text: string, file: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotationProblem) throw asMistake(error, text, file);
    throw error;
  }
}

function propertyOf(given: PropertyText, checked: Checked, text: string, file: string): Property {
  const place = (at: number) => `${file}:${placeIn(text, at).line}`;
  const name = given.name ?? nameFrom(file, place(given.at));
  const claims = given.claims ?? `What ${place(given.at)} says.`;
  return property(name, { claims, ...needsOf(given, checked) }, (tools) => {
    const instance = new Instance(tools, checked, place);
    for (const action of given.body) act(action, instance);
  });
}

/** A property without a name is called as its file. */
function nameFrom(file: string, place: string): string {
  const [, name] = /([^/\\]*)\.dirt$/.exec(file) ?? [];
  if (name !== undefined && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return name;
  throw new DirtError(
    'DIRT_NOTATION',
    `${place}:1: the property has no name, and that of the file is none`,
    'expected `gen property its-name db:`, or a file its-name.dirt',
  );
}
