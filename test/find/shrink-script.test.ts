import { describe, expect, it } from 'vitest';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { wrapEngine } from '../../src/engines/wrap-engine.ts';
import { investigate } from '../../src/find/investigate.ts';
import { planOfScript, readScript, sqlOf } from '../../src/plan/index.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { judged, refereeWith } from '../../src/run/index.ts';

/** SQLite, but where the text matches it answers another statement. */
function wrongOn(pattern: RegExp, instead: string) {
  return wrapEngine(sqlite, () => ({
    run: ({ text, go }) => go(pattern.test(text) ? instead : undefined),
  }));
}

async function smallest(script: string, engine: ReturnType<typeof wrongOn>): Promise<string[] | null> {
  const { plan } = await readScript(planOfScript(script, DEFAULT_FUEL));
  const referee = refereeWith();
  const { finding } = await judged(plan, engine, referee);
  return finding === null ? null : sqlOf((await investigate(plan, finding, { engine, referee })).plan);
}

const SHOP = `-- orders of a shop
  create table Orders(id integer primary key, item text, data);
  create table Customers(id integer primary key, name text);
  create temp table basket(item);
  insert into Orders values (1, 'bolt', '{"n": 1}'), (2, 'nut', '{"n": 2}');
  insert into Customers(name) values ('Ann'), ('Bob');
  insert into basket select item from Orders;
  with big as (select 2) delete from Orders where id in big;
  insert into Customers(name) values ('Cid');
  select count(*) from basket;
  select name from Customers order by name;`;

describe('a script with statements that have no tree', () => {
  it('is silent on SQLite', async () => {
    expect(await smallest(SHOP, wrongOn(/never said/, ''))).toBeNull();
  });

  it('shrinks to what a wrong answer of such a statement needs, which only the reference can tell', async () => {
    const script = `${SHOP}\n select data ->> '$.n' from Orders;`;
    const small = await smallest(script, wrongOn(/->>/, 'SELECT 7'));
    expect(small?.at(-1)).toMatch(/->>/);
    expect(small?.length).toBeLessThanOrEqual(3);
  });

  it('is still judged by the model beside what such statements touch, and shrinks to modelled SQL', async () => {
    const small = await smallest(SHOP, wrongOn(/^SELECT name FROM Customers/i, 'SELECT 1 WHERE 0'));
    expect(small?.at(-1)).toMatch(/^SELECT name FROM Customers/);
    expect(small?.length).toBeLessThanOrEqual(3);
  });
});
