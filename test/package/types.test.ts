import { describe, expect, it } from 'vitest';
import { readPackage } from './exported.ts';
import { unnameableTypes } from './unnameable.ts';

describe('a type that a signature of the package mentions', () => {
  it('can be named by whoever imports the package', () => {
    expect(unnameableTypes(readPackage())).toEqual([]);
  });

  it.each([
    ['Survival', /^Survival \(src\/world\/.*, in \w+$/],
    ['sql.Literal', /^Literal \(src\/sql\/.*, in GenerationTools$/],
    ['Clock', /^Clock \(src\/world\/.*, in World$/],
  ])('would be missed if it were not exported: %s', (missing, told) => {
    const { checker, exports } = readPackage();
    const rest = exports.filter(({ name }) => name !== missing);
    expect(rest.length).toBe(exports.length - 1);
    expect(unnameableTypes({ checker, exports: rest })).toEqual([expect.stringMatching(told)]);
  });
});
