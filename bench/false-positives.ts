// How many reports of a campaign are no bugs but features that the engine does not have. The paper counts 96.5 % and 58 %
// for SQLancer on two versions; DIRT must stay under 1 %, unsupported combinations included.
//
//   npm run eval:false-positives -- [seconds a version] [engines …]

import type { Bug } from '../src/find/bug.ts';
import { runCampaign } from './campaign.ts';

const ENGINES = ['turso@0.2.2', 'turso@0.4.4', 'turso@0.5.3', 'turso@0.7.2', 'turso-native@0.1.4', 'sqlite'];
const DEFAULT_SECONDS = 120;

/**
 * What engines say of what they do not have. Turso puts "Parse error" in front of all it says while it prepares a statement,
 * so those words alone tell nothing.
 */
const NOT_THERE =
  /not (?:yet |currently )?(?:supported|implemented)|unsupported|syntax error|unexpected token|no such function|\btodo\b/i;

interface Line {
  readonly engine: string;
  readonly plans: number;
  readonly statements: number;
  readonly reports: number;
  /** Of the reports: those in which the model is outvoted, so DIRT is wrong. */
  readonly dirtBugs: number;
  readonly missing: readonly Bug[];
}

async function evaluate(engine: string, seconds: number): Promise<Line> {
  const bugs: Bug[] = [];
  const { plans, statements } = await runCampaign({
    seconds,
    workers: 2,
    settings: { seed: 'false-positives', statements: 100, engine, reference: 'sqlite', shrinks: true },
    onEvent: (event) => {
      if (event.event === 'bug' && event.isNew) bugs.push(event.bug);
    },
  });
  const missing = bugs.filter(
    ({ kind, message }) => kind === 'unsupportedCombination' || NOT_THERE.test(message),
  );
  const dirtBugs = bugs.filter(({ outvoted }) => outvoted === 'model').length;
  return { engine, plans, statements, reports: bugs.length, dirtBugs, missing };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const [secondsText, ...named] = process.argv.slice(2);
const seconds = secondsText === undefined ? DEFAULT_SECONDS : Number(secondsText);
print('engine               plans  statements  reports  DIRT wrong  not implemented  share');
for (const engine of named.length > 0 ? named : ENGINES) {
  const { plans, statements, reports, dirtBugs, missing } = await evaluate(engine, seconds);
  const share = reports === 0 ? 0 : (100 * missing.length) / reports;
  print(
    [
      engine.padEnd(18),
      String(plans).padStart(7),
      String(statements).padStart(11),
      String(reports).padStart(8),
      String(dirtBugs).padStart(11),
      String(missing.length).padStart(16),
      `${share.toFixed(1)} %`.padStart(7),
    ].join(' '),
  );
  for (const { kind, message, skeleton } of missing) print(`    ${kind}: ${message}\n      ${skeleton}`);
}
