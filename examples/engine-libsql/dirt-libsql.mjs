// libSQL's package for Node as an engine for DIRT: requests on stdin, answers on stdout, one JSON object a line. Needs `npm install libsql`.

import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'libsql';

const abilities = {
  faults: ['kill', 'reopen', 'disconnect', 'sqliteWrites'],
  journalModes: ['wal', 'delete'],
  pageSizes: [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536],
  connections: 16,
  sqliteFiles: true,
};
const CHANGES_ROWS = /^\s*(with|insert|replace|update|delete)\b/i;
const connections = new Map();
let spec;

function encoded(value) {
  if (value === null) return null;
  if (typeof value === 'bigint') return ['i', String(value)];
  if (typeof value === 'number') return ['r', Object.is(value, -0) ? '-0.0' : String(value)];
  return typeof value === 'string' ? ['t', value] : ['b', value.toString('hex')];
}

function connected() {
  const database = new Database(spec.database, { timeout: 0 });
  // A kill loses nothing that was written, and the power stays on: there is no need to wait for the disk.
  const settings = [
    `page_size=${spec.pageSize}`,
    `journal_mode=${spec.journalMode}`,
    'synchronous=OFF',
    'foreign_keys=OFF',
  ];
  for (const setting of settings) asked(database, `PRAGMA ${setting}`);
  return database;
}

/** Only statements that return rows can be asked for them. */
function asked(database, sql) {
  const statement = database.prepare(sql);
  if (statement.reader) return statement.safeIntegers(true).raw(true).all();
  statement.run();
  return [];
}

function run(database, sql) {
  const total = () => asked(database, 'SELECT total_changes()')[0][0];
  const before = CHANGES_ROWS.test(sql) ? total() : 0n;
  const rows = asked(database, sql).map((row) => row.map(encoded));
  const hasChanged = CHANGES_ROWS.test(sql) && total() !== before;
  return { rows, changes: hasChanged ? Number(asked(database, 'SELECT changes()')[0][0]) : 0 };
}

function answer({ do: what, connection, sql, ...given }) {
  if (what === 'hello') {
    const [[version]] = asked(new Database(':memory:'), 'SELECT sqlite_version()');
    return { protocol: 2, name: 'libsql', version, abilities };
  }
  if (what === 'run') return run(connections.get(connection), sql);
  if (what === 'open') {
    spec = given;
    process.chdir(dirname(spec.database));
  }
  if (what === 'connect') connections.set(connection, connected());
  if (what === 'disconnect') connections.get(connection).close();
  if (what === 'disconnect') connections.delete(connection);
  if (what === 'close') {
    for (const database of connections.values()) database.close();
    connections.clear();
  }
  return {};
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = answer(JSON.parse(line));
  } catch (error) {
    const isConstraint = String(error.code).startsWith('SQLITE_CONSTRAINT');
    reply = { error: { ...(isConstraint && { class: 'constraint' }), message: String(error.message) } };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
