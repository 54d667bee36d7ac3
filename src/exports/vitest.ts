// A case for vitest, which replays the plan: it can say all that a plan can.

import { vitestCase } from '../find/index.ts';
import { encodePlan } from '../plan/index.ts';
import type { Format } from './format.ts';

export const vitest: Format = {
  about: 'a case that replays the plan, which lies beside it, faults included',
  reopens: true,
  connections: true,
  isPlan: true,
  write: ({ id, bug, plan }) => ({
    files: {
      '.test.ts': vitestCase(bug, `${id}.plan.json`),
      '.plan.json': encodePlan(plan),
    },
  }),
};
