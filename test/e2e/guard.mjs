// Loaded into a command before its own code: says on standard error what no data may bring about, that another program is started or that
// a prototype is changed. Git is asked which commit a run belongs to.

import childProcess from 'node:child_process';
import { writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const say = (text) => writeSync(2, `GUARD: ${text}\n`);

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  const original = childProcess[name];
  childProcess[name] = (command, ...more) => {
    if (command !== 'git') say(`${name} ${command}`);
    return original(command, ...more);
  };
}
syncBuiltinESMExports();

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const namesOf = () => PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length).join();
const before = namesOf();

process.on('exit', () => {
  if (namesOf() !== before || {}.polluted !== undefined) say('a prototype was changed');
});
