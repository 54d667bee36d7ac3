// SQLite opens a copy of the files: it must find them whole, and the same contents in them.

import { everythingIn, type Inspection } from './inspection.ts';

export const sqliteOpensIt: Inspection<'sqliteOpensIt', 'sqliteOpensIt'> = {
  name: 'sqliteOpensIt',
  rate: 'sqliteOpensIt',
  about: 'SQLite opens the files',
  perThousand: 10,
  opensElsewhere: true,
  inspect: (database) => database.elsewhere(everythingIn),
};
