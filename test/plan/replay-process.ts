// Replays plans in a process of its own, which knows no property: JSON list of plans on stdin, fingerprints on stdout.

import { readFileSync } from 'node:fs';
import { stdout } from 'node:process';
import { loadSqlite } from '../../src/engines/sqlite/sqlite.ts';
import { fingerprintOf } from './fingerprint.ts';

const plans: string[] = JSON.parse(readFileSync(0, 'utf8'));
const sqlite = await loadSqlite();
const fingerprints: string[] = [];
for (const plan of plans) fingerprints.push(await fingerprintOf(plan, sqlite));
stdout.write(JSON.stringify(fingerprints));
