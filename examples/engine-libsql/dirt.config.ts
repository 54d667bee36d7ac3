// libSQL's package for Node under test: `npm install libsql`, then `npx dirt run` in this folder.

import { defineConfig, program } from 'dirt';

export default defineConfig({
  engines: { libsql: program({ command: ['node', `${import.meta.dirname}/dirt-libsql.mjs`] }) },
  engine: 'libsql',
});
