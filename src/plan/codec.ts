// Plans as JSON. Every value keeps its bits; what is loaded is checked, and a broken or foreign file is named with the
// place where it is wrong.

import { DirtError } from '../errors.ts';
import { decodeValue, encodeValue } from '../sql/codec.ts';
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
    mapValues(plan, (value) => encodeValue(value as SqlValue), ''),
    null,
    1,
  );
}

/** `place` names the file in the error's message. */
export function decodePlan(text: string, place: string): Plan {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw broken(place, `not JSON (${(error as Error).message})`);
  }
  const format = (json as { format?: unknown } | null)?.format;
  if (format !== PLAN_FORMAT) {
    throw new DirtError(
      'DIRT_PLAN_FORMAT',
      `${place} is ${format === undefined ? 'not a plan' : `a plan of format ${JSON.stringify(format)}`}`,
      `this version of DIRT reads plans of format ${PLAN_FORMAT}`,
    );
  }
  const plan = mapValues(
    json,
    (encoded, at) => {
      try {
        return decodeValue(encoded);
      } catch (error) {
        throw broken(place, `${at} is ${(error as Error).message}`);
      }
    },
    '',
  );
  const problem = problemWith(plan);
  if (problem !== null) throw broken(place, problem);
  return plan as Plan;
}

function broken(place: string, problem: string): DirtError {
  return new DirtError(
    'DIRT_PLAN_BROKEN',
    `${place} is a broken plan: ${problem}`,
    'make it anew from its seed and index',
  );
}

type MapValue = (value: unknown, place: string) => unknown;

function mapValues(node: unknown, map: MapValue, place: string): unknown {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((item, i) => mapValues(item, map, `${place}[${i}]`));
  const record = node as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(record)) {
    const child = record[key];
    const at = place === '' ? key : `${place}.${key}`;
    if (holdsValue(record, key)) copy[key] = map(child, at);
    else if (holdsRow(record, key) && isRecord(child)) copy[key] = mapRow(child, map, at);
    else copy[key] = mapValues(child, map, at);
  }
  return copy;
}

function mapRow(row: Record<string, unknown>, map: MapValue, place: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, map(value, `${place}.${column}`)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
