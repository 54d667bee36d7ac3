import { describe, expect, it } from 'vitest';
import { property } from '../../src/property/property.ts';

/** As plain JavaScript may call it. */
const called = (...given: readonly unknown[]) =>
  (property as (...given: readonly unknown[]) => unknown).bind(null, ...given);
const body = () => {};

describe('a property', () => {
  it('reads on one connection and without faults, if it says nothing else', () => {
    const { name, claims, needs } = property('mine', { claims: 'It holds.' }, body);
    expect({ name, claims, needs }).toEqual({
      name: 'mine',
      claims: 'It holds.',
      needs: { load: 'read', faults: [], connections: 1 },
    });
  });

  it.each([
    ['without a claim', ['mine', {}, body], "write property('mine', { claims: 'One sentence.' }"],
    ['with the body in its place', ['mine', body], 'does not say what it claims'],
    ['with an empty claim', ['mine', { claims: '' }, body], 'write what is claimed, in one sentence'],
    ['with a claim that is no text', ['mine', { claims: 7 }, body], 'claims is not a text'],
    ['without a body', ['mine', { claims: 'It holds.' }], 'the property mine has no body'],
    ['without a name', [undefined, { claims: 'It holds.' }, body], 'a property has no name'],
    ['with a misspelt need', ['mine', { claims: 'It holds.', fault: [] }, body], 'did you mean faults?'],
    ['with a load that is none', ['mine', { claims: 'It.', load: 'wrte' }, body], 'did you mean write?'],
  ])('%s is refused with what to write', (_, given, says) => {
    expect(called(...given)).toThrow(expect.objectContaining({ code: 'DIRT_PROPERTY' }));
    expect(called(...given)).toThrow(says);
  });
});
