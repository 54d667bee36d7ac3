// What `dirt shrink` makes of long failing scripts: the plans of a bug base as they were found, written as a person's script with other names,
// comments and another layout, are shrunk through the command line. It counts what is left, and for how many the same bug is found again.
//
//   npm run bench:shrink -- <bug base> [<bug base> …] [--count 30] [--least 50] [--most 500] [--engine turso@0.7.2] [--keep <folder>]

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { originalOf } from '../src/cli/original-plan.ts';
import { BugBase, describeSteps, type StoredBug } from '../src/find/index.ts';
import { type Plan, statementCount } from '../src/plan/index.ts';
import { Random } from '../src/random.ts';
import type { Finding } from '../src/run/index.ts';

const { values: options, positionals: bases } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '30' },
    least: { type: 'string', default: '50' },
    most: { type: 'string', default: '500' },
    engine: { type: 'string', default: 'turso@0.7.2' },
    keep: { type: 'string' },
  },
});
const [least, most] = [Number(options.least), Number(options.most)];
const scratch = options.keep ?? mkdtempSync(join(tmpdir(), 'dirt-shrink-scripts-'));
mkdirSync(scratch, { recursive: true });

/** Read where the built command line is. */
const MAIN = resolve('dist/cli/main.js');
const WORDS = { t: 'orders', c: 'field', i: 'idx_', v: 'overview', g: 'on_change', s: 'mark', d: 'archive' };

const random = Random.of('scripts');
const candidates = bases.flatMap((base) => new BugBase(base).load().bugs);
const results: { id: string; before: number; left: number; came: string; seconds: number }[] = [];

for (const stored of candidates) {
  if (results.length >= Number(options.count)) break;
  const original = originalOf(stored.folder);
  if (original === null || statementCount(original) < least || statementCount(original) > most) continue;
  const result = shrunk(stored, original);
  if (result === null) continue;
  results.push(result);
  const { id, before, left, came, seconds } = result;
  process.stdout.write(`${id}: ${before} statements to ${left} in ${seconds.toFixed(1)} s, ${came}\n`);
}
const lefts = results.map(({ left }) => left).sort((a, b) => a - b);
const same = results.filter(({ came }) => came === 'the same bug').length;
process.stdout.write(
  `${results.length} scripts of ${Math.min(...results.map(({ before }) => before))} to ${Math.max(...results.map(({ before }) => before))} statements: ` +
    `median ${lefts[Math.floor(lefts.length / 2)]} left, at most ${lefts.at(-1)}; ${same} are the same bug again\n`,
);
if (options.keep === undefined) rmSync(scratch, { recursive: true });

function shrunk({ bug, folder }: StoredBug, original: Plan): (typeof results)[number] | null {
  const work = join(scratch, bug.id);
  rmSync(work, { recursive: true, force: true });
  const script = join(work, 'script.sql');
  cpSync(folder, join(work, 'bugs', bug.id), { recursive: true });
  writeFileSync(script, scriptOf(original));
  const began = performance.now();
  // A plan may fail in several ways.
  const args = [
    'shrink',
    script,
    '--engine',
    options.engine,
    '--bugs',
    join(work, 'bugs'),
    '--failure',
    bug.kind,
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });
  const seconds = (performance.now() - began) / 1000;
  const [, before, left] = /^-- (\d+) statements shrunk to (\d+)/m.exec(stdout) ?? [];
  const [, isKnown, id, title] = /^-- (known|new) bug (\S+): (.*)$/m.exec(stdout) ?? [];
  if (left === undefined) {
    // A check of a property, and a look that only a plan takes, are not in the script.
    process.stdout.write(
      `${bug.id} (${bug.kind}): left out: ${(stdout + stderr).trim().split('\n').at(-1)}\n`,
    );
    return null;
  }
  const came = id === bug.id ? 'the same bug' : `${isKnown} ${id}, ${title}`;
  return { id: bug.id, before: Number(before), left: Number(left), came, seconds };
}

function scriptOf(plan: Plan): string {
  const nowhere = { at: Number.NaN } as Finding;
  const lines = describeSteps({ plan, finding: nowhere, outcomes: [] });
  return lines
    .map(({ kind, text }) => (kind === 'directive' ? text : disguised(text)))
    .flatMap((text) => (random.oneIn(6) ? ['-- what the shop does next; see the manual', text] : [text]))
    .join(random.oneIn(2) ? '\n' : '\n\n');
}

/** With other names, other spaces, comments, and words in lower case. */
function disguised(sql: string): string {
  const tokens = sql.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|\s+|[^\w\s]/g) ?? [];
  return tokens
    .map((token) => {
      if (/^\s+$/.test(token)) return spaced();
      const name = /^"?([tcivgsd])(\d+)"?$/.exec(token);
      if (name !== null) return token.replace(/\w+/, `${WORDS[name[1] as keyof typeof WORDS]}${name[2]}`);
      return /^[A-Z]+$/.test(token) ? token.toLowerCase() : token;
    })
    .join('');
}

function spaced(): string {
  if (random.oneIn(12)) return '\n    ';
  return random.oneIn(40) ? ' /* as agreed */ ' : ' ';
}
