// An engine that tells of itself: its statements ask for its process, its folder and what it was sent. Its arguments are the protocol
// that it speaks and what it refuses.

import { readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const [, , protocol = '2', refuses = 'nothing'] = process.argv;
const abilities = { faults: ['kill', 'reopen'], connections: 2 };

let opened = 0;
/** The most requests that came in one go. */
let mostAtOnce = 0;
/** The statements that were run. */
let ran = 0;
let rest = '';

process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  mostAtOnce = Math.max(mostAtOnce, lines.length);
  for (const line of lines) process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
});

function answer(request) {
  switch (request.do) {
    case 'hello':
      return { name: 'serving', version: '1', abilities, ...(protocol === '2' && { protocol: 2 }) };
    case 'open':
      if (opened++ > 0 && refuses === 'open') return { error: { message: 'already open' } };
      if (opened > 1 && refuses === 'life') process.exit(4);
      process.chdir(dirname(request.database));
      return {};
    case 'close':
      if (refuses === 'close') return { error: { message: 'cannot close' } };
      return {};
    case 'run':
      ran++;
      return run(request.sql);
    default:
      return {};
  }
}

function run(sql) {
  switch (sql) {
    case 'PID':
      return one(process.pid);
    case 'MOST AT ONCE':
      return one(mostAtOnce);
    case 'FOLDER':
      return text(process.cwd());
    case 'FILES':
      return text(readdirSync('.').join());
    case 'WRITE':
      writeFileSync('test.db', `written by ${process.pid} as statement ${ran}`);
      return {};
    case 'COMPLAIN':
      process.stderr.write('error: an old complaint\n');
      return {};
    case 'EXIT':
      process.exit(3);
      return {};
    case 'HANG':
      for (;;);
    default:
      return {};
  }
}

function one(number) {
  return { rows: [[['i', String(number)]]], changes: 0 };
}

function text(value) {
  return { rows: [[['t', value]]], changes: 0 };
}
