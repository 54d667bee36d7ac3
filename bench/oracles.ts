// The selftest, recorded in docs/oracles.json: `npm run docs:oracles`.

import { availableParallelism } from 'node:os';
import { mutants } from '../src/selftest/mutants/index.ts';
import { selftest } from '../src/selftest/selftest.ts';
import { record } from './oracle-record.ts';

const BUDGET_MS = 3_600_000;

const matrix = await selftest({
  mutants,
  without: [],
  workers: availableParallelism(),
  budgetMs: BUDGET_MS,
  onTrial: ({ mutant }, done, of) => process.stderr.write(`${done}/${of} ${mutant}\n`),
});
record(matrix);
