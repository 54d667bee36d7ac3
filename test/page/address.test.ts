import { describe, expect, it } from 'vitest';
import { parseRoute, printRoute } from '../../page/src/address.ts';

describe('the address of the page', () => {
  it('comes back as it was, also with names that have special characters in them', () => {
    const path = ['cause', 'a/b?c#d', 'steps'];
    const query = new Map([
      ['q', 'x & y = ?'],
      ['feature', 'join.left'],
    ]);
    expect(parseRoute(printRoute(path, query))).toEqual({ path, query });
    expect(printRoute([], new Map([['q', '']]))).toBe('#/');
  });

  it('of any kind is taken as far as it goes', () => {
    expect(parseRoute('')).toEqual({ path: [], query: new Map() });
    expect(parseRoute('#/cause/%E0%A4%A').path).toEqual(['cause', '%E0%A4%A']);
  });
});
