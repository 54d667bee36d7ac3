// What stands after `!`: statements, checks, faults and looks at the database.

import { REFUSAL_CLASSES, type RefusalClass } from '../sql/index.ts';
import { FAULT_NAMES, type FaultName, INSPECTION_NAMES, type InspectionName } from '../world/index.ts';
import { parseCondition } from './parse-condition.ts';
import { wrong } from './problem.ts';
import type { Action, Manner, Name, Run, StatementFault, Term } from './syntax.ts';
import type { Cursor } from './tokens.ts';

/** `at` is where the `!` stands, which was taken. */
export function parseInteraction(cursor: Cursor, at: number): Action {
  const on = parseConnection(cursor);
  switch (cursor.peek()) {
    case 'assert':
    case 'assume':
      return parseCheck(cursor, at, on);
    case 'meanwhile':
      return { do: 'meanwhile', at, on, keep: parseKept(cursor) };
    case 'inspect': {
      cursor.take();
      const what = oneOf(cursor, INSPECTION_NAMES, 'inspection') as InspectionName;
      return { do: 'inspect', at, on, what };
    }
    case 'gen':
    case 'genOf':
    case 'pick':
      return wrong(cursor.at, 'a generator stands in an interaction', 'expected `name <- …` without `!`');
    default:
      return parseRun(cursor, at, on);
  }
}

/** `on 2:`, counted from 1 as in scripts. */
function parseConnection(cursor: Cursor): number {
  if (cursor.peek() !== 'on') return 0;
  cursor.take();
  const { at } = cursor;
  if (!cursor.isNext('number')) cursor.wrong('the number of a connection, from 1');
  const on = Number(cursor.take().text);
  if (!Number.isInteger(on) || on < 1 || on > MOST_CONNECTIONS)
    wrong(at, `there is no connection ${on}`, `expected a number from 1 to ${MOST_CONNECTIONS}`);
  cursor.expect(':');
  return on - 1;
}

const MOST_CONNECTIONS = 16;

function parseCheck(cursor: Cursor, at: number, on: number): Action {
  const from = cursor.at;
  const isAssert = cursor.take().text === 'assert';
  cursor.expect('(');
  const condition = parseCondition(cursor);
  cursor.expect(')', '`)` or an operator');
  return isAssert
    ? { do: 'assert', at, on, condition }
    : { do: 'assume', at, condition, text: cursor.textFrom(from), interacts: true };
}

function parseKept(cursor: Cursor): Term[] {
  cursor.take();
  if (!cursor.accept('keep')) return [];
  const keep: Term[] = [];
  do keep.push(parseCondition(cursor));
  while (cursor.accept(','));
  return keep;
}

/** `RS := SELECT …`, `refuse busy: INSERT …`, `FAULT power cut during COMMIT`, or a fault alone. */
function parseRun(cursor: Cursor, at: number, on: number): Action {
  let name: Name | undefined;
  if (cursor.isNext('word') && /^(=|:=)$/.test(cursor.peek(1) ?? '')) {
    name = cursor.name('a name for the result');
    cursor.take();
    if (/^(gen|genOf|pick)$/.test(cursor.peek() ?? ''))
      wrong(cursor.at, 'a generator stands in an interaction', 'expected `name <- …` without `!`');
  }
  let how: Manner = { is: 'plain' };
  if (cursor.accept('FAULT')) {
    const fault = parseFault(cursor);
    if (fault.during === undefined) {
      if (name !== undefined)
        wrong(name.at, 'a fault has no result', 'expected `FAULT … during` a statement');
      return { do: 'fault', at, on, fault: fault.name };
    }
    how = { is: 'during', fault: fault.during };
  } else if (cursor.accept('undetermined')) {
    how = { is: 'undetermined' };
  } else if (cursor.accept('refuse')) {
    const refusal = oneOf(cursor, REFUSAL_CLASSES, 'class of refusals') as RefusalClass;
    cursor.expect(':');
    how = { is: 'refused', refusal };
    if (name !== undefined)
      wrong(name.at, 'what is refused has no result', 'expected `refuse …:` without a name');
  }
  const run: Run = { do: 'run', at, on, sql: cursor.sql('SQL, `assert`, `FAULT`, `meanwhile` …'), how };
  return name === undefined ? run : { ...run, name };
}

const DURING: readonly StatementFault[] = ['powerCut', 'ioError'];

type ParsedFault =
  | { readonly name: FaultName; readonly during?: undefined }
  | { readonly during: StatementFault };

/** Its name in one word, or in several as in scripts: `powerCut`, `power cut`. */
function parseFault(cursor: Cursor): ParsedFault {
  const { at } = cursor;
  let name = cursor.word('the name of a fault').text;
  while (cursor.isNext('word') && cursor.peek() !== 'during') {
    const { text } = cursor.take();
    name += text[0].toUpperCase() + text.slice(1);
  }
  const isDuring = cursor.accept('during');
  const known: readonly string[] = isDuring ? DURING : FAULT_NAMES;
  if (!known.includes(name))
    wrong(
      at,
      `there is no fault ${name}${isDuring ? ' during a statement' : ''}`,
      `expected one of ${known.join(', ')}`,
    );
  return isDuring ? { during: name as StatementFault } : { name: name as FaultName };
}

function oneOf(cursor: Cursor, known: readonly string[], noun: string): string {
  const { text, at } = cursor.word(known.join(', '));
  if (!known.includes(text)) wrong(at, `there is no ${noun} ${text}`, `expected one of ${known.join(', ')}`);
  return text;
}
