// `node scripts/in-parallel.mjs lint types …`: runs these npm scripts side by side, as many at once as there are cores, and
// prints what each has to say when it ends. Exits with 1 if one of them failed, when all have ended.

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { env, execPath, exit, stdout } from 'node:process';

/** npm itself, as it runs this script; or the one of the path. */
const [npm, ...before] = env.npm_execpath === undefined ? ['npm'] : [execPath, env.npm_execpath];

function run(name) {
  const started = performance.now();
  const child = spawn(npm, [...before, 'run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const isGood = status === 0;
      const verdict = isGood ? 'ok' : `FAILED (${signal ?? `exit code ${status}`})`;
      const said = output.trim();
      stdout.write(`${name}: ${verdict}, ${seconds} s\n${isGood || said === '' ? '' : `${said}\n`}`);
      resolve(isGood);
    });
  });
}

const names = process.argv.slice(2);
const failed = [];
const queue = [...names];
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      if (!(await run(name))) failed.push(name);
  }),
);
if (failed.length > 0) {
  stdout.write(`failed: ${failed.join(', ')}\n`);
  exit(1);
}
