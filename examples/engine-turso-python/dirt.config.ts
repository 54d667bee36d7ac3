// Turso's builds for Python under test, see README.md: `PYTHON=…/bin/python npx dirt run` in this folder.

import { defineConfig, program } from 'dirt';

const { PYTHON = 'python3' } = process.env;

export default defineConfig({
  engines: { wheel: program({ command: [PYTHON, `${import.meta.dirname}/dirt_turso.py`] }) },
  engine: 'wheel',
});
