// What a plan does on the model and on an engine, as one text: the same for the same plan.

import { createHash } from 'node:crypto';
import type { Engine } from '../../src/engines/engine.ts';
import { decodePlan } from '../../src/plan/codec.ts';
import { isVeto } from '../../src/plan/rehearsal.ts';
import { rehearse } from '../../src/plan/rehearse.ts';
import { execute } from '../../src/run/execute.ts';
import { encodeRow } from '../../src/sql/codec.ts';
import type { Row } from '../../src/sql/value.ts';

/** Of a plan in its JSON form. */
export async function fingerprintOf(text: string, engine: Engine): Promise<string> {
  const plan = decodePlan(text, 'a plan');
  const test = rehearse(plan);
  if (isVeto(test)) return `veto: ${test.veto}`;
  const predictions = test.steps.map(({ prediction, allowed }) => ({ prediction, states: allowed?.length }));
  const { records, disk } = await execute(test, engine);
  const { traceHash } = disk;
  const contentHash = disk.contentHash();
  const outcomes = records.map(({ at, outcome }) => ({ at, outcome }));
  const all = JSON.stringify({ predictions, outcomes, contentHash, traceHash }, encoded);
  return createHash('sha256').update(all).digest('hex');
}

function encoded(key: string, value: unknown): unknown {
  return key === 'rows' ? (value as readonly Row[]).map(encodeRow) : value;
}
