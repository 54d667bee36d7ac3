// An engine that does one thing wrong, named by its argument; everything else it answers as docs/program-protocol.md says.

import { createInterface } from 'node:readline';

const [, , fault = 'nothing'] = process.argv;

const HELLO = { name: 'misbehaving', version: '1' };
const ROWS = { rows: [[['i', '1']]], changes: 0 };

/** What is answered to `hello`, by fault; a text is said as it is. */
const HELLOS = {
  malformedHello: '{"name": ',
  wrongHello: { name: 'misbehaving', version: 2 },
  unknownAbility: { ...HELLO, abilities: { conections: 2 } },
  powerCut: { ...HELLO, abilities: { faults: ['powerCut'] } },
};

/** What is answered to a statement, by fault. */
const ANSWERS = {
  malformed: '{"rows": [[',
  wrongType: { rows: [[['i', '1'], 5]] },
  notEncoded: { rows: [[['i', '1.5']]] },
  unknownKey: { row: [] },
  wrongClass: { error: { class: 'unkown', message: 'no' } },
  noMessage: { error: {} },
  twice: `${JSON.stringify(ROWS)}\n${JSON.stringify(ROWS)}`,
};

if (fault === 'dead') {
  console.error('cannot find the database library');
  process.exit(7);
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (fault === 'silent') continue;
  if (request.do === 'hello') say(HELLOS[fault] ?? HELLO);
  else if (request.do === 'run') run(request.sql);
  else say({});
}
if (fault === 'silent') setInterval(() => {}, 1000);

function run(sql) {
  if (/^CREATE/.test(sql) || fault === 'nothing') say({ rows: [], changes: 0 });
  else if (fault === 'aborts') {
    console.error('page.c:117: release: Assertion `page->pins > 0` failed.');
    process.abort();
  } else if (fault === 'exits') process.exit(3);
  else if (fault === 'panics') {
    console.error("thread 'main' panicked at src/btree.rs:42:7:\nindex out of bounds");
    process.exit(101);
  } else if (fault === 'hangs') for (;;);
  else say(ANSWERS[fault] ?? ROWS);
}

function say(answer) {
  console.log(typeof answer === 'string' ? answer : JSON.stringify(answer));
}
