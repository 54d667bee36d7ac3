// `npm run test:long`: what needs minutes or the network, and then the engine tier on other versions of Node, which come from the
// package registry. Runs all of it, says which versions ran and how long each part took, and exits with 1 if anything failed or could
// not be run.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, env, execPath, exit, version } from 'node:process';

const NODE_VERSIONS = ['22', '24'];
const VITEST = 'node_modules/vitest/vitest.mjs';
const FULL_SIZE = { ...env, DIRT_TEST_SIZE: 'full' };

const results = [];

function step(name, command, args, options = {}) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options });
  results.push({ name, isGood: status === 0, seconds: (performance.now() - started) / 1000 });
  return status === 0;
}

step(`in full size, on Node ${version}`, execPath, [VITEST, 'run', ...argv.slice(2)], { env: FULL_SIZE });

step('fuzzing for a minute', execPath, ['test/fuzz/main.mjs', '--minutes', '1']);

const folder = mkdtempSync(join(tmpdir(), 'dirt-node-'));
try {
  for (const wanted of NODE_VERSIONS) {
    const prefix = join(folder, wanted);
    const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', prefix, `node@${wanted}`];
    if (!step(`Node ${wanted} from the package registry`, 'npm', install)) {
      console.log(`Node ${wanted} cannot be had: is there a network? The engine tier did not run on it.`);
      continue;
    }
    const node = join(prefix, 'node_modules/node/bin/node');
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    step(`engine tier, on Node ${stdout?.trim()}`, node, [VITEST, 'run', '--project', 'engine']);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log('');
for (const { name, isGood, seconds } of results)
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${seconds.toFixed(0).padStart(5)} s  ${name}`);
exit(results.every(({ isGood }) => isGood) ? 0 : 1);
