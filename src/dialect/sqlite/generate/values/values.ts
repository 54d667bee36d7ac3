// Values that favour trouble: values already stored, their neighbours, boundaries, other storage classes than
// declared, text that looks like a number, and NULL at a real rate.

import type { Random } from '../../../../random.ts';
import type { SqlValue, StorageClass } from '../../../../sql/index.ts';
import type { Affinity } from '../../../view.ts';
import { isExtreme } from '../../features/extreme-real.ts';
import type { FeatureSet } from '../../features/feature-set.ts';
import { type SourceColumn, storedValue } from '../queries/source.ts';
import type { Weights } from '../weights.ts';
import {
  BOUNDARY_BLOBS,
  BOUNDARY_INTEGERS,
  BOUNDARY_REALS,
  EXOTIC_REALS,
  NUMERIC_TEXTS,
  ODD_TEXTS,
} from './troublesome-values.ts';

export interface ValueOptions {
  readonly features: FeatureSet;
  readonly weights: Weights;
  /** Characters of a long text, bytes of a long blob; the weights' limit if not given. */
  readonly size?: number;
  /** Never NULL. */
  readonly notNull?: boolean;
}

/** A value for, or to compare with, this column. */
export function valueFor(
  random: Random,
  column: SourceColumn,
  options: ValueOptions,
  notNull = options.notNull ?? false,
): SqlValue {
  const value = anyValueFor(random, column, options);
  return permitted(
    value === null && notNull ? ordinaryValue(random, column.affinity, options) : value,
    options,
  );
}

function anyValueFor(random: Random, column: SourceColumn, options: ValueOptions): SqlValue {
  const { value: weights } = options.weights;
  // Written out in place of Random.weighted(): this is the generator's hottest choice.
  const stored = weights.stored + weights.neighbour;
  const drawn = weights.ordinary + weights.boundary + weights.otherClass + weights.exotic;
  let point = random.below(stored + drawn + weights.null);
  if (point < stored) {
    const known = storedValue(random, column);
    if (known === undefined) return ordinaryValue(random, column.affinity, options);
    return point < weights.stored ? known : neighbour(random, known);
  }
  point -= stored;
  if (point < weights.ordinary) return ordinaryValue(random, column.affinity, options);
  point -= weights.ordinary;
  if (point < weights.boundary) return boundaryValue(random, classOf(random, column.affinity));
  point -= weights.boundary;
  if (point < weights.otherClass) return valueOfClass(random, random.pick(CLASSES), options);
  point -= weights.otherClass;
  return point < weights.exotic ? random.pick(EXOTIC_REALS) : null;
}

/** A value as its affinity would have it, from a small domain, so that values meet each other. */
export function ordinaryValue(random: Random, affinity: Affinity, options: ValueOptions): SqlValue {
  return valueOfClass(random, classOf(random, affinity), options);
}

function valueOfClass(random: Random, storage: StorageClass, options: ValueOptions): SqlValue {
  switch (storage) {
    case 'null':
      return null;
    case 'integer':
      return integerValue(random);
    case 'real':
      return realValue(random);
    case 'text':
      return textValue(random, options);
    case 'blob':
      return blobValue(random, options);
  }
}

/** The same value as a class that the engine can read as a literal. */
export function permitted(value: SqlValue, { features }: Pick<ValueOptions, 'features'>): SqlValue {
  if (typeof value === 'number' && !features.has('literal.real')) {
    return Number.isFinite(value) && Math.abs(value) < 2 ** 62 ? BigInt(Math.trunc(value)) : 0n;
  }
  if (typeof value === 'number' && isExtreme(value) && !features.has('literal.real.extreme')) {
    const plain = Number(value.toPrecision(15));
    return isExtreme(plain) ? Math.sign(value) * 1.5 : plain;
  }
  if (typeof value === 'string' && value.includes('\0') && !features.has('literal.textNul')) {
    return value.replaceAll('\0', ' ');
  }
  if (value instanceof Uint8Array && !features.has('literal.blob')) return `b${value.length}`;
  return value;
}

/** A value close to this one in some order that matters. */
export function neighbour(random: Random, value: SqlValue): SqlValue {
  if (value === null) return 0n;
  if (typeof value === 'bigint') return integerNeighbour(random, value);
  if (typeof value === 'number') return realNeighbour(random, value);
  if (typeof value === 'string') return textNeighbour(random, value);
  const longer = new Uint8Array(value.length + 1);
  longer.set(value);
  return random.oneIn(2) || value.length === 0 ? longer : value.slice(0, value.length - 1);
}

/** What may count as the same in another class or case: '5' for 5, 'B' for 'b', 5.0 for 5. */
export function alike(random: Random, value: SqlValue): SqlValue {
  if (value === null) return null;
  if (typeof value === 'bigint') return random.oneIn(2) ? Number(value) : String(value);
  if (typeof value === 'number') {
    const isWhole = Number.isInteger(value) && Math.abs(value) <= 2 ** 62;
    return isWhole ? (random.oneIn(2) ? BigInt(value) : String(BigInt(value))) : value;
  }
  if (typeof value !== 'string') {
    const isAscii = value.every((byte) => byte > 0 && byte < 0x80);
    return isAscii ? String.fromCharCode(...value.slice(0, MAX_APPENDED)) : value;
  }
  if (SMALL_NUMBER.test(value) && random.oneIn(2)) return BigInt(value);
  return random.oneIn(6) && value.length <= MAX_APPENDED && !NOT_ASCII.test(value)
    ? Uint8Array.from(value, (character) => character.charCodeAt(0))
    : collated(random, value);
}

/** What a collation takes for the same text, or the value itself. */
export function collated(random: Random, value: SqlValue): SqlValue {
  if (typeof value !== 'string') return value;
  if (random.oneIn(3)) return `${value} `;
  const upper = value.toUpperCase();
  return value === upper ? value.toLowerCase() : upper;
}

function integerNeighbour(random: Random, value: bigint): SqlValue {
  switch (random.below(8)) {
    case 0:
      return Number(value);
    case 1:
      return Number(value) + 0.5;
    case 2:
      return String(value);
    case 3:
      return BigInt.asIntN(64, -value);
    default:
      return BigInt.asIntN(64, value + (random.oneIn(2) ? 1n : -1n));
  }
}

function realNeighbour(random: Random, value: number): SqlValue {
  switch (random.below(6)) {
    case 0:
      return Math.abs(value) < 2 ** 53 ? BigInt(Math.trunc(value)) : value;
    case 1:
      return -value;
    case 2:
      return Math.abs(value) < 2 ** 53 ? String(BigInt(Math.trunc(value))) : value;
    default:
      return value + random.pick([0.5, -0.5, 1, -1, 0.25]);
  }
}

function textNeighbour(random: Random, value: string): SqlValue {
  switch (random.below(8)) {
    case 0:
      return value.toUpperCase();
    case 1:
      return value.toLowerCase();
    case 2:
      return prefix(value, random.below(value.length + 1));
    case 3:
      return `${value} `;
    case 4:
      return random.oneIn(6) ? `${value}\0` : ` ${value}`;
    case 5:
      return value + word(random, 1);
    case 6:
      return SMALL_NUMBER.test(value) ? BigInt(value) : value + prefix(value, MAX_APPENDED);
    default:
      return isHighSurrogate(value, 0) ? value.slice(2) : value.slice(1);
  }
}

/** At most `length` code units, without half a character at the end. */
export function prefix(value: string, length: number): string {
  return value.slice(0, isHighSurrogate(value, length - 1) ? length - 1 : length);
}

function isHighSurrogate(value: string, position: number): boolean {
  return (value.charCodeAt(position) & 0xfc00) === 0xd800;
}

function integerValue(random: Random): bigint {
  switch (random.below(10)) {
    case 0:
      return BigInt(random.between(-10, 300));
    case 1:
      return BigInt(random.between(-100_000, 100_000));
    case 2:
      return random.pick(BOUNDARY_INTEGERS);
    default:
      return BigInt(random.between(-3, 12));
  }
}

/** Mostly dyadic, so that sums do not depend on their order. */
function realValue(random: Random): number {
  switch (random.below(10)) {
    case 0:
      return random.pick(BOUNDARY_REALS);
    case 1:
      return random.between(-100_000, 100_000) / 64;
    default:
      return random.between(-12, 24) / random.pick([1, 2, 2, 4, 8]);
  }
}

function textValue(random: Random, options: ValueOptions): string {
  switch (random.below(12)) {
    case 0:
      return '';
    case 1:
    case 2:
      return random.pick(NUMERIC_TEXTS);
    case 3:
      return random.pick(ODD_TEXTS);
    case 4:
      return longText(random, options);
    default:
      return word(random, random.between(1, 3));
  }
}

function longText(random: Random, options: ValueOptions): string {
  const limit = options.size ?? options.weights.limit.longValue;
  const unit = word(random, 7);
  return unit.repeat(Math.ceil(limit / unit.length)).slice(0, random.between(1, Math.max(1, limit)));
}

/** Letters of a small alphabet, of both cases. */
export function word(random: Random, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += LETTERS[random.below(LETTERS.length)];
  return text;
}

/** Mostly ASCII bytes: a blob that is not valid UTF-8 has no meaning as text. */
export function blobValue(random: Random, options: ValueOptions): Uint8Array {
  const limit = options.size ?? options.weights.limit.longValue;
  const length = random.oneIn(10) ? random.between(0, Math.max(1, limit)) : random.between(0, 4);
  const bytes = new Uint8Array(length);
  const exotic = random.oneIn(10);
  for (let i = 0; i < length; i++) bytes[i] = exotic ? random.below(256) : 0x30 + random.below(0x4b);
  return bytes;
}

function boundaryValue(random: Random, storage: StorageClass): SqlValue {
  switch (storage) {
    case 'integer':
      return random.pick(BOUNDARY_INTEGERS);
    case 'real':
      return random.pick(BOUNDARY_REALS);
    case 'text':
      return random.pick(random.oneIn(2) ? NUMERIC_TEXTS : ODD_TEXTS);
    default:
      return random.pick(BOUNDARY_BLOBS);
  }
}

function classOf(random: Random, affinity: Affinity): StorageClass {
  switch (affinity) {
    case 'integer':
      return 'integer';
    case 'real':
      return 'real';
    case 'text':
      return 'text';
    case 'numeric':
      return random.oneIn(3) ? 'real' : 'integer';
    default:
      return random.pick(UNTYPED_CLASSES);
  }
}

const CLASSES = ['integer', 'real', 'text', 'blob'] as const;
const UNTYPED_CLASSES = ['integer', 'integer', 'real', 'text', 'text', 'blob'] as const;
const LETTERS = 'abcABxyz';
const NOT_ASCII = /[\0\u0080-\uffff]/;
const SMALL_NUMBER = /^-?[0-9]{1,15}$/;
const MAX_APPENDED = 40;
