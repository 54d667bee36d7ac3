// The determinism check: the same plan twice on the same engine must give the same outcomes, bytes and I/O.

import { encodeRow } from '../../sql/index.ts';
import type { StepRecord, Trace } from '../execute.ts';
import type { Finding } from '../finding.ts';
import type { Judge } from './judge.ts';

export const determinism: Judge = {
  claims: 'The same plan twice gives the same outcomes, the same bytes and the same I/O.',
  expected: 'withDoublecheck',
};

export function nondeterminismOf(first: Trace, second: Trace): Finding | null {
  const at = first.records.findIndex((record, i) => imageOf(record) !== imageOf(second.records[i]));
  if (at >= 0) return finding(first.records[at].at, 'outcomes', 'the same step gave two different outcomes');
  const last = first.records.at(-1)?.at ?? -1;
  if (first.records.length !== second.records.length)
    return finding(last, 'outcomes', 'one run ended before the other');
  if (first.disk.contentHash() !== second.disk.contentHash())
    return finding(last, 'bytes', 'two runs left different files behind');
  if (first.disk.traceHash !== second.disk.traceHash)
    return finding(last, 'io', 'two runs did different I/O');
  return null;
}

function finding(at: number, skeleton: string, message: string): Finding {
  return {
    kind: 'nondeterminism',
    judge: 'determinism',
    property: 'interaction',
    at,
    signature: `nondeterminism/determinism/${skeleton}`,
    message,
  };
}

function imageOf(record: StepRecord | undefined): string {
  const { test, planned, ...found } = record ?? {};
  return JSON.stringify(found, (_, value) => {
    if (value instanceof Map) return [...value];
    return Array.isArray(value) && value.some(isExact) ? encodeRow(value) : value;
  });
}

/** JSON writes these alike, or not at all. */
function isExact(value: unknown): boolean {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint8Array;
}
