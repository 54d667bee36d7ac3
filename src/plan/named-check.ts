// Checks that the language of terms cannot express. A plan stores the name; the process that replays it must define the check.

import { DirtError } from '../errors.ts';
import type { Row } from '../sql/index.ts';

export type NamedCheck = (...lists: (readonly Row[])[]) => boolean;

const checks = new Map<string, NamedCheck>();

export function registerCheck(name: string, check: NamedCheck): void {
  checks.set(name, check);
}

export function namedCheck(name: string): NamedCheck {
  const check = checks.get(name);
  if (check === undefined) {
    throw new DirtError(
      'DIRT_PLAN_CHECK',
      `the plan uses a check "${name}" that is not defined here`,
      'load the file that calls defineCheck for it, through the configuration',
    );
  }
  return check;
}
