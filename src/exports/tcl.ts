// A test in Tcl for SQLite's harness, or for tclsh with the package sqlite3 alone.

import { shellText, valuesOf } from '../imports/index.ts';
import { visible } from '../visible.ts';
import type { Format } from './format.ts';
import type { RegressionStep } from './regression-test.ts';

export const tcl: Format = {
  about: "for SQLite's harness, or tclsh with its package sqlite3",
  reopens: true,
  connections: true,
  write: ({ id, title, steps, connections }) => {
    const others = Array.from({ length: connections - 1 }, (_, i) => `sqlite3 db${i + 2} test.db\n`);
    const tests = steps.map((step, at) => testOf(step, `${id}-${at + 1}`, connections));
    return {
      files: {
        '.test': `# ${visible(title)}\n${PREAMBLE}\n${others.join('')}${tests.join('')}\nfinish_test\n`,
      },
    };
  },
};

/** Outside of SQLite's tree the few commands that are needed are made here. */
const PREAMBLE = `
set testdir [file dirname $argv0]
if {[file exists $testdir/tester.tcl]} {
  source $testdir/tester.tcl
} else {
  package require sqlite3
  file delete -force test.db test.db-wal test.db-journal
  sqlite3 db test.db
  set failures 0
  proc do_test {name body wanted} {
    if {[catch {uplevel #0 $body} given]} { set given "error: $given" }
    if {$given ne $wanted} {
      puts "$name\\n expected: \\[$wanted\\]\\n      got: \\[$given\\]"
      incr ::failures
    }
  }
  proc execsql {sql {db db}} { $db eval $sql }
  proc do_execsql_test {name sql {wanted {}}} { do_test $name [list execsql $sql] [list {*}$wanted] }
  proc finish_test {} { exit [expr {$::failures > 0}] }
}
`;

function testOf(step: RegressionStep, name: string, connections: number): string {
  if (step.do === 'reopen') {
    const all = Array.from({ length: connections }, (_, i) => handle(i));
    return all.map((db) => `${db} close\n`).join('') + all.map((db) => `sqlite3 ${db} test.db\n`).join('');
  }
  const sql = word(step.sql);
  const run = step.on === 0 ? `execsql ${sql}` : `execsql ${sql} ${handle(step.on)}`;
  const { expects } = step;
  switch (expects.kind) {
    case 'refused':
      return `do_test ${name} {\n  catch {${run}}\n} 1\n`;
    case 'anything':
      return `catch {${run}}\n`;
    case 'works':
      return step.on === 0 ? `do_execsql_test ${name} ${sql}\n` : `do_test ${name} {\n  ${run}\n} {}\n`;
    case 'rows': {
      const texts = valuesOf(expects.rows).map(shellText);
      const isSorted = !expects.isOrdered && expects.rows.length > 1;
      const list = word((isSorted ? texts.sort(byBytes) : texts).map(element).join(' '));
      if (isSorted) return `do_test ${name} {\n  lsort [${run}]\n} [list {*}${list}]\n`;
      return step.on === 0
        ? `do_execsql_test ${name} ${sql} ${list}\n`
        : `do_test ${name} {\n  ${run}\n} [list {*}${list}]\n`;
    }
  }
}

function handle(on: number): string {
  return on === 0 ? 'db' : `db${on + 1}`;
}

/** In braces, where they come in pairs; else with everything escaped that means something. */
function word(text: string): string {
  return isSafe(text) ? `{${text}}` : `"${text.replace(/[\\"$[\]{}]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

function element(text: string): string {
  if (/^[\w.+-]+$/.test(text)) return text;
  return isSafe(text) ? `{${text}}` : text.replace(/[\s\\"$[\]{};]/g, '\\$&');
}

function isSafe(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth++;
    else if (character === '}' && --depth < 0) return false;
  }
  return depth === 0 && !text.includes('\\');
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
