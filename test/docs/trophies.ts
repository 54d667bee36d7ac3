// docs/trophies.md: real bugs of released engines that DIRT has found, with their scripts and how to see each of them.

import { recordedTrophies, type Trophy, trophies } from '../../bench/trophy.ts';
import { type SqliteBug, sqliteBugs } from '../../src/dialect/sqlite/sqlite-bugs.ts';
import { sqliteBugSection } from './sqlite-bugs.ts';

/** Of docs/sqlite-bugs.md, those that anybody may meet. */
const OF_SQLITE = [
  'refused-rows-stay',
  'in-overlooks-nulls',
  'row-in-permuted-index',
  'groups-in-inner-order',
] as const;

const ENGINES = {
  turso: 'Turso',
  libsql: 'libSQL',
} as const;

export function trophiesDocument(): string {
  const all = trophies();
  return [
    '# Trophies',
    '',
    'Real bugs of released engines, found by DIRT and shrunk by it. Each is a script in [trophies/](trophies) that one command replays: the model, which is proven against',
    'SQLite, says what must come out. Made by `npm run docs:trophies`, which tries every script on the engine that it names, where it must fail, and on SQLite, where it must pass,',
    'and writes down what it saw; a test tries those of installed engines again. Comments of the scripts say what the engine did.',
    '',
    ...Object.entries(ENGINES).flatMap(([name, title]) => [
      `## ${title}`,
      '',
      ...(name === 'libsql' ? LIBSQL : []),
      ...all.filter(({ engine }) => engine.split('@')[0] === name).flatMap(sectionOf),
    ]),
    '## SQLite',
    '',
    `[sqlite-bugs.md](sqlite-bugs.md) has all ${Object.keys(sqliteBugs).length} that DIRT knows of; a test runs each on the versions of SQLite that come with DIRT. To see one, put it`,
    'into a file and run `npx dirt sql file.sql --engine sqlite@3.50.4`, or any other version.',
    '',
    ...OF_SQLITE.flatMap((id) => sqliteBugSection(id, sqliteBugs[id] as SqliteBug, '###')),
  ].join('\n');
}

const CONFIG = '--config examples/engine-libsql/dirt.config.ts ';

const LIBSQL = [
  'The package `libsql` for Node, 0.5.29, which is libSQL with SQLite 3.45.1. [examples/engine-libsql](../examples/engine-libsql) is the adapter; `npm install libsql` before the',
  'commands below.',
  '',
];

function sectionOf({ id, says, engine }: Trophy): string[] {
  const seen = recordedTrophies().find((each) => each.id === id);
  return [
    `### ${says.replace(/\.$/, '')}`,
    '',
    '```sql',
    (seen?.script ?? '-- not tried yet').trimEnd(),
    '```',
    '',
    `\`npx dirt replay docs/trophies/${id}.sql ${engine === 'libsql' ? CONFIG : ''}--engine ${engine}\``,
    '',
  ];
}
