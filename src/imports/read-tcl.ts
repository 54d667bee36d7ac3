// Tests of SQLite in Tcl: do_execsql_test, do_catchsql_test, and do_test, execsql, catchsql and `db eval` with plain text. What would have
// to be evaluated is left out, and from there on nothing is expected any more until the database is made anew.

import type { Row } from '../sql/index.ts';
import type { Expected, ReadFile } from './script.ts';
import { ScriptDraft } from './script-draft.ts';
import { shellText, valuesOf } from './suite-text.ts';
import { commandsIn, listOf, type Word } from './tcl-words.ts';

export function readTcl(name: string, text: string): ReadFile {
  const reading = new TclReading(name);
  reading.script(text, 1);
  return { scripts: reading.draft.scripts(), leftOut: reading.leftOut };
}

/** They touch no database, or only look at it. */
const HARMLESS = new Set([
  ...[
    'set',
    'source',
    'finish_test',
    'incr',
    'puts',
    'proc',
    'unset',
    'global',
    'package',
    'append',
    'lappend',
  ],
  ...[
    'set_test_counter',
    'do_not_use_codec',
    'expr',
    'return',
    'hexio_get_int',
    'do_eqp_test',
    'integrity_check',
  ],
]);

/** Of the database handle. */
const HARMLESS_OF_DB = new Set(['close', 'cache', 'config', 'changes', 'onecolumn', 'one']);

/** SQL that changes something, or that stands elsewhere. */
const CHANGES =
  /\b(insert|update|delete|create|drop|alter|replace|begin|commit|end|rollback|savepoint|release|pragma|attach|detach|vacuum|reindex|analyze|with)\b|^\s*["[]?\s*\$/i;

const HAS_SQL = /\b(execsql|catchsql|execsql2|do_execsql_test|do_catchsql_test)\b|\bdb\d? eval\b/;

/** What they do is in their words. */
const CONTROL = new Set(['if', 'foreach', 'for', 'while', 'catch', 'switch']);

class TclReading {
  readonly draft: ScriptDraft;
  readonly leftOut: string[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
    this.draft = new ScriptDraft(name);
  }

  script(text: string, line: number, expects: Expected | null = null): void {
    const commands = [...commandsIn(text, line)];
    // What is expected of a body is its last value.
    commands.forEach((words, at) => {
      this.#command(words, at === commands.length - 1 ? expects : null);
    });
  }

  #command(words: readonly Word[], expects: Expected | null): void {
    const [{ text: command, line }, ...rest] = words;
    switch (command) {
      case 'do_execsql_test':
        this.#test(rest, rowsIn);
        return;
      case 'do_catchsql_test':
        this.#test(rest, caughtIn);
        return;
      case 'do_test':
        this.#body(rest);
        return;
      case 'execsql':
        this.#sql(rest[0], rest.length === 1 || rest[1]?.text === 'db', line, expects);
        return;
      case 'catchsql':
        this.#sql(rest[0], rest.length === 1 || rest[1]?.text === 'db', line, null);
        return;
      case 'db':
        if (rest[0]?.text === 'eval' && rest.length === 2) this.#sql(rest[1], true, line, expects);
        else if (!HARMLESS_OF_DB.has(rest[0]?.text ?? '')) this.#leaveOut(words);
        return;
      case 'ifcapable': {
        const isNegated = rest[0]?.text.startsWith('!');
        const body = isNegated ? rest[3] : rest[1];
        if (body?.isLiteral) this.script(body.text, body.line);
        return;
      }
      case 'if':
        // How a file finds its harness, or does without.
        if (!rest.every(isPreparation)) this.#leaveOut(words);
        return;
      case 'reset_db':
      case 'forcedelete':
        this.draft.restart();
        return;
      case 'sqlite3':
        if (rest[0]?.text === 'db') this.draft.step({ do: 'reopen' });
        return;
      default: {
        const caught = caughtBy(words);
        if (caught !== null) this.script(caught.text, caught.line);
        else if (
          command !== 'proc' &&
          (!HARMLESS.has(command) || words.some(({ text }) => HAS_SQL.test(text)))
        )
          this.#leaveOut(words);
      }
    }
  }

  /** `name sql expected`, perhaps with `-db name` before. */
  #test(words: readonly Word[], expectedOf: (word: Word | undefined) => Expected | null): void {
    if (words[0]?.text === '-db') {
      this.#leaveOut(words);
      return;
    }
    const [, sql, wanted] = words;
    this.#sql(sql, true, words[0]?.line ?? 0, expectedOf(wanted));
  }

  /** `name body expected`. A body may catch a refusal, and give whether there was one and its message. */
  #body([, body, wanted]: readonly Word[]): void {
    if (!body?.isLiteral) return;
    const commands = [...commandsIn(body.text, body.line)];
    const [first = []] = commands;
    const caught = commands.length === 2 ? caughtBy(first) : null;
    if (caught !== null) this.script(caught.text, caught.line, caughtIn(wanted));
    else if (commands.length === 1 && first[0]?.text === 'catch' && first[1]?.isLiteral)
      this.script(first[1].text, first[1].line, wanted?.text === '1' ? { kind: 'refused' } : null);
    else if (commands.length === 1 && first[0]?.text === 'lsort' && first[1]?.text.startsWith('['))
      this.script(first[1].text.slice(1, -1), first[1].line, sortedRows(rowsIn(wanted)));
    else if (commands.length === 1 && first[0]?.text === 'catchsql')
      this.#sql(first[1], first.length === 2, body.line, caughtIn(wanted));
    else this.script(body.text, body.line, wanted === undefined ? null : rowsIn(wanted));
  }

  #sql(word: Word | undefined, isOwn: boolean, line: number, expects: Expected | null): void {
    // A variable of Tcl in SQL is bound when it runs.
    if (!word?.isLiteral || !isOwn || /[$@:][A-Za-z_:]\w*/.test(word.text.replace(/'(?:[^']|'')*'/g, '')))
      this.#leaveOut([
        { text: 'SQL that Tcl puts together', line, isLiteral: true },
        ...(word ? [word] : []),
      ]);
    else this.draft.add(word.text, word.line, expects);
  }

  #leaveOut(words: readonly Word[]): void {
    const [{ text: command, line }, ...rest] = words;
    this.leftOut.push(`${this.#name}:${line}: ${command}`);
    const runs = !CONTROL.has(command) || rest.some(({ text }) => HAS_SQL.test(text));
    if (runs && (rest.length === 0 || rest.some(({ text }) => CHANGES.test(text)))) this.draft.breaks();
  }
}

/** A condition, a word in between, or a body that touches no database that is there already. */
function isPreparation({ text, line, isLiteral }: Word): boolean {
  if (!isLiteral || !text.includes('\n')) return true;
  return [...commandsIn(text, line)].every(([{ text: command }]) => PREPARES.has(command));
}

const PREPARES = new Set([...HARMLESS, 'file', 'sqlite3']);

/** The body in `set v [catch {…} msg]`. */
function caughtBy([command, , value]: readonly Word[]): Word | null {
  if (command?.text !== 'set' || value === undefined || !/^\[catch\s/.test(value.text)) return null;
  const [words] = [...commandsIn(value.text.slice(1, -1), value.line)];
  return words?.[0]?.text === 'catch' && words[1]?.isLiteral ? words[1] : null;
}

/** The values of all rows in the order of their texts. */
function sortedRows(expected: Expected | null): Expected | null {
  if (expected?.kind !== 'rows') return expected;
  const { texts, textsOf } = expected;
  return { kind: 'rows', texts: [...texts].sort(), textsOf: (rows) => [...textsOf(rows)].sort() };
}

function rowsIn(word: Word | undefined): Expected | null {
  const [, listed] = /^\[list \{\*\}\{(.*)\}\]$/s.exec(word?.text ?? '') ?? [];
  if (word !== undefined && listed !== undefined) return rowsIn({ ...word, text: listed, isLiteral: true });
  const text = word?.text ?? '';
  // A pattern, or what is put together.
  if (word?.isLiteral === false || /^\s*[~#*]?\//.test(text)) return null;
  return {
    kind: 'rows',
    texts: listOf(text),
    textsOf: (rows: readonly Row[]) => valuesOf(rows).map(shellText),
  };
}

/** `0 {rows}` or `1 {message}`. */
function caughtIn(word: Word | undefined): Expected | null {
  if (word === undefined || !word.isLiteral) return null;
  const [code, rows = ''] = listOf(word.text);
  if (code === '1') return { kind: 'refused' };
  return code === '0' ? rowsIn({ ...word, text: rows }) : null;
}
