// All tables are compared with the model.

import { contentsOf, type Inspection } from './inspection.ts';

export const contents: Inspection<'contents', 'inspectContents'> = {
  name: 'contents',
  rate: 'inspectContents',
  about: 'all tables are compared with the model',
  perThousand: 40,
  opensElsewhere: false,
  inspect: async (database) => ({ contents: await contentsOf(database) }),
};
