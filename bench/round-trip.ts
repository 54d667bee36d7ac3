// Whether text means what it was printed from: statements that plans draw are printed, read again and compared, tree by tree.
//
//   npm run roundtrip -- [--count 1000000] [--seed roundtrip]
//
// A tree that is another and yet has the same text is counted with an example (`-5` may be a literal, or a sign before one). A text that
// is another, or that is not read, is an error: it is shown, and the command ends with 1. The text of drawn raw statements is left out.

import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { requestAt } from '../src/campaign/settings.ts';
import { dialect } from '../src/dialect/index.ts';
import { sqlite } from '../src/engines/sqlite/sqlite.ts';
import { isRun } from '../src/plan/test-step.ts';
import { Planner } from '../src/planning/planner.ts';
import { defaultProfile } from '../src/planning/profiles.ts';
import { sameTree } from '../src/sql/index.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: 'roundtrip' },
  },
});
const most = Number(options.count);
/** Shown of each kind. */
const MOST_SHOWN = 10;
const STATEMENTS = 200;

const settings = {
  seed: options.seed,
  statements: STATEMENTS,
  profile: defaultProfile,
  properties: [],
  // Everything that can be drawn, whether an engine has it or not.
  features: dialect.features.ids,
  abilities: sqlite.abilities,
};
const newReader = await dialect.readers();
const counts = { printed: 0, same: 0, sameText: 0, wrong: 0 };
const examples = new Map<string, string>();
let readingMs = 0;

for (let index = 0; counts.printed < most; index++) {
  const read = newReader();
  for (const test of new Planner(requestAt(settings, index)).steps) {
    if (!isRun(test) || test.statement.kind === 'raw' || counts.printed >= most) continue;
    const text = dialect.print(test.statement);
    counts.printed++;
    const start = performance.now();
    const result = read(text);
    readingMs += performance.now() - start;
    if ('problem' in result || result.unread !== undefined) {
      show('not read', 'problem' in result ? result.problem.message : result.unread, text);
      continue;
    }
    if (sameTree('statement', test.statement, result.statement)) counts.same++;
    else if (dialect.print(result.statement) !== text)
      show('other text', dialect.print(result.statement), text);
    else {
      counts.sameText++;
      if (examples.size < MOST_SHOWN) examples.set(test.statement.kind, text);
    }
  }
}

const rate = Math.round((counts.printed / readingMs) * 1000);
process.stdout.write(
  `${counts.printed} statements: ${counts.same} read as the same tree, ${counts.sameText} as another tree with the same text, ` +
    `${counts.wrong} otherwise; ${rate} read per second\n`,
);
for (const [kind, text] of examples)
  process.stdout.write(`  same text, other tree: ${kind}: ${text.slice(0, 300)}\n`);
process.exitCode = counts.wrong > 0 ? 1 : 0;

function show(what: string, how: string | undefined, text: string): void {
  counts.wrong++;
  if (counts.wrong <= MOST_SHOWN) process.stdout.write(`${what}: ${how}\n  ${text}\n`);
}
