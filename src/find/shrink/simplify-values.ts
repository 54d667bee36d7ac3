// Makes literals and drawn rows simpler: towards NULL, 0, the empty text and shorter ones.

import type { Plan } from '../../plan/index.ts';
import type { SqlValue } from '../../sql/index.ts';
import type { Pass } from './pass.ts';
import { type Path, placesOf, replaced } from './tree.ts';

export const simplifyValues: Pass = {
  name: 'simplify values',
  *propose(plan) {
    let current = plan;
    for (const { path, value } of [...valuesIn(plan)]) {
      let simplest = value;
      for (let changed = true; changed; ) {
        changed = false;
        for (const simpler of simplerValues(simplest)) {
          const candidate: Plan = replaced(current, path, simpler);
          if (yield candidate) {
            current = candidate;
            simplest = simpler;
            changed = true;
            break;
          }
        }
      }
    }
  },
};

/** Every value of the plan with the way to it. None of the edits of this pass moves another value. */
function* valuesIn(plan: Plan): Generator<{ path: Path; value: SqlValue }> {
  for (const { sort, path, part } of placesOf(plan)) {
    if (sort === 'expression' && part.kind === 'literal')
      yield { path: [...path, 'value'], value: part.value };
    if (sort !== 'draw' || part.kind !== 'rowDraw') continue;
    for (const [column, value] of Object.entries(part.values)) {
      yield { path: [...path, 'values', column], value };
    }
  }
}

/** The simplest first. Every chain of these ends, since each is strictly simpler. */
export function* simplerValues(value: SqlValue): Generator<SqlValue> {
  if (value === null) return;
  switch (typeof value) {
    case 'bigint':
      yield* simplerIntegers(value);
      break;
    case 'number':
      if (value !== 0 || Object.is(value, -0)) yield 0n;
      if (Number.isInteger(value) && Math.abs(value) < 2 ** 53) yield BigInt(value);
      if (value !== 0.5 && Math.abs(value) !== 1) yield* [1, 0.5];
      break;
    case 'string':
      yield* simplerTexts(value);
      break;
    default:
      if (value.length > 0) yield new Uint8Array(0);
      if (value.length > 1) yield* [value.slice(0, value.length >> 1), value.slice(1)];
  }
}

function* simplerIntegers(value: bigint): Generator<bigint> {
  if (value === 0n) return;
  yield 0n;
  if (value !== 1n) yield 1n;
  if (value < 0n && value !== -1n) {
    yield -1n;
    if (value > -(2n ** 63n)) yield -value;
  }
  if (value > 3n || value < -3n) yield value / 2n;
  // One by one only near the end: halving has done the rest.
  if (value > 1n && value < 100n) yield value - 1n;
}

function* simplerTexts(value: string): Generator<SqlValue> {
  if (value.length === 0) return;
  yield '';
  if (value !== 'a') yield 'a';
  if (value.length > 1)
    yield* [
      value.slice(0, value.length >> 1),
      value.slice(value.length >> 1),
      value.slice(1),
      value.slice(0, -1),
    ];
}
