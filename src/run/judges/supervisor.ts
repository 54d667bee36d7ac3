// No plan ends or blocks its worker thread: found by the supervisor of the workers.

import type { Finding } from '../finding.ts';
import type { Judge } from './judge.ts';

export const supervisor: Judge = {
  claims: 'No plan ends its worker thread, and none blocks it.',
};

export function lostWorker(kind: 'hang' | 'panic', property: string, at: number, message: string): Finding {
  return { kind, judge: 'supervisor', property, at, signature: `${kind}/supervisor/`, message };
}
