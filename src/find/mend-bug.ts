// What can be saved of a bug.json that is damaged: fields that are wrong are left out or get a value that claims nothing. Without the kind,
// the engine and its version there is no bug.

import { isObject } from '../json/index.ts';
import type { Bug } from './bug.ts';
import { bugShape, upgraded } from './bug-shape.ts';

/** The bug with this id; null if too little is left of it. */
export function mended(json: unknown, id: string, now: string): Bug | null {
  const whole = upgraded(json);
  if (!isObject(whole)) return null;
  const neutral: Readonly<Record<string, unknown>> = { ...NEUTRAL, firstSeen: now, lastSeen: now };
  let bug: Record<string, unknown> = { ...neutral, ...whole, id };
  const changed = new Set<string>();
  for (;;) {
    const [key] = bugShape.check(bug, 0)?.path ?? [];
    if (key === undefined) return bugShape.check(bug, 0) === null ? (bug as unknown as Bug) : null;
    if (changed.has(String(key))) return null;
    changed.add(String(key));
    const { [key]: wrong, ...rest } = bug;
    bug = Object.hasOwn(neutral, key) ? { ...rest, [key]: neutral[key] } : rest;
  }
}

const NEUTRAL = {
  severity: 'answer',
  property: 'unknown',
  claims: '',
  signature: '',
  features: [],
  cause: { heart: [] },
  skeleton: '',
  message: 'what was wrong is lost: replay it',
  outvoted: 'unconfirmed',
  seed: '',
  index: 0,
  statementsBefore: 0,
  statements: 0,
  timesSeen: 1,
  status: 'open',
} as const satisfies Partial<Bug>;
