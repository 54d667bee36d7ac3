// docs/sqlite-bugs.md: the bugs of SQLite itself that DIRT knows of, each with a script that shows it.

import { printExpression } from '../../src/dialect/sqlite/print/print.ts';
import { type SqliteBug, sqliteBugs } from '../../src/dialect/sqlite/sqlite-bugs.ts';
import { literal } from '../../src/sql/build.ts';
import type { Row } from '../../src/sql/value.ts';

export function sqliteBugsDocument(): string {
  return [
    '# Bugs of SQLite',
    '',
    'Made by `npm run docs:sqlite-bugs`; a test keeps it current, and another runs every script on the two SQLites that DIRT brings.',
    '',
    'Where a statement may meet one of these, the model does not predict what SQLite does, and its reason names the bug. *undetermined*: no',
    'engine is held to the outcome, nor can SQLite be the reference. *unknown*: the model does not know the outcome.',
    '',
    ...Object.entries<SqliteBug>(sqliteBugs).flatMap(([id, bug]) => sqliteBugSection(id, bug, '##')),
  ].join('\n');
}

/** With a heading of this level. */
export function sqliteBugSection(id: string, bug: SqliteBug, heading: string): string[] {
  const { says, seenIn, absentFrom = [], effect, avoided, script } = bug;
  const facts = [
    `seen in ${new Intl.ListFormat('en-GB').format(seenIn)}`,
    ...absentFrom.map((version) => `not in ${version}`),
    effect,
    ...(avoided === undefined ? [] : [`not generated ${avoided}`]),
  ];
  return [
    `${heading} ${id}`,
    '',
    `${says} (${facts.join('; ')})`,
    '',
    '```sql',
    ...script.map((sql) => `${sql};`),
    `-- gives ${told(bug.gives)} instead of ${told(bug.insteadOf)}`,
    '```',
    '',
  ];
}

function told(outcome: SqliteBug['gives']): string {
  if ('refused' in outcome) return `the error "${outcome.refused}"`;
  return outcome.length === 0 ? 'no row' : outcome.map(rowOf).join(', ');
}

function rowOf(row: Row): string {
  const texts = row.map((value) => printExpression(literal(value)));
  return texts.length === 1 ? texts[0] : `(${texts.join(', ')})`;
}
