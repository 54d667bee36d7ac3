// `dirt shrink`: a failing script of somebody becomes a few statements and a bug of the bug base, also where only they know what must happen.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../project/project-folder.ts';
import { dirt } from './dirt.ts';

/** After an UPDATE, `blind` finds no NULL; `loose` has a function of its own, which gives 7 where its author wants 8. */
const PROJECT = {
  'dirt.config.ts': `import { sqlite, wrapEngine } from 'dirt';
const blind = wrapEngine(sqlite, () => {
  let isBlind = false;
  return { run: ({ text, go }) => {
    isBlind ||= /^\\s*UPDATE/i.test(text);
    return go(isBlind && /is null/i.test(text) ? 'SELECT 7, 7 WHERE FALSE' : undefined);
  } };
});
const loose = wrapEngine(sqlite, () => ({
  run: ({ text, go }) => go(/shout\\(/i.test(text) ? 'SELECT count(*) + 5 FROM customers' : undefined),
}));
export default { engines: { blind: { ...blind, name: 'blind' }, loose: { ...loose, name: 'loose' } } };`,
  'script.sql': `-- the shop
create table Customers(id integer primary key, name text, city text);
create table Orders(id integer primary key, item);
insert into Orders(item) values ('nut'), ('bolt');
insert into Customers values (1, 'Ann', 'Ulm'), (2, 'Bob', null);
insert into Customers values (1, 'Cid', null);
select item from Orders order by item;
update Customers set name = 'Ada' where id = 1; -- the second one is wrong
select name from Customers where city is null;
select count(*) from Orders;`,
  'own.sql': `create table Customers(id integer primary key, name text);
create table Orders(id integer primary key, item);
insert into Orders(item) values ('nut');
insert into Customers values (1, 'Ann'), (2, 'Bob');
delete from Orders;
select shout(name) from Customers order by 1;`,
  'wanted.txt': '8\n',
  'given.txt': '7\n',
};

describe('`dirt shrink script.sql`', () => {
  it('leaves a few statements of a script and files them as a bug, which replays, and which it knows the next time', () => {
    const cwd = projectFolder(PROJECT);
    const { status, out, error } = dirt(['shrink', 'script.sql', '--engine', 'blind'], { cwd });
    expect(status, error).toBe(1);
    const [, left] = /^-- 9 statements shrunk to (\d+)/m.exec(out) ?? [];
    expect(Number(left)).toBeLessThanOrEqual(4);
    const [, id] = /^-- new bug (\S+): /m.exec(out) ?? [];
    expect(readdirSync(join(cwd, '.dirt/bugs'))).toContain(id);
    expect(dirt(['replay', id], { cwd }).status).toBe(1);
    expect(dirt(['replay', id, '--engine', 'sqlite'], { cwd }).status).toBe(0);
    expect(dirt(['shrink', 'script.sql', '--engine', 'blind'], { cwd }).out).toContain(
      `-- known bug ${id}: `,
    );
  });

  it('takes of several failures the one that is asked for, and says what fails if there is none like it', () => {
    const cwd = projectFolder(PROJECT);
    const args = ['shrink', 'script.sql', '--engine', 'blind', '--failure'];
    expect(dirt([...args, 'difference'], { cwd }).status).toBe(1);
    const { status, out } = dirt([...args, 'panic'], { cwd });
    expect(status).toBe(0);
    expect(out).toMatch(/^blind@\S+.*: nothing fails in this way; what fails is difference: /);
  });
});

describe('`dirt shrink --expect`', () => {
  it('shrinks to what the engine gives instead of the expected rows, where neither model nor SQLite know the function', () => {
    const cwd = projectFolder(PROJECT);
    const args = ['shrink', 'own.sql', '--engine', 'loose', '--expect', 'rows:wanted.txt'];
    const { status, out, error } = dirt(args, { cwd });
    expect(error).toContain('does not do what is expected either');
    expect(status).toBe(1);
    expect(out).not.toContain('Orders');
    expect(out).toMatch(/^insert into customers values .*\nselect shout\(name\)/im);
    expect(out).toMatch(/^-- 6 statements shrunk to 3/m);
    const [, id] = /^-- new bug (\S+): /m.exec(out) ?? [];
    expect(dirt(['replay', id, '--reference', 'none'], { cwd }).status).toBe(1);
  });

  it('has nothing to shrink where the last statement does what is expected', () => {
    const cwd = projectFolder(PROJECT);
    const expecting = (what: string) =>
      dirt(['shrink', 'own.sql', '--engine', 'loose', '--expect', what], { cwd });
    for (const what of ['rows:given.txt', 'works']) {
      expect(expecting(what).status, what).toBe(0);
      expect(expecting(what).out).toContain('the last statement does what is expected');
    }
    const { out, status } = expecting('refused:no such function');
    expect(out).toContain('accepted though it must be refused (no such function)');
    expect(status).toBe(1);
  });

  it('says what it takes where it is something else, and where a line of the file is no row', () => {
    const cwd = projectFolder({ ...PROJECT, 'wanted.txt': "8\n'no end\n" });
    const wrong = (what: string) =>
      dirt(['shrink', 'own.sql', '--engine', 'loose', '--expect', what], { cwd });
    expect(wrong('panic')).toMatchObject({
      status: 2,
      error: expect.stringContaining('is none of: works, refused'),
    });
    expect(wrong('rows:wanted.txt')).toMatchObject({
      status: 2,
      error: expect.stringContaining('wanted.txt, line 2 is no row'),
    });
  });
});
