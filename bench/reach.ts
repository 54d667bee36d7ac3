// What plans reach of the language: for every slot of the grammar and every kind that could stand in it, how often it is drawn, and for what is
// never drawn, whether SQLite accepts it.
//
//   npm run reach -- [plans] [--update]
//
// With --update the table of docs/reach.md is written anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { requestAt } from '../src/campaign/settings.ts';
import { dialect } from '../src/dialect/index.ts';
import { sqlite } from '../src/engines/sqlite/sqlite.ts';
import { at, replaced } from '../src/find/shrink/tree.ts';
import { usableFeatures } from '../src/ledger/ledger.ts';
import { probedLedger } from '../src/ledger/probed-ledger.ts';
import { isRun } from '../src/plan/test-step.ts';
import { DEFAULT_FUEL } from '../src/planning/limits.ts';
import { Planner } from '../src/planning/planner.ts';
import { defaultProfile } from '../src/planning/profiles.ts';
import { Session } from '../src/run/session.ts';
import type { FromItem, Statement } from '../src/sql/ast.ts';
import type { WorldSpec } from '../src/world/index.ts';
import { BODIES, EXPRESSIONS, SOURCES } from './reach/examples.ts';
import { REASONS, reasonFor } from './reach/reasons.ts';
import { type Filled, filledIn } from './reach/slots.ts';

const SEED = 'reach';
const DOCUMENT = 'docs/reach.md';
const EXAMPLES_PER_SLOT = 4;

/** Where a slot was filled: the statements before it make it one that can be tried. */
interface Example {
  readonly world: WorldSpec;
  readonly before: readonly { readonly on: number; readonly statement: Statement }[];
  readonly on: number;
  readonly statement: Statement;
  readonly filled: Filled;
}

interface Slot {
  readonly sort: Filled['sort'];
  readonly drawn: Map<string, number>;
  readonly examples: Example[];
}

const arguments_ = process.argv.slice(2);
const plans = Number(arguments_.find((each) => /^\d+$/.test(each)) ?? 3000);
const slots = new Map<string, Slot>();

await draw();
const accepted = await askSqlite();
report();

async function draw(): Promise<void> {
  const settings = {
    seed: SEED,
    statements: 100,
    profile: defaultProfile,
    properties: [],
    features: usableFeatures(await probedLedger(sqlite)),
    abilities: sqlite.abilities,
  };
  for (let index = 0; index < plans; index++) {
    const planner = new Planner(requestAt(settings, index));
    const before: { on: number; statement: Statement }[] = [];
    for (const test of planner.steps) {
      if (!isRun(test)) continue;
      const { on } = test.step;
      const { statement } = test;
      for (const filled of filledIn(statement, dialect.isAggregate)) {
        let slot = slots.get(filled.slot);
        if (slot === undefined)
          slots.set(filled.slot, (slot = { sort: filled.sort, drawn: new Map(), examples: [] }));
        slot.drawn.set(filled.kind, (slot.drawn.get(filled.kind) ?? 0) + 1);
        if (slot.examples.length < EXAMPLES_PER_SLOT && before.length < 60)
          slot.examples.push({ world: planner.world, before: [...before], on, statement, filled });
      }
      before.push({ on, statement });
    }
  }
}

/** What is never drawn and accepted, with one statement that shows it. */
async function askSqlite(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [name, { sort, drawn, examples }] of slots) {
    const kinds = Object.keys(sort === 'expression' ? EXPRESSIONS : sort === 'from' ? SOURCES : BODIES);
    const missing = kinds.filter((kind) => !drawn.has(kind));
    if (missing.length === 0) continue;
    for (const example of examples) {
      const left = missing.filter((kind) => !found.has(`${name} ${kind}`));
      if (left.length > 0) await tryKinds(name, left, example, found);
    }
  }
  return found;
}

async function tryKinds(
  name: string,
  kinds: readonly string[],
  { world, before, on, statement, filled }: Example,
  found: Map<string, string>,
): Promise<void> {
  const session = new Session(sqlite, world, {});
  await session.start();
  for (const { on: connection, statement: each } of before) await session.run(connection, each, DEFAULT_FUEL);
  for (const kind of kinds) {
    const changed = replaced(statement, filled.path, exampleOf(kind, filled, statement));
    const probe = `reach_${kind}`;
    await session.run(on, { kind: 'savepoint', name: probe }, DEFAULT_FUEL);
    const outcome = await session.run(on, changed, DEFAULT_FUEL);
    // A constraint or a lock is met only by what was accepted before.
    const isAccepted =
      outcome.kind === 'rows' || (outcome.kind === 'refused' && outcome.class === 'constraint');
    if (isAccepted) found.set(`${name} ${kind}`, dialect.print(changed));
    await session.run(on, { kind: 'rollbackTo', name: probe }, DEFAULT_FUEL);
    await session.run(on, { kind: 'release', name: probe }, DEFAULT_FUEL);
  }
  await session.drop();
}

function exampleOf(kind: string, { sort, path }: Filled, statement: Statement): unknown {
  if (sort === 'expression') return EXPRESSIONS[kind];
  if (sort === 'body') return BODIES[kind];
  return SOURCES[kind](at(statement, path) as FromItem);
}

function report(): void {
  const lines: string[] = [];
  let [pairs, never, unexplained] = [0, 0, 0];
  for (const [name, { sort, drawn }] of [...slots].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kinds = Object.keys(sort === 'expression' ? EXPRESSIONS : sort === 'from' ? SOURCES : BODIES);
    const missing = kinds.filter((kind) => !drawn.has(kind) && accepted.has(`${name} ${kind}`));
    const open = missing.filter((kind) => reasonFor(name, kind) === undefined);
    pairs += drawn.size + missing.length;
    never += missing.length;
    unexplained += open.length;
    const counts = [...drawn].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
    lines.push(`| \`${name}\` | ${counts.join(', ')} | ${open.join(', ')} |`);
    for (const kind of open)
      process.stdout.write(`${name} ${kind}: ${accepted.get(`${name} ${kind}`)?.slice(0, 160)}\n`);
  }
  const summary =
    `In ${plans} plans of the default mixture: ${slots.size} slots, ${pairs} pairs of slot and kind that SQLite accepts; ` +
    `${never} are never drawn, ${never - unexplained} of them for a reason.`;
  process.stdout.write(`${summary}\n`);
  if (arguments_.includes('--update')) {
    const text = readFileSync(DOCUMENT, 'utf8');
    const table = [
      summary,
      '',
      ...REASONS,
      '',
      '| slot | drawn | accepted and not drawn yet |',
      '|---|---|---|',
      ...lines,
    ].join('\n');
    writeFileSync(
      DOCUMENT,
      text.replace(/<!-- table -->[\s\S]*<!-- end -->/, () => `<!-- table -->\n${table}\n<!-- end -->`),
    );
  }
}
