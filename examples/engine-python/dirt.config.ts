// Python's sqlite3 module under test: `npx dirt run` in this folder.

import { defineConfig, program } from 'dirt';

export default defineConfig({
  engines: { python: program({ command: ['python3', `${import.meta.dirname}/dirt_sqlite3.py`] }) },
  engine: 'python',
});
