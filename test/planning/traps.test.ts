// What authors of properties get wrong, and are told.

import { beforeAll, describe, expect, it } from 'vitest';
import { fc } from '../../src/fast-check.ts';
import { equal, isEmpty, loadSql, property, script, select, type Tools } from '../../src/index.ts';
import { instancesOf, suspicionOf, topReasons } from '../../src/planning/index.ts';

beforeAll(loadSql);

const WANTED = 4;

const made = (body: (tools: Tools) => unknown) =>
  property('mine', { claims: 'It holds.' }, body as (tools: Tools) => void);

/** As plain JavaScript may call it. */
const planned = (body: (tools: Tools) => unknown) => () => instancesOf(made(body), 'traps', WANTED);

const rowsOf = ({ db, pick, run }: Tools) => run(select('*').from(pick(db.tables)));

/** With what is told. */
const MISTAKES: Readonly<Record<string, readonly [body: (tools: Tools) => unknown, told: string]>> = {
  'asserts false': [
    ({ assert }) => assert(false as never),
    'the property mine asserts false, which is no check: what a statement returns is not known',
  ],
  'asserts a comparison of handles': [
    (tools) => tools.assert((rowsOf(tools).length === (1 as never)) as never),
    'asserts false',
  ],
  'asserts rows': [
    (tools) => tools.assert(rowsOf(tools) as never),
    'asserts a rowsHandle, which is no check',
  ],
  'asserts nothing': [(tools) => (tools.assert as () => void)(), 'asserts undefined'],
  'asserts something that looks like a check': [
    ({ assert }) => assert({ check: 'equals' } as never),
    'asserts { check }',
  ],
  'runs a text': [
    ({ run }) => run('SELECT 1' as never),
    'the property mine runs "SELECT 1", which is no statement: write sql`SELECT …`',
  ],
  'expects the refusal of a table': [
    ({ db, pick, expectRefusal }) => expectRefusal('other', pick(db.tables) as never),
    'which is no statement',
  ],
  'assumes nothing': [
    (tools) => tools.assume(undefined as never),
    'assumes undefined, which is neither true or false nor a check',
  ],
  'gives a promise': [
    () => Promise.reject(new Error('late')),
    'the property mine is async: it makes a plan and runs nothing itself',
  ],
  'draws from what is no arbitrary': [
    ({ gen }) => gen.from(7 as never),
    'gen.from was given no arbitrary: write `gen.from(fc.integer())`',
  ],
};

describe('an author of a property is told', () => {
  it.each(Object.entries(MISTAKES))('that it %s', (_, [body, told]) => {
    expect(planned(body)).toThrow(told);
  });

  it('that its body is async or a generator function, before it runs', () => {
    expect(() => made(async () => {})).toThrow('the body of the property mine is async');
    expect(() => made(function* () {})).toThrow('is a generator function');
  });

  it('that it draws with Math.random, since nothing that it finds could be repeated', () => {
    const random = made((tools) => {
      tools.assume(Math.random() < 0.5);
      tools.assert(isEmpty(tools.run(select('*').from(tools.pick(tools.db.tables)).limit(0))));
    });
    expect(() => suspicionOf(random)).toThrow(
      'the property mine makes another plan from the same seed: draw with pick and gen alone',
    );
  });

  it('that it remembers what it did in the instance before', () => {
    let count = 0;
    const counting = made(({ db, pick, run, assert }) => {
      const rows = run(select('*').from(pick(db.tables)).limit(0));
      assert(equal(rows.length, count++ * 0));
      run(select('*').from(pick(db.tables)).limit(count));
    });
    expect(() => suspicionOf(counting)).toThrow('another plan from the same seed');
  });

  it('that it checks nothing, unless it is a script', async () => {
    expect(suspicionOf(made((tools) => rowsOf(tools)))).toBe(
      'the property mine checks nothing: it has no assert, inspect or expectRefusal',
    );
    expect(suspicionOf(made(({ inspect }) => inspect('contents')))).toBeNull();
    expect(
      suspicionOf(await script('mine', { claims: 'It runs.' }, 'CREATE TABLE t(a); DROP TABLE t;')),
    ).toBeNull();
  });

  it('why attempts were discarded, the most frequent reason first', () => {
    let attempts = 0;
    const { groups, statistics } = instancesOf(
      made(({ assume }) => {
        attempts++;
        assume(attempts % 3 === 0, 'a third');
        assume(false, 'never');
      }),
      'traps',
      1,
    );
    expect(groups).toEqual([]);
    expect(statistics.discarded).toBe(attempts);
    expect(topReasons(statistics)).toBe(
      `${attempts - Math.floor(attempts / 3)} a third, ${Math.floor(attempts / 3)} never`,
    );
  });
});

describe('gen.from', () => {
  it('draws from an arbitrary of fast-check what the seed determines, and something else from another', () => {
    const drawn = (seed: string) => {
      const values: number[] = [];
      instancesOf(
        made(({ gen, inspect }) => {
          values.push(gen.from(fc.integer({ min: 0, max: 1_000_000 })));
          inspect('contents');
        }),
        seed,
        WANTED,
      );
      return values;
    };
    expect(drawn('a')).toEqual(drawn('a'));
    expect(drawn('a')).not.toEqual(drawn('b'));
    expect(new Set(drawn('a')).size).toBeGreaterThan(2);
  });
});
