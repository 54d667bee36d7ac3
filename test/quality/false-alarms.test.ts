// What DIRT once reported of Turso, or of another SQLite, although nothing was wrong. Each is run as a campaign would run it, on
// real engines; the sign of a zero is wrong, but not damage.

import { describe, expect, it } from 'vitest';
import { emptyDatabase, predict } from '../../src/dialect/sqlite/model/predict.ts';
import { newestSqlite, sqlite } from '../../src/engines/sqlite/sqlite.ts';
import type { Expected, Plan, Step } from '../../src/plan/plan.ts';
import { rehearse, testOf } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { refereeWith } from '../../src/run/referee.ts';
import type {
  ColumnDefinition,
  CreateTable,
  Expression,
  Insert,
  Select,
  Statement,
} from '../../src/sql/ast.ts';
import { binary, call, column, integer, literal, text } from '../../src/sql/build.ts';
import { selectAll } from '../../src/sql/select-all.ts';
import { turso } from '../engines/turso-versions.ts';

const FUEL = 1_000_000;
const [a, b] = [column('a'), column('b')];

const table = (...columns: ColumnDefinition[]): CreateTable => ({ kind: 'createTable', name: 't', columns });
const insert = (...rows: Expression[][]): Insert => ({
  kind: 'insert',
  table: 't',
  source: { kind: 'values', rows },
});
const select = (...expressions: Expression[]): Select => ({
  kind: 'select',
  body: { kind: 'core', columns: expressions.map((expression) => ({ kind: 'expression', expression })) },
});
const contents: Step = { do: 'inspect', what: 'contents' };
const fromOutside: Step = { do: 'inspect', what: 'sqliteOpensIt' };

/** The statements, each on the connection before it, with what the model expects of them. */
function planOf(...steps: readonly (Step | Statement | readonly [number, Statement])[]): Plan {
  let database = emptyDatabase();
  const made = steps.map((given, id): Step => {
    if ('do' in given) return given;
    const [on, statement] = 'kind' in given ? [0, given] : given;
    const predicted = predict(database, on, statement);
    database = predicted.database;
    const { prediction } = predicted;
    const expected: Expected =
      prediction.kind === 'rows'
        ? 'ok'
        : prediction.kind === 'refused'
          ? { refused: prediction.class }
          : 'any';
    return { do: 'run', id, on, statement, expect: expected, fuel: FUEL };
  });
  const empty = planOfScript('SELECT 1', FUEL);
  return { ...empty, groups: [{ property: 'interaction', draws: {}, steps: made }] };
}

async function found(plan: Plan) {
  const engines = [await turso(), sqlite, newestSqlite];
  const findings = [];
  for (const engine of engines) {
    const { finding, modelIsWrong } = await judgeFully(testOf(plan), engine, {
      referee: refereeWith(),
      doublecheck: false,
    });
    expect(modelIsWrong).toBeNull();
    if (finding !== null) findings.push(`${engine.name}: ${finding.signature}`);
  }
  return findings;
}

/** A write whose outcome is undetermined would leave the model without a picture of the table: it goes into no plan. */
const isNoTest = (plan: Plan) =>
  expect(rehearse(plan)).toMatchObject({ veto: expect.stringContaining('undetermined') });

describe('no engine is blamed', () => {
  it('for what INSERT OR FAIL changed before it failed, in the count of the next statement', async () => {
    const fails: Insert = { ...insert([integer(1)], [integer(1)]), conflict: 'FAIL' };
    // It begins like a statement that may change rows, and changes none.
    const reads: Select = { ...select(integer(1)), with: [{ name: 'q', select: selectAll('t') }] };
    expect(await found(planOf(table({ name: 'a', unique: {} }), fails, reads, contents))).toEqual([]);
  });

  it('for RETURNING a whole number of a REAL column as the real that it is', () => {
    const returning: Insert = {
      ...insert([integer(5)]),
      returning: [{ kind: 'expression', expression: call('coalesce', a, integer(1)) }],
    };
    isNoTest(planOf(table({ name: 'a', type: 'REAL' }), returning));
  });

  it('for finding the constraint that an upsert names by the rowid and a column', () => {
    const both = [{ expression: a }, { expression: b }];
    const made: CreateTable = {
      ...table({ name: 'a', type: 'INTEGER', primaryKey: {} }, { name: 'b' }),
      constraints: [{ kind: 'unique', columns: both }],
    };
    const row = insert([integer(1), integer(2)]);
    isNoTest(planOf(made, row, { ...row, upsert: [{ target: { columns: both } }] }));
  });

  it('for a lock that a statement takes which turns out to have nothing to do', () => {
    const again: Statement = { ...table({ name: 'a' }), ifNotExists: true };
    const begin: Statement = { kind: 'begin' };
    const plan = planOf(
      table({ name: 'a' }),
      [1, selectAll('t')],
      [1, begin],
      [1, again],
      insert([integer(1)]),
    );
    isNoTest(plan);
  });

  it('for computing what raises before it knows that there are no rows', () => {
    const least = literal(-(2n ** 63n));
    const where: Expression = { kind: 'binary', operator: '<', left: a, right: call('abs', least) };
    isNoTest(
      planOf(table({ name: 'a' }), {
        kind: 'update',
        table: 't',
        set: [{ columns: ['a'], value: a }],
        where,
      }),
    );
  });

  it('for a schema that a connection which has only attached a database since has not read', () => {
    const grown: Statement = {
      kind: 'alterTable',
      table: 't',
      action: { kind: 'addColumn', column: { name: 'b' } },
    };
    const attach: Statement = { kind: 'attach', file: ':memory:', name: 'x' };
    isNoTest(planOf(table({ name: 'a' }), [1, grown], attach, insert([integer(1), integer(2)])));
  });

  it('for the snapshot of a query that SQLite refuses by mistake', () => {
    const negated: Expression = {
      kind: 'unary',
      operator: '-',
      operand: { kind: 'hex', digits: '8000000000000000' },
    };
    const row = insert([integer(1)]);
    const plan = planOf(
      table({ name: 'a' }),
      { kind: 'savepoint', name: 's' },
      select(negated),
      [1, row],
      row,
    );
    expect(plan.groups[0].steps.at(-1)).toMatchObject({ expect: 'any' });
  });

  it('for emptying an empty table without a write, so that the transactions of others can go on', () => {
    const begin: Statement = { kind: 'begin' };
    const emptied: Statement = { kind: 'delete', table: 't' };
    const made = table({ name: 'a' });
    isNoTest(planOf(made, [1, begin], [1, selectAll('t')], emptied, [1, insert([integer(1)])]));
  });

  it('for the last digit of a logarithm, which an operator around it makes a whole number of', () => {
    const shifted = binary(call('log10', integer(1000)), '<<', integer(0));
    expect(predict(emptyDatabase(), 0, select(shifted)).prediction).toMatchObject({ kind: 'undetermined' });
    const plain = select(call('log10', integer(1000)));
    expect(predict(emptyDatabase(), 0, plain).prediction).toMatchObject({ kind: 'unknown' });
  });

  it('for the snapshot that a pragma takes or does not take', () => {
    const begin: Statement = { kind: 'begin' };
    const info: Statement = { kind: 'pragma', name: 'table_info', form: '(', value: 't' };
    const { database } = predict(predict(emptyDatabase(), 0, table({ name: 'a' })).database, 0, begin);
    const { prediction } = predict(database, 0, info);
    expect(prediction).toMatchObject({ kind: 'undetermined' });
  });

  it('for refusing what is wrong in a common table that nothing reads', () => {
    const wrong = { ...select(column('missing')), with: [{ name: 'q', select: select(column('missing')) }] };
    const unread = { ...select(integer(1)), with: wrong.with };
    expect(predict(emptyDatabase(), 0, unread).prediction).toMatchObject({ kind: 'undetermined' });
    expect(predict(emptyDatabase(), 0, wrong).prediction).toMatchObject({ kind: 'refused' });
  });

  it('for which of several equal values min() and max() give', () => {
    const tie = select(call('min', integer(0), literal(0)), call('max', text('a'), integer(1)));
    const { prediction } = predict(emptyDatabase(), 0, tie);
    expect(prediction).toMatchObject({ kind: 'undetermined' });
    const unknown = select(call('min', integer(0), call('power', integer(0), integer(1))));
    expect(predict(emptyDatabase(), 0, unknown).prediction).toMatchObject({ kind: 'undetermined' });
    const clear = select(call('min', integer(0), literal(0), integer(-1)));
    expect(predict(emptyDatabase(), 0, clear).prediction).toMatchObject({ kind: 'rows', rows: [[-1n]] });
  });

  it('for replacing bytes that are no text in UTF-8', async () => {
    const bytes = literal(Uint8Array.of(0xe4));
    const joined = select({ kind: 'binary', operator: '||', left: bytes, right: integer(0) });
    expect(await found(planOf(joined))).toEqual([]);
  });

  it('for knowing the columns that another connection has added', async () => {
    const added: Statement = {
      kind: 'alterTable',
      table: 't',
      action: { kind: 'addColumn', column: { name: 'b' } },
    };
    const sorted: Select = { ...selectAll('t'), orderBy: [{ expression: integer(2) }] };
    const plan = planOf(table({ name: 'a' }), insert([integer(1)]), [1, selectAll('t')], added, [1, sorted]);
    expect(await found(plan)).toEqual([]);
  });

  it('for substr() of an empty blob, and for a minus sign that is no number', async () => {
    const none = call('substr', literal(new Uint8Array(0)), integer(0));
    const minus: Expression = { kind: 'cast', operand: text('-'), type: 'REAL' };
    expect(await found(planOf(select(none), select(minus)))).toEqual([]);
  });
});

describe('a minus zero in a REAL column', () => {
  const stored = [table({ name: 'a', type: 'REAL' }), insert([literal(-0)])];

  it('is not damage, neither for the engine nor for SQLite that opens its file', async () => {
    expect(await found(planOf(...stored, contents, fromOutside))).toEqual([]);
  });

  it('is reported where a query shows it, as what it is', async () => {
    expect(await found(planOf(...stored, selectAll('t')))).toEqual(['turso: difference/model/sign of zero']);
  });
});

describe('what SQLite calls undefined, no engine is held to:', () => {
  const nul = text('a\0');
  it.each<[string, Expression]>([
    ['a NUL in LIKE', { kind: 'like', operator: 'LIKE', operand: nul, pattern: text('a'), negated: false }],
    ['a NUL in GLOB', { kind: 'like', operator: 'GLOB', operand: text('a'), pattern: nul, negated: false }],
    ['a NUL in format()', call('format', text('%s'), nul)],
    ['unicode() of a BLOB', call('unicode', literal(Uint8Array.of(0)))],
    ['the first character of NULL', call('format', text('%c'), literal(null))],
  ])('%s', (_, expression) => {
    expect(predict(emptyDatabase(), 0, select(expression)).prediction.kind).toBe('undetermined');
  });

  it('but to the same without it', () => {
    expect(
      predict(emptyDatabase(), 0, select(call('format', text('%c'), text('b')))).prediction,
    ).toMatchObject({ kind: 'rows', rows: [['b']] });
  });
});
