// `npm run fuzz -- --minutes 5`: mutations of every format that DIRT reads, in this process and through the command line, and hostile
// engines, against the built package. Prints what fails with the seed that repeats it, and exits with 1 if anything does.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DirtError } from '../../.build/src/errors.js';
import { BUG, FORMATS, ID } from './formats.mjs';
import { mutated, mutatedText, streamOf } from './mutate.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Cases in this process: of plans, and of each other format. */
    plans: { type: 'string', default: '100000' },
    others: { type: 'string', default: '20000' },
    /** Through the command line. */
    commands: { type: 'string', default: '2000' },
    engines: { type: 'string', default: '40' },
    only: { type: 'string' },
  },
});

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const HOSTILE = fileURLToPath(new URL('../engines/program/hostile.mjs', import.meta.url));
const MOST_SHOWN = 10;
const SLOW_MS = 5_000;
const deadline =
  values.minutes === undefined
    ? Number.POSITIVE_INFINITY
    : performance.now() + Number(values.minutes) * 60_000;
const counts = {};
const failures = [];

const isOver = (share = 1) =>
  performance.now() > (Number.isFinite(deadline) ? deadline * share + (1 - share) * started : deadline);
const started = performance.now();

function note(what, seed, problem) {
  failures.push({ what, seed, problem });
  if (failures.length <= MOST_SHOWN) console.log(`FAILS ${what}, seed ${seed}: ${problem}`);
}

/** The text of one case. */
function caseOf({ documents, texts = documents.map((document) => JSON.stringify(document)) }, seed) {
  const below = streamOf(seed);
  if (documents.length > 0 && below(4) > 0) {
    try {
      return JSON.stringify(mutated(documents[below(documents.length)], below));
    } catch (error) {
      // Two mutations may nest it deeper than it can be written; a text is taken in its place.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return mutatedText(texts[below(texts.length)], below);
}

async function readers() {
  const names = Object.keys(FORMATS).filter((name) => values.only === undefined || name === values.only);
  const wanted = (name) => Number(name === 'plan' ? values.plans : values.others);
  const most = Math.max(...names.map(wanted));
  // By turns, so that a short run has some of all.
  for (let n = 0; n < most && !isOver(0.5); n += 100) {
    for (const name of names) {
      for (let i = n; i < Math.min(n + 100, wanted(name)); i++)
        await one(name, Number(values.seed) * 1_000_003 + i);
    }
  }
}

async function one(name, seed) {
  const text = caseOf(FORMATS[name], seed);
  const count = (counts[name] ??= { cases: 0, refused: 0 });
  count.cases++;
  const began = process.cpuUsage();
  try {
    await FORMATS[name].read(text);
  } catch (error) {
    if (error instanceof DirtError) count.refused++;
    else note(name, seed, error?.stack?.split('\n').slice(0, 4).join(' | ') ?? String(error));
  }
  // Of this process alone: the machine may have other work.
  const { user, system } = process.cpuUsage(began);
  const tookMs = Math.round((user + system) / 1000);
  if (tookMs > SLOW_MS) note(name, seed, `it takes ${tookMs} ms`);
  if (Object.prototype.polluted !== undefined || {}.polluted !== undefined) {
    note(name, seed, 'it pollutes Object.prototype');
    delete Object.prototype.polluted;
  }
}

/** A file of a format, and commands that read it. */
const COMMANDS = [
  [
    'plan',
    'plan.json',
    [
      ['replay', 'plan.json', '--engine', 'sqlite'],
      ['check', 'plan.json', '--engine', 'sqlite'],
      ['why', 'plan.json', '--engine', 'turso', '--times', '1'],
      ['shrink', 'plan.json', '--engine', 'sqlite', '--budget', '2s'],
    ],
  ],
  [
    'bug',
    `.dirt/bugs/${ID}/bug.json`,
    [
      ['bugs'],
      ['bugs', 'show', ID],
      ['replay', ID],
      ['bugs', 'mute', ID, '--reason', 'x'],
      ['bugs', 'rm', ID],
      ['bugs', 'doctor'],
      ['bugs', 'verify'],
      ['report', 'github', '--dry-run'],
    ],
  ],
  [
    'ledger',
    'dirt.features.json',
    [
      ['features', 'show', '--engine', 'sqlite'],
      ['features', 'diff', '--engine', 'sqlite'],
    ],
  ],
  [
    'profile',
    'profile.json',
    [
      [
        'run',
        '--profile',
        'profile.json',
        '--plans',
        '1',
        '--steps',
        '5',
        '--workers',
        '1',
        '--engine',
        'sqlite',
        '--budget',
        '5s',
      ],
    ],
  ],
  ['config', 'dirt.config.json', [['config'], ['engines']]],
  ['history', '.dirt/history.jsonl', [['history'], ['history', '--json'], ['report', 'html']]],
  ['recording', `.dirt/bugs/${ID}/recording.json`, [['report', 'html']]],
  [
    'script',
    'script.sql',
    [
      ['sql', 'script.sql', '--engine', 'sqlite', '--fuel', '100000'],
      ['check', 'script.sql', '--engine', 'sqlite'],
      ['shrink', 'script.sql', '--engine', 'sqlite', '--budget', '2s'],
    ],
  ],
  [
    'sql',
    'script.sql',
    [
      ['check', 'script.sql', '--engine', 'turso'],
      ['why', 'script.sql', '--engine', 'turso', '--times', '1'],
      ['replay', 'script.sql', '--engine', 'sqlite'],
      ['properties', 'new', 'mine', 'script.sql'],
    ],
  ],
  ['notation', 'it.dirt', [['properties', 'try', 'it.dirt', '--instances', '2']]],
];

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function commandLine() {
  const asked = COMMANDS.filter(([name]) => values.only === undefined || name === values.only);
  if (asked.length === 0) return;
  const count = (counts['command line'] = { cases: 0, refused: 0 });
  for (let n = 0; n < Number(values.commands) && !isOver(0.8); n++) {
    const seed = Number(values.seed) * 7_000_003 + n;
    const below = streamOf(seed);
    const [name, file, commands] = asked[below(asked.length)];
    const command = commands[below(commands.length)];
    const cwd = mkdtempSync(join(tmpdir(), 'dirt-fuzz-'));
    try {
      const bug = join(cwd, '.dirt/bugs', ID);
      mkdirSync(bug, { recursive: true });
      writeFileSync(join(bug, 'bug.json'), JSON.stringify(BUG));
      writeFileSync(join(bug, 'README.md'), '# x');
      writeFileSync(join(bug, 'plan.json'), JSON.stringify(FORMATS.plan.documents[0]));
      writeFileSync(join(cwd, file), caseOf(FORMATS[name], seed));
      const env = { ...process.env, NO_COLOR: '1', GITHUB_TOKEN: '', DIRT_GITHUB_TOKEN: '' };
      const ran = spawnSync(process.execPath, [MAIN, ...command], {
        cwd,
        env,
        encoding: 'utf8',
        timeout: 90_000,
        input: '',
      });
      count.cases++;
      if (ran.status === 2) count.refused++;
      const what = `${name}: dirt ${command.join(' ')}`;
      const errors = ran.stderr.trimEnd().split('\n');
      if (ran.status === null) note(what, seed, 'it hangs');
      else if (ran.status > 2) note(what, seed, `exit code ${ran.status}: ${ran.stderr.slice(0, 300)}`);
      else if (/^ {4}at |bug of DIRT/m.test(ran.stderr)) note(what, seed, ran.stderr.slice(0, 300));
      else if (ran.status === 2 && errors.at(-1).length > 300)
        note(what, seed, `a line of ${errors.at(-1).length} characters`);
      else if (`${ran.stdout}\n${ran.stderr}`.split('\n').some((line) => HIDDEN.test(line)))
        note(what, seed, 'it prints what is not visible');
      const left = readdirSync(cwd, { recursive: true })
        .map(String)
        .filter((path) => /\.tmp|\.lock$/.test(path));
      if (left.length > 0) note(what, seed, `it leaves ${left.join(', ')}`);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  }
}

function engines() {
  const count = (counts['hostile engines'] = { cases: 0, refused: 0 });
  const kinds = spawnSync(process.execPath, [HOSTILE, 'kinds'], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n');
  for (let n = 0; n < Number(values.engines) && !isOver(); n++) {
    const kind = kinds[(n + Number(values.seed) - 1) % kinds.length];
    const cwd = mkdtempSync(join(tmpdir(), 'dirt-fuzz-'));
    const command = JSON.stringify([process.execPath, HOSTILE, kind]);
    const engine = `program({ command: ${command}, timeoutMs: 300, memoryMb: 700 })`;
    writeFileSync(
      join(cwd, 'dirt.config.mjs'),
      `import { program } from 'dirt';\nexport default { engines: { hostile: ${engine} }, engine: 'hostile' };`,
    );
    const options = ['--plans', '3', '--steps', '30', '--workers', '1', '--seed', String(n), '--no-shrink'];
    const ran = spawnSync(process.execPath, [MAIN, 'run', ...options], {
      cwd,
      env: { ...process.env, TMPDIR: cwd },
      encoding: 'utf8',
      timeout: 300_000,
    });
    count.cases++;
    if (ran.status === 2) count.refused++;
    if (ran.status === null || ran.status > 2)
      note(`engine ${kind}`, n, `exit code ${ran.status}: ${ran.stderr.slice(0, 300)}`);
    const homes = readdirSync(cwd).filter((name) => name.startsWith('dirt-engine'));
    if (homes.length > 0) note(`engine ${kind}`, n, `it leaves ${homes.join(', ')}`);
    rmSync(cwd, { recursive: true, force: true });
  }
}

process.once('SIGTERM', summarise);
await readers();
commandLine();
if (values.only === undefined) engines();
summarise();

function summarise() {
  for (const [name, { cases, refused }] of Object.entries(counts))
    console.log(`${name.padEnd(16)} ${String(cases).padStart(7)} cases, ${refused} refused`);
  console.log(failures.length === 0 ? 'Nothing fails.' : `${failures.length} fail.`);
  process.exit(failures.length === 0 ? 0 : 1);
}
