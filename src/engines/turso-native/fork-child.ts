// Starts the child process with the native engine in it. Requests and answers go through Node's own channel between
// processes, because the engine may print.

import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Channel } from '../process/engine-process.ts';
import { OWN_GROUP } from '../process/process-group.ts';
import type { ProcessHome } from '../process/process-home.ts';
import type { Reply, Request } from '../process/requests.ts';
import { Tail } from '../process/tail.ts';

export function forkChild(addon: string, home: ProcessHome, version: string): Channel {
  const { path, execArgv } = childScript();
  const child = fork(path, [addon, version], {
    ...OWN_GROUP,
    cwd: home.path,
    env: { ...process.env, ...home.environment },
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const listeners: ((reply: Reply) => void)[] = [];
  child.on('message', (reply: Reply) => listeners.shift()?.(reply));
  let requests: Request[] = [];
  const send = () => {
    // A process that is gone cannot be sent anything; its end is the answer.
    child.send(requests, () => {});
    requests = [];
  };
  return {
    process: child,
    stderr: new Tail(child.stderr!),
    ask: (request) =>
      new Promise((resolve) => {
        listeners.push(resolve);
        // What is sent in one go wakes the process once.
        if (requests.push(request) === 1) process.nextTick(send);
      }),
  };
}

/** The child's program: compiled beside this file, or, when DIRT runs from its sources, through jiti. */
function childScript(): { path: string; execArgv: string[] } {
  if (!import.meta.url.endsWith('.ts')) return { path: sibling('./child.js'), execArgv: [] };
  const jiti = dirname(createRequire(import.meta.url).resolve('jiti/package.json'));
  const register = pathToFileURL(join(jiti, 'lib', 'jiti-register.mjs')).href;
  return { path: sibling('./child.ts'), execArgv: ['--import', register] };
}

function sibling(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
