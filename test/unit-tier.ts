// Runs before each file of the unit tier, which boots no engine and starts no process: here both are refused.

import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const REMEDY = 'which is not for unit tests: list the file in test/tiers.ts';

// Every engine asks for memory. (What Node compiles for fetch() brings its own.)
WebAssembly.Memory = class extends WebAssembly.Memory {
  constructor(size: ConstructorParameters<typeof WebAssembly.Memory>[0]) {
    super(size);
    throw new Error(`an engine is booted, ${REMEDY}`);
  }
};

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'])
  Object.assign(childProcess, {
    [name]: () => {
      throw new Error(`a process is started, ${REMEDY}`);
    },
  });
syncBuiltinESMExports();
