// For which statements of the default mixture the model cannot say what must happen, and why: `reasons.js [plans] [seed]`.

import { argv, stdout } from 'node:process';
import { planAt } from '../src/campaign/settings.ts';
import { sqlite } from '../src/engines/sqlite/sqlite.ts';
import { usableFeatures } from '../src/ledger/ledger.ts';
import { probedLedger } from '../src/ledger/probed-ledger.ts';
import { isRun } from '../src/plan/test-step.ts';
import { defaultProfile } from '../src/planning/profiles.ts';

const [plans = '1000', seed = 'reasons', example] = argv.slice(2);
const settings = {
  seed,
  statements: 100,
  profile: defaultProfile,
  properties: [],
  features: usableFeatures(await probedLedger(sqlite)),
  abilities: sqlite.abilities,
};
const counts = new Map<string, number>();
const kinds = new Map<string, Map<string, number>>();
let statements = 0;
for (let index = 0; index < Number(plans); index++) {
  for (const test of planAt(settings, index).steps) {
    if (!isRun(test)) continue;
    statements++;
    const { prediction, statement, sql } = test;
    if (prediction?.kind !== 'unknown' && prediction?.kind !== 'undetermined') continue;
    const reason = `${prediction.kind}: ${prediction.reason}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    const byKind = kinds.get(reason) ?? new Map<string, number>();
    kinds.set(reason, byKind.set(statement.kind, (byKind.get(statement.kind) ?? 0) + 1));
    if (example !== undefined && reason.includes(example)) stdout.write(`${sql}\n`);
  }
}
const percent = (count: number) => `${((100 * count) / statements).toFixed(2)} %`;
const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
stdout.write(`${statements} statements: ${percent(all)} unknown or undetermined\n`);
for (const [reason, count] of [...counts].sort(([, a], [, b]) => b - a)) {
  const of = [...kinds.get(reason)!].sort(([, a], [, b]) => b - a).map(([kind, each]) => `${kind} ${each}`);
  stdout.write(`  ${percent(count)} ${reason} (${of.join(', ')})\n`);
}
