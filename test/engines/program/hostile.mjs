// SQLite as a program that is sound but for one hostile act, named by its argument, which some writing statements trigger. What each act
// must come to is up to test/e2e/hostile-engines.test.ts.

import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { sqlite } from '../../../dist/engines/sqlite/sqlite.js';
import { encodeRow } from '../../../dist/sql/index.js';
import { createWorld, DEFAULT_WORLD } from '../../../dist/world/index.js';

const [, , kind = 'nothing'] = process.argv;
const FUEL = 100_000_000;
const ESCAPES =
  '\u001b]0;title\u0007\u009b2J\u202e\r\n::error::injected\n##[error]injected\n@everyone fixes #1\nFORGED LINE\rFORGED LINE';

let folder = '';
let instance;
const connections = new Map();

/** All of it: a pipe takes as much as it has room for. */
const raw = (text) => {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
};
const say = (answer) => raw(`${JSON.stringify(answer)}\n`);
const refuse = (message) => say({ error: { message } });
const nested = (depth) => `{"rows":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const child = (options) =>
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', ...options });
const forever = () => {
  for (;;);
};

/** Without an answer of its own, an act is followed by the right one. */
const ACTS = {
  // The protocol.
  notJson: () => raw('{"rows": [[\n'),
  notAnObject: () => raw('[]\n'),
  emptyLine: () => raw('\n'),
  deep: () => raw(`${nested(100_000)}\n`),
  deepJson: () => raw(`{"rows":[[${'['.repeat(3000)}${']'.repeat(3000)}]]}\n`),
  prototype: () => raw('{"__proto__":{"rows":[]},"rows":[]}\n'),
  prototypeInside: () => raw('{"rows":[],"error":{"message":"x","__proto__":{"class":"busy"}}}\n'),
  constructorKey: () => raw('{"constructor":{"prototype":{"polluted":1}}}\n'),
  wrongType: () => say({ rows: [[5]] }),
  badNumber: () => say({ rows: [[['i', '99999999999999999999']]] }),
  badReal: () => say({ rows: [[['r', 'NaN']]] }),
  badBlob: () => say({ rows: [[['b', '0']]] }),
  unknownKey: () => say({ rovs: [] }),
  negativeChanges: () => say({ changes: -1 }),
  twoAnswers: () => raw('{}\n{}\n'),
  controlBytes: () => raw(Buffer.from([0, 1, 2, 0xff, 0xfe, 0x1b, 0x5b, 0x32, 0x4a, 10])),
  chatter: () => {
    raw('debug: inserting\n');
    return 'go on';
  },
  flood: () => {
    for (let i = 0; i < 20_000; i++) raw('{}\n');
  },
  endlessLine: () => {
    for (let i = 0; i < 80; i++) raw('x'.repeat(2 ** 20));
    forever();
  },
  hugeAnswer: () => raw(`{"rows":[[["t","${'x'.repeat(2 ** 24)}"]]]}\n`),
  // What it says.
  escapes: () => refuse(ESCAPES),
  longMessage: () => refuse('x'.repeat(2 ** 20)),
  manyLines: () => refuse('line\n'.repeat(10_000)),
  loneSurrogate: () => raw('{"error":{"message":"\\ud800\\u0000"}}\n'),
  noisyErrors: () => {
    for (let i = 0; i < 2_000; i++) writeSync(2, `${ESCAPES}\n`);
    process.exit(1);
  },
  // Ways to die, and not to.
  exits: () => process.exit(0),
  aborts: () => process.abort(),
  answersAndExits: () => {
    say({ rows: [], changes: 0 });
    process.exit(0);
  },
  overflows: () => {
    const deeper = () => deeper() + 1;
    deeper();
  },
  killed: () => process.kill(process.pid, 'SIGKILL'),
  stops: () => process.kill(process.pid, 'SIGSTOP'),
  hangs: forever,
  closesOutput: () => {
    process.stdout.end();
    process.stdout.destroy();
    setInterval(() => {}, 1000);
  },
  eatsMemory: () => {
    const eaten = [];
    for (;;) eaten.push(Buffer.alloc(2 ** 24, 1));
  },
  // What it starts.
  childHoldsPipes: () => {
    child({});
    process.exit(1);
  },
  daemonHoldsPipes: () => {
    child({ detached: true }).unref();
    process.exit(1);
  },
  silentDaemon: () => {
    child({ detached: true, stdio: 'ignore' }).unref();
    return 'go on';
  },
  manyChildren: () => {
    for (let i = 0; i < 5; i++) child({ detached: i % 2 === 0, stdio: 'ignore' });
    process.exit(1);
  },
  // What it does to its folder.
  removesFolder: () => {
    rmSync(folder, { recursive: true, force: true });
    return 'go on';
  },
  removesHome: () => {
    rmSync(dirname(folder), { recursive: true, force: true });
    return 'go on';
  },
  fileForFolder: () => {
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, '');
    return 'go on';
  },
  hugeFile: () => {
    writeFileSync(join(folder, 'big'), '');
    truncateSync(join(folder, 'big'), 3 * 2 ** 30);
    return 'go on';
  },
  links: () => {
    symlinkSync('/etc/passwd', join(folder, 'test.db-wal'));
    symlinkSync('/', join(folder, 'root'));
    return 'go on';
  },
  deepFolders: () => {
    mkdirSync(join(folder, ...Array(100).fill('d')), { recursive: true });
    return 'go on';
  },
};

if (kind === 'kinds') {
  raw(`${Object.keys(ACTS).join('\n')}\n`);
  process.exit(0);
}

const act = ACTS[kind];
for await (const line of createInterface({ input: process.stdin })) await answer(JSON.parse(line));

async function answer(request) {
  switch (request.do) {
    case 'hello':
      return say({ name: 'hostile', version: '1', protocol: 2 });
    case 'open':
      folder = dirname(request.database);
      instance = await sqlite.boot(createWorld(DEFAULT_WORLD));
      return say({});
    case 'connect':
      connections.set(request.connection, await instance.connect());
      return say({});
    case 'run':
      return act !== undefined && isTrigger(request.sql) && act() !== 'go on' ? undefined : run(request);
    case 'disconnect':
      return say({});
    case 'close':
      await instance.close();
      return say({});
  }
}

function isTrigger(sql) {
  return /^(?:INSERT|UPDATE|DELETE).*\bc\d/s.test(sql) && sql.length % 5 === 0;
}

async function run({ connection, sql }) {
  const outcome = await connections.get(connection).run(sql, FUEL);
  if (outcome.kind === 'rows') return say({ rows: outcome.rows.map(encodeRow), changes: outcome.changes });
  const { class: refusal = 'other', constraint, message = outcome.kind } = outcome;
  return say({ error: { class: refusal, message, ...(constraint && { constraint }) } });
}
