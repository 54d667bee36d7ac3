// This benchmark on other versions of Node, one after the other. They come from the package registry into a temporary folder.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inWorkplace } from './workplace.ts';

/** Runs the script again with these arguments on each version; `20` is the newest of them. */
export async function runOnNodes(versions: readonly string[], args: readonly string[]): Promise<void> {
  await inWorkplace(async (workplace) => {
    for (const version of versions) {
      const prefix = join(workplace.folder, version);
      const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', prefix];
      await workplace.output('npm', ['install', ...options, `node@${version}`], { cwd: workplace.folder });
      const node = join(prefix, 'node_modules/node/bin/node');
      const child = spawn(node, [process.argv[1], ...args], { stdio: 'inherit' });
      const [exitCode] = (await once(child, 'close')) as [number | null];
      if (exitCode !== 0) process.exitCode = exitCode ?? 1;
    }
  });
}
