// What a program says of itself before anything else: its name, its version, and what it carries.

import type { FaultKind } from '../../world/fault.ts';
import { PAGE_SIZES } from '../../world/world-spec.ts';
import type { Abilities } from '../engine.ts';
import { booleanIn, fieldsOf, integerIn, listIn, Misfit, oneOf, textIn } from './shape.ts';

export interface Hello {
  readonly name: string;
  readonly version: string;
  readonly abilities: Partial<Abilities>;
}

export const HELLO_REQUEST = { do: 'hello', protocol: 1 } as const;

/** What is asked of a program that declares nothing: one connection, and a database that is opened once. */
export const LEAST_ABILITIES: Abilities = {
  faults: [],
  journalModes: ['wal'],
  pageSizes: [4096],
  connections: 1,
  deterministic: false,
  sqliteFiles: false,
};

/** Files of a program are real, and so is its clock: the power cannot go off under it. */
const FAULTS: readonly FaultKind[] = ['kill', 'reopen', 'disconnect', 'sqliteWrites'];
const MOST_CONNECTIONS = 16;

export function readHello(answer: unknown): Hello {
  const fields = fieldsOf(answer, 'the answer', ['name', 'version', 'abilities']);
  return {
    name: nameIn(fields.name, 'name'),
    version: textIn(fields.version, 'version'),
    abilities: fields.abilities === undefined ? {} : readAbilities(fields.abilities, 'abilities'),
  };
}

/** Names are written on the command line, as in name@version, and become names of files. */
export function nameIn(value: unknown, place: string): string {
  return oneWord(textIn(value, place), place);
}

function oneWord(text: string, place: string): string {
  if (/^[\w.-]+$/.test(text)) return text;
  throw new Misfit(`${place} is not a word of letters, digits, "-", "_" and "."`);
}

export function readAbilities(value: unknown, place: string): Partial<Abilities> {
  const fields = fieldsOf(value, place, Object.keys(READERS));
  const abilities: Record<string, unknown> = {};
  for (const [key, read] of Object.entries(READERS)) {
    if (fields[key] !== undefined) abilities[key] = read(fields[key], `${place}.${key}`);
  }
  return abilities;
}

const READERS: {
  readonly [K in keyof Required<Abilities>]: (value: unknown, place: string) => Abilities[K];
} = {
  faults: (value, place) => listIn(value, place, oneOf(FAULTS)),
  journalModes: (value, place) => someOf(value, place, ['wal', 'delete']),
  pageSizes: (value, place) => someOf(value, place, PAGE_SIZES),
  connections: (value, place) => integerIn(value, place, 1, MOST_CONNECTIONS),
  deterministic: booleanIn,
  sqliteFiles: booleanIn,
};

function someOf<T extends string | number>(value: unknown, place: string, choices: readonly T[]): T[] {
  const list = listIn(value, place, oneOf(choices));
  if (list.length === 0) throw new Misfit(`${place} is empty`);
  return list;
}
