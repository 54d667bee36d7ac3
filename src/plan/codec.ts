// Plans as JSON. Every value keeps its bits; what is loaded is checked, and a broken or foreign file is named with the
// place where it is wrong.

import { DirtError } from '../errors.ts';
import { type Mismatch, parsed } from '../json/read.ts';
import { decodeValue, type EncodedValue, encodeValue } from '../sql/codec.ts';
import type { SqlValue } from '../sql/value.ts';
import { PLAN_FORMAT, type Plan } from './plan.ts';
import { problemWith } from './validate.ts';

/** Nodes that hold values of the database, and where. Everything else in a plan is JSON already. */
function holdsValue(node: Record<string, unknown>, key: string): boolean {
  return key === 'value' && (node.kind === 'literal' || node.number === 'count');
}

function holdsRow(node: Record<string, unknown>, key: string): boolean {
  return key === 'values' && node.kind === 'rowDraw';
}

export function encodePlan(plan: Plan): string {
  return JSON.stringify(
    mapValues(plan, (value) => encodeValue(value as SqlValue)),
    null,
    1,
  );
}

/** `place` names the file in the error's message. */
export function decodePlan(text: string, place: string): Plan {
  const wrong = (mismatch: Mismatch) => broken(place, mismatch);
  const json = parsed(text, 'it', wrong);
  const format = (json as { format?: unknown } | null)?.format;
  if (format !== PLAN_FORMAT) {
    throw new DirtError(
      'DIRT_PLAN_FORMAT',
      `${place} is ${format === undefined ? 'not a plan' : `a plan of format ${JSON.stringify(format)}`}`,
      `this version of DIRT reads plans of format ${PLAN_FORMAT}`,
    );
  }
  const mismatch = problemWith(json);
  if (mismatch !== null) throw broken(place, mismatch);
  return mapValues(json, (value) => decodeValue(value as EncodedValue)) as Plan;
}

function broken(place: string, { problem, remedy }: Mismatch): DirtError {
  return new DirtError(
    'DIRT_PLAN_BROKEN',
    `${place} is a broken plan: ${problem}`,
    `${remedy}, or make it anew from its seed and index`,
  );
}

type MapValue = (value: unknown) => unknown;

function mapValues(node: unknown, map: MapValue): unknown {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((item) => mapValues(item, map));
  const record = node as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(record)) {
    const child = record[key];
    if (holdsValue(record, key)) copy[key] = map(child);
    else if (holdsRow(record, key)) copy[key] = mapRow(child as Record<string, unknown>, map);
    else copy[key] = mapValues(child, map);
  }
  return copy;
}

function mapRow(row: Record<string, unknown>, map: MapValue): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, map(value)]));
}
