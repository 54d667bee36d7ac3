// How fast the shadow model runs statements: against turso (WebAssembly) on the same small-table mix, and whether a
// statement costs more after many others. Run with `npm run bench:model`.

import { performance } from 'node:perf_hooks';
import { type Database, emptyDatabase, predict } from '../src/dialect/sqlite/model/predict.ts';
import { printStatement } from '../src/dialect/sqlite/print/print.ts';
import { loadTurso } from '../src/engines/turso/turso.ts';
import { DEFAULT_FUEL } from '../src/planning/limits.ts';
import { Random } from '../src/random.ts';
import type { Expression, Statement } from '../src/sql/ast.ts';
import { createWorld } from '../src/world/world.ts';
import { DEFAULT_WORLD } from '../src/world/world-spec.ts';

const column = (name: string): Expression => ({ kind: 'column', name });
const integer = (value: number): Expression => ({ kind: 'literal', value: BigInt(value) });
const text = (value: string): Expression => ({ kind: 'literal', value });
const compare = (operator: '=' | '<' | '>', left: Expression, right: Expression): Expression => ({
  kind: 'binary',
  operator,
  left,
  right,
});

const CREATE: readonly Statement[] = [
  {
    kind: 'createTable',
    name: 't',
    columns: [
      { name: 'id', type: 'INTEGER', primaryKey: {} },
      { name: 'a', type: 'INTEGER' },
      { name: 'b', type: 'TEXT', collate: 'NOCASE' },
      { name: 'c', type: 'REAL' },
    ],
  },
  { kind: 'createIndex', name: 'i', table: 't', columns: [{ expression: column('a') }] },
];

/** Rows that the table keeps, about. The mix runs in one transaction, so that no engine pays for its disk. */
const ROWS = 40;

/** One statement of the mix: four reads, three inserts, two updates and a delete in ten. */
function mixed(random: Random, at: number): Statement {
  const key = random.below(ROWS);
  const some: Expression = compare('=', column('a'), integer(key));
  switch (at % 10) {
    case 0:
    case 1:
    case 2:
      return {
        kind: 'insert',
        table: 't',
        columns: ['a', 'b', 'c'],
        source: {
          kind: 'values',
          rows: [[integer(key), text(`text ${at}`), { kind: 'literal', value: at / 8 }]],
        },
      };
    case 3:
    case 4:
      return selectWhere(some);
    case 5:
      return {
        ...selectWhere(compare('<', column('a'), integer(key))),
        orderBy: [{ expression: column('b') }, { expression: column('id') }],
        limit: integer(5),
      };
    case 6:
      return {
        kind: 'select',
        body: {
          kind: 'core',
          columns: [
            { kind: 'expression', expression: column('a') },
            { kind: 'expression', expression: { kind: 'call', name: 'count', arguments: '*' } },
          ],
          from: { kind: 'table', name: 't' },
          groupBy: [column('a')],
        },
      };
    case 7:
    case 8:
      return {
        kind: 'update',
        table: 't',
        set: [
          { columns: ['b'], value: { kind: 'binary', operator: '||', left: column('b'), right: text('x') } },
        ],
        where: some,
      };
    default:
      return {
        kind: 'delete',
        table: 't',
        where: compare('<', column('id'), integer(Math.max(0, Math.floor(at * 0.3) - ROWS))),
      };
  }
}

function selectWhere(where: Expression): Extract<Statement, { kind: 'select' }> {
  return {
    kind: 'select',
    body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name: 't' }, where },
  };
}

function mix(count: number): Statement[] {
  const random = Random.of('bench', 'model');
  return Array.from({ length: count }, (_, at) => mixed(random, at));
}

function runModel(
  statements: readonly Statement[],
  start: Database,
): { database: Database; microseconds: number } {
  let database = start;
  const began = performance.now();
  for (const statement of statements) database = predict(database, 0, statement).database;
  return { database, microseconds: ((performance.now() - began) * 1000) / statements.length };
}

async function runTurso(statements: readonly Statement[]): Promise<number> {
  const instance = await (await loadTurso()).boot(createWorld(DEFAULT_WORLD));
  if (instance.kind !== 'instance') throw new Error('turso does not boot');
  const connection = await instance.connect();
  if (connection.kind !== 'connection') throw new Error('turso does not connect');
  const prepared: readonly Statement[] = [...CREATE, { kind: 'begin' }];
  for (const statement of prepared) await connection.run(printStatement(statement), DEFAULT_FUEL);
  const texts = statements.map((statement) => printStatement(statement));
  const began = performance.now();
  for (const sql of texts) {
    const outcome = await connection.run(sql, DEFAULT_FUEL);
    if (outcome.kind !== 'rows') throw new Error(`${sql}: ${outcome.kind}`);
  }
  const microseconds = ((performance.now() - began) * 1000) / statements.length;
  await instance.drop();
  return microseconds;
}

const created = CREATE.reduce(
  (database, statement) => predict(database, 0, statement).database,
  emptyDatabase(),
);
const statements = mix(20_000);
runModel(statements, created);
const model = runModel(statements, created).microseconds;
const turso = await runTurso(statements.slice(0, 5_000));
console.log(`model  ${model.toFixed(1)} µs a statement, ${Math.round(1e6 / model)} a second`);
console.log(`turso  ${turso.toFixed(1)} µs a statement, ${Math.round(1e6 / turso)} a second`);
console.log(`the model is ${(turso / model).toFixed(1)} times as fast`);

const PARTS = 5;
const many = mix(100_000);
let database = predict(created, 0, { kind: 'begin' }).database;
for (let part = 0; part < PARTS; part++) {
  database = predict(database, 0, { kind: 'savepoint', name: `s${part}` }).database;
  const size = many.length / PARTS;
  const run = runModel(many.slice(part * size, (part + 1) * size), database);
  database = run.database;
  console.log(
    `after ${part * size} statements, ${part + 1} savepoints: ${run.microseconds.toFixed(1)} µs a statement`,
  );
}
