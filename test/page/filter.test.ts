import { describe, expect, it } from 'vitest';
import { choices, filtered, labelOf, matches } from '../../page/src/filter.ts';
import { pageCause } from './page-cause.ts';

const causes = [
  pageCause('a', { severity: 'data', features: ['join', 'createTable'], title: 'Rows are missing' }),
  pageCause('b', { severity: 'answer', features: ['createTable'], script: 'SELECT upper(c0) FROM t0' }),
  pageCause('c', { severity: 'answer', features: ['__proto__'], status: 'muted' }),
  pageCause('d', { severity: 'crash', passesIn: '2.0' }),
];

const ids = (query: Record<string, string>) =>
  filtered(causes, new Map(Object.entries(query))).map(({ id }) => id);

describe('the filters of the page', () => {
  it('leave what has all the chosen values, so that a link shows what its sender saw', () => {
    expect(ids({})).toEqual(['a', 'b', 'c', 'd']);
    expect(ids({ severity: 'answer' })).toEqual(['b', 'c']);
    expect(ids({ severity: 'answer', feature: 'createTable' })).toEqual(['b']);
    expect(ids({ feature: '__proto__' })).toEqual(['c']);
    expect(ids({ version: '1.0', status: 'fixed' })).toEqual(['d']);
  });

  it('have names of the code in words, and leave words as they are', () => {
    expect(labelOf('kind', 'wronglyAccepted')).toBe('wrongly accepted');
    expect(labelOf('oracle', 'noPanic')).toBe('no panic');
    expect(labelOf('need', 'NATURAL or USING')).toBe('NATURAL or USING');
    expect(labelOf('feature', 'createTable')).toBe('createTable');
  });

  it('leave what the last run found, and what goes away without something', () => {
    const all = [pageCause('x', { isNew: true, needs: ['a view'] }), pageCause('y', { needs: ['a key'] })];
    const left = (name: string, value: string) => filtered(all, new Map([[name, value]])).map(({ id }) => id);
    expect(left('status', 'new')).toEqual(['x']);
    expect(left('status', 'open')).toEqual(['x', 'y']);
    expect(left('need', 'a key')).toEqual(['y']);
  });

  it('sort by what the address names, and by nothing that it does not know', () => {
    const all = [
      pageCause('a', { statements: 9, firstSeen: '2026-01-02T00:00:00Z', timesSeen: 1 }),
      pageCause('b', { statements: 2, firstSeen: '2026-01-01T00:00:00Z', timesSeen: 7 }),
      pageCause('c', { statements: 5, firstSeen: '2026-01-03T00:00:00Z', timesSeen: 3 }),
    ];
    const by = (sort: string) => filtered(all, new Map([['sort', sort]])).map(({ id }) => id);
    expect(by('shortest')).toEqual(['b', 'c', 'a']);
    expect(by('newest')).toEqual(['c', 'a', 'b']);
    expect(by('most seen')).toEqual(['b', 'c', 'a']);
    expect(by('toString')).toEqual(['a', 'b', 'c']);
  });

  it('find all words of a search in title, script and id, in any case', () => {
    expect(ids({ q: 'MISSING rows' })).toEqual(['a']);
    expect(ids({ q: 'upper(c0)' })).toEqual(['b']);
    expect(ids({ q: 'nowhere' })).toEqual([]);
  });

  it('count what choosing a value would leave, and not what it leaves now: other severities stay choosable', () => {
    const query = new Map([['severity', 'answer']]);
    expect(choices(causes, query, 'severity')).toEqual([
      { value: 'data', count: 1 },
      { value: 'answer', count: 2 },
      { value: 'crash', count: 1 },
    ]);
    expect(choices(causes, query, 'status')).toEqual([
      { value: 'muted', count: 1 },
      { value: 'open', count: 1 },
    ]);
  });

  it('pass over parameters that are no filter', () => {
    expect(matches(causes[0], new Map([['utm', 'x']]))).toBe(true);
  });
});
