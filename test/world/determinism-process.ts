// Runs the workload in a process of its own: `determinism-process.ts <engine> <specification as JSON>`. It prints the
// fingerprint.

import { argv, stdout } from 'node:process';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { loadTurso } from '../../src/engines/turso/turso.ts';
import { fingerprint } from './determinism-workload.ts';

const [engineName, specification] = argv.slice(2);
const [name, version] = engineName.split('@');
const engine = name === 'sqlite' ? sqlite : await loadTurso(version);
stdout.write(JSON.stringify(await fingerprint(engine, JSON.parse(specification))));
