// What plans are made and how they are judged, as one line of digests per plan: two revisions behave the same if they print the
// same lines. Every profile is used, and nothing depends on the clock.
//
//   npm run behaviour -- <file> [engine] [plans per profile] [statements per plan]

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { planAt } from '../src/campaign/settings.ts';
import { resolveEngine } from '../src/engines/resolve.ts';
import { usableFeatures } from '../src/ledger/ledger.ts';
import { probedLedger } from '../src/ledger/probed-ledger.ts';
import { encodePlan } from '../src/plan/codec.ts';
import { profiles } from '../src/planning/profiles.ts';
import { outcomesOf } from '../src/run/execute.ts';
import type { Finding } from '../src/run/finding.ts';
import { judgeFully } from '../src/run/judge-fully.ts';
import { refereeWith } from '../src/run/referee.ts';

const [file, engineName = 'turso', plans = '100', statements = '100'] = process.argv.slice(2);

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** JSON that tells apart all values of a database. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (typeof part === 'bigint') return `${part}n`;
    if (part instanceof Map) return [...part];
    if (part instanceof Uint8Array) return `x${Buffer.from(part).toString('hex')}`;
    if (Object.is(part, -0)) return '-0';
    return typeof part === 'number' && !Number.isFinite(part) ? String(part) : part;
  });
}

function findingText(finding: Finding | null): string {
  if (finding === null) return '-';
  const { kind, judge, property, at, signature, message, expected, actual, check, look } = finding;
  return `${kind}/${judge}/${property}/${at}/${signature}/${digest(json([message, expected, actual, check, look]))}`;
}

const engine = await resolveEngine(engineName);
const reference = await resolveEngine('sqlite');
const features = usableFeatures(await probedLedger(engine));
const lines: string[] = [];
for (const profile of Object.values(profiles)) {
  for (let i = 0; i < Number(plans); i++) {
    const settings = {
      seed: `house-${i}`,
      statements: Number(statements),
      profile,
      properties: [],
      features,
      abilities: engine.abilities,
    };
    const planned = planAt(settings, i);
    const { plan, statistics } = planned;
    const text = encodePlan(plan);
    const { trace, finding, modelIsWrong, tolerated } = await judgeFully(planned, engine, {
      referee: refereeWith(reference),
      doublecheck: false,
      triesAgain: () => false,
    });
    const fields = [
      profile.name,
      i,
      digest(text),
      digest(json(statistics)),
      digest(json(outcomesOf(trace))),
      trace.disk.traceHash,
      trace.disk.contentHash().slice(0, 16),
      findingText(finding),
      findingText(modelIsWrong),
      json(tolerated),
    ];
    lines.push(fields.join('\t'));
  }
  process.stderr.write(`${profile.name}: ${lines.length} plans\n`);
}
writeFileSync(file, `${lines.join('\n')}\n`);
