// What a program says of itself before anything else: its name, its version, and what it carries.

import { type Fitting, integerFrom, matching, object, oneOf, someText } from '../../json/index.ts';
import { type Abilities, PROCESS_FAULTS } from '../../world/index.ts';
import { abilityShapes } from '../abilities-shape.ts';
import { ENGINE_NAME } from '../spec.ts';

export const HELLO_REQUEST = { do: 'hello', protocol: 2 } as const;

/** What is asked of a program that declares nothing: one connection, and a database that is opened once. */
export const LEAST_ABILITIES: Abilities = {
  faults: [],
  journalModes: ['wal'],
  pageSizes: [4096],
  connections: 1,
  deterministic: false,
  sqliteFiles: false,
};

export const nameShape = matching(ENGINE_NAME, 'a word of letters, digits, "-", "_" and "."');

/** Files of a program are real, and so is its clock: the power cannot go off under it. The protocol knows whole statements only. */
const { suspends, asyncIo, ...carried } = abilityShapes(PROCESS_FAULTS);
export const carriedShape = object({}, { ...carried, connections: integerFrom(1, 16) });

/** One that says protocol 2 may be asked to open a database after it has closed another. */
export const helloShape = object(
  { name: nameShape, version: someText },
  { abilities: carriedShape, protocol: oneOf(1, 2) },
);

export type Hello = Fitting<typeof helloShape>;
