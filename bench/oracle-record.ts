// docs/oracles.json: the kill matrix and the costs of the oracles, each recorded by itself.

import { readFileSync, writeFileSync } from 'node:fs';
import type { Matrix } from '../src/selftest/matrix.ts';

const FILE = 'docs/oracles.json';
const PLAN = /\{\s*("index": \d+),\s*("statements": \d+),\s*("hash": "\w+")\s*\}/g;

/** Writes this part of the record and keeps the other. */
export function record(part: Matrix | { readonly costs: Readonly<Record<string, number>> }): void {
  const text = JSON.stringify({ ...JSON.parse(readFileSync(FILE, 'utf8')), ...part }, null, 1);
  // There are hundreds of plans: one line each.
  writeFileSync(FILE, `${text.replace(PLAN, '{ $1, $2, $3 }')}\n`);
}
