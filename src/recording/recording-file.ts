// recording.json in the folder of a bug: written beside its plan, checked when it is read. Fields that a later version of DIRT adds
// are passed over.

import { join } from 'node:path';
import { DirtError } from '../errors.ts';
import { readOwnFileIfThere } from '../files/index.ts';
import {
  checked,
  count,
  flag,
  integer,
  listOf,
  type Mismatch,
  oneOf,
  openObject,
  orNull,
  parsed,
  type Shape,
  text,
} from '../json/index.ts';
import { RECORDING_FORMAT, type Recording, type Said } from './recording.ts';

export const RECORDING_FILE = 'recording.json';

const texts = listOf(text);
const grid = openObject({ rows: listOf(texts) }, { more: count });
const said: Shape<Said> = openObject(
  { kind: oneOf('rows', 'refused', 'panic', 'fuel', 'cut', 'undetermined', 'text') },
  { rows: grid, inAnyOrder: flag, text, changes: count },
);
const table = openObject(
  { name: text, columns: texts, model: orNull(grid), engine: said },
  { differs: flag },
);
const file = openObject({ name: text, unsynced: count }, { before: count, after: count });
const step = openObject(
  {
    at: count,
    on: count,
    kind: oneOf('statement', 'check', 'inspection', 'fault'),
    text,
    property: text,
  },
  {
    directives: texts,
    engine: said,
    model: said,
    reference: said,
    queryPlan: texts,
    tables: listOf(table),
    gone: texts,
    files: listOf(file),
    isForked: flag,
  },
);
const run = openObject({
  connections: count,
  world: texts,
  leftOut: count,
  steps: listOf(step),
  failsAt: integer,
  partsAt: integer,
});

export const recordingShape: Shape<Recording> = openObject(
  {
    format: oneOf(RECORDING_FORMAT),
    engine: text,
    failure: openObject(
      { judge: text, message: text },
      { check: text, look: text, expected: said, actual: said },
    ),
    minimal: run,
  },
  { reference: text, original: run },
);

export function printRecording(recording: Recording): string {
  return `${JSON.stringify(recording)}\n`;
}

/** Null if the bug in this folder was not recorded. */
export function readRecording(folder: string): Recording | null {
  const path = join(folder, RECORDING_FILE);
  const content = readOwnFileIfThere(path);
  if (content === null) return null;
  const wrong = ({ problem, remedy }: Mismatch) =>
    new DirtError('DIRT_RECORDING_BROKEN', `${path} is broken: ${problem}`, `${remedy}, or remove it`);
  return checked(recordingShape, parsed(content, 'it', wrong), 'it', wrong);
}
