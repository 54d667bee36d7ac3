// The engine's own integrity check.

import { type Inspection, integrityOf } from './inspection.ts';

export const integrity: Inspection<'integrity', 'inspectIntegrity'> = {
  name: 'integrity',
  rate: 'inspectIntegrity',
  about: "the engine's own integrity check",
  perThousand: 20,
  opensElsewhere: false,
  inspect: async (database) => ({ contents: new Map(), integrity: await integrityOf(database) }),
};
