// A parent of engines in processes of their own, from dist/, that ends as its argument says. It prints the processes that it had.

import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { program } from '../../../dist/engines/program/program.js';
import { createWorld, DEFAULT_WORLD } from '../../../dist/world/index.js';

const ending = process.argv[2];
const FUEL = 1_000_000;
const engine = program({
  command: [process.execPath, fileURLToPath(new URL('./serving.mjs', import.meta.url))],
});

if (isMainThread && ending === 'a worker is ended') {
  const worker = new Worker(new URL(import.meta.url), { argv: [ending] });
  worker.on('message', async (pids) => {
    console.log(pids.join(' '));
    await worker.terminate();
  });
} else {
  const lost = await open();
  await lost.connection.run('EXIT', FUEL);
  const used = await open();
  const other = await open();
  const pids = [await pidOf(used), await pidOf(other)];
  if (ending === 'a worker is ended') {
    parentPort.postMessage(pids);
    await used.connection.run('HANG', 20 * FUEL);
  } else {
    console.log(pids.join(' '));
    await other.instance.close();
    if (ending === 'exit') process.exit(0);
  }
}

async function open() {
  const instance = await engine.boot(createWorld(DEFAULT_WORLD));
  return { instance, connection: await instance.connect() };
}

async function pidOf({ connection }) {
  const { rows } = await connection.run('PID', FUEL);
  return Number(rows[0][0]);
}
