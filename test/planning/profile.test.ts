import { describe, expect, it } from 'vitest';
import { DirtError } from '../../src/errors.ts';
import { parseProfile } from '../../src/planning/parse-profile.ts';
import { printProfileSchema } from '../../src/planning/profile-shape.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { builtInProperties } from '../../src/properties/index.ts';

const SCHEMA = new URL('../../docs/profile.schema.json', import.meta.url);

describe('the schema of profiles', () => {
  it('is published as it is (vitest -u writes it anew)', async () => {
    await expect(printProfileSchema()).toMatchFileSnapshot(SCHEMA.pathname);
  });

  it.each(Object.values(profiles))('takes the profile $name, which comes back unchanged', (profile) => {
    expect(parseProfile(JSON.parse(JSON.stringify(profile)), 'here')).toEqual(profile);
  });
});

describe('a profile', () => {
  it('favours properties that exist', () => {
    const names = builtInProperties.map(({ name }) => name);
    for (const { favour } of Object.values(profiles))
      expect(names).toEqual(expect.arrayContaining(Object.keys(favour)));
  });

  it('from a file says only what differs from the one that it is based on', () => {
    const json = {
      name: 'mine',
      basedOn: 'bigRows',
      workload: { read: 5 },
      weights: { limit: { columnsMax: 3 } },
    };
    const profile = parseProfile(json, 'mine.json');
    const { bigRows } = profiles;
    expect(profile.workload).toEqual({ ...bigRows.workload, read: 5 });
    expect(profile.weights.limit).toEqual({ ...bigRows.weights.limit, columnsMax: 3 });
    expect(profile).not.toHaveProperty('basedOn');
    expect(profile.pageSizes).toEqual(bigRows.pageSizes);
  });

  it.each([
    [[], 'the profile is not an object'],
    [{}, 'name is missing'],
    [{ name: 7 }, 'name is not a text'],
    [{ name: 'x', basedOn: 'nothing' }, 'basedOn is not one of general, writeHeavy'],
    [{ name: 'x', speed: 3 }, 'speed is unknown'],
    [{ name: 'x', properties: 101 }, 'properties is not an integer from 0 to 100'],
    [{ name: 'x', workload: { read: -1 } }, 'workload.read is not an integer'],
    [{ name: 'x', weights: { statement: { selekt: 1 } } }, 'weights.statement.selekt is unknown'],
    [{ name: 'x', pageSizes: { 1000: 1 } }, 'pageSizes.1000 is unknown'],
    [{ name: 'x', workload: { read: 0, write: 0, create: 0 } }, 'all of workload are 0'],
    [
      { name: 'x', weights: { limit: { columnsMin: 9, columnsMax: 2 } } },
      'weights.limit.columnsMin is greater than columnsMax',
    ],
  ])('that is wrong is refused with the place: %j', (json, message) => {
    const parse = () => parseProfile(json, 'mine.json');
    expect(parse).toThrow(DirtError);
    expect(parse).toThrow(`mine.json: ${message}`);
  });
});
