// Replays plans in a process of its own, which knows no property: `replay-process.ts <file>`, where the file is
// a JSON list of plans. It prints their fingerprints.

import { readFileSync } from 'node:fs';
import { argv, stdout } from 'node:process';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { fingerprintOf } from './fingerprint.ts';

const plans: string[] = JSON.parse(readFileSync(argv[2], 'utf8'));
const fingerprints: string[] = [];
for (const plan of plans) fingerprints.push(await fingerprintOf(plan, sqlite));
stdout.write(JSON.stringify(fingerprints));
