// The canary of a campaign: an engine with a planted bug, which its workers must find.

import { counted } from '../words.ts';
import type { CanaryDone } from './jobs.ts';

/** Nearly every plan finds what is planted in it. */
export const CANARY_PLANS = 24;

/** Whoever does not see a planted bug sees no other. */
export function whyNotSeen(canary: CanaryDone | null): string | null {
  if (canary === null || canary.isFound) return null;
  return `workers see nothing: ${counted(canary.plans, 'plan')} on an engine with a planted bug passed`;
}
