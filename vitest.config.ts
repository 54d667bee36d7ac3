// Three tiers that run side by side, or what `npm run test:long` runs in their place. test/tiers.ts says which file is where.

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { isFullSize } from './test/size.ts';
import { fullSize, tiers } from './test/tiers.ts';

type Project = TestProjectInlineConfiguration['test'];

const unit: Project = { name: 'unit', ...tiers.unit, pool: 'threads', setupFiles: ['test/unit-tier.ts'] };

/** In processes: what is measured of memory must be a file's own. */
const engine: Project = { name: 'engine', ...tiers.engine, pool: 'forks' };

const child: Project = { name: 'process', ...tiers.process, pool: 'forks' };

const long: Project = {
  name: 'long',
  include: [...tiers.long.include, ...fullSize],
  pool: 'forks',
  testTimeout: 1_200_000,
  hookTimeout: 1_200_000,
};

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A test that checks nothing, such as one that loops over nothing, fails.
    expect: { requireAssertions: true },
    // Vitest would leave one core idle.
    maxWorkers: '100%',
    // Files of a worker share what they import, and the engines that they loaded.
    isolate: false,
    globalSetup: ['test/folder-of-run.ts'],
    projects: (isFullSize ? [long] : [unit, engine, child]).map((test) => ({ extends: true, test })),
  },
});
