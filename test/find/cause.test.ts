import { describe, expect, it } from 'vitest';
import { type Cause, causeOf, explains, keyOf, symptomOf } from '../../src/find/cause.ts';
import { query, type Suspect, structure, value } from '../../src/find/counterfactuals/suspects.ts';

const same = () => null;
const WITHOUT_ROWID = structure('WITHOUT ROWID', same, { covers: ['a key'] });
const TYPE = structure('a declared type', same, { isCommon: true });
const KEY = structure('a key', same, { isCommon: true });
const SAVEPOINT = structure('SAVEPOINT', same);
const OFFSET = query('OFFSET', same);
const BLOB = value('a BLOB', same);
const CONCATENATION = value('||', same);

const cause = (signature: string, needed: readonly Suspect[], during = 'select') =>
  causeOf({ signature, during }, needed, ['select']);
const key = (...given: Parameters<typeof cause>) => keyOf(cause(...given)).join('|');

describe('a cause', () => {
  it('is what the engine said, whichever judge heard it and whatever else is needed', () => {
    const said = 'type mismatch on DEFAULT';
    expect(key(`error/noError/other,${said}`, [])).toBe(key(`error/reference/other,${said}`, [SAVEPOINT]));
    expect(key('error/noError/other,one', [])).not.toBe(key('error/noError/other,two', []));
  });

  it('of a refusal that is right elsewhere is also what it needs', () => {
    const refusal = 'error/noError/other,no such column: …';
    expect(key(refusal, [SAVEPOINT])).not.toBe(key(refusal, [OFFSET]));
  });

  it('of a panic is its place with the function that it happened in, or else with the kind of statement', () => {
    expect(key('panic/noPanic/a.rs:1:2 within 12', [], 'select')).toBe(
      key('panic/noPanic/a.rs:1:2 within 12', [], 'update'),
    );
    expect(key('panic/noPanic/a.rs:1:2 within 12', [])).not.toBe(key('panic/noPanic/a.rs:1:2 within 34', []));
    expect(key('panic/noPanic/a.rs:1:2', [], 'select')).not.toBe(key('panic/noPanic/a.rs:1:2', [], 'update'));
  });

  it('is one for all symptoms where two things are needed together and one is a structure', () => {
    const needed = [WITHOUT_ROWID, TYPE, KEY];
    const one = key('difference/model/class of a value', needed);
    expect(key('corruption/sqliteOpensIt/TEXT value in …', needed)).toBe(one);
    expect(key('content/contents/other rows', [WITHOUT_ROWID, TYPE])).toBe(one);
    expect(key('difference/model/class of a value', [WITHOUT_ROWID, SAVEPOINT])).not.toBe(one);
  });

  it('of a lost commit is one, whatever was written and which connection ended before', () => {
    const one = key('durability/contents/rows missing', []);
    expect(key('durability/contents/another value', [KEY], 'update')).toBe(one);
    expect(
      key('durability/contents/rows too many', [structure('the fault reopen', same, { isCommon: true })]),
    ).toBe(one);
    expect(key('durability/contents/rows missing', [OFFSET])).not.toBe(one);
    expect(key('durability/contents/noSuchTable', [])).toBe(one);
    expect(key('durability/recovery/not a database', [])).not.toBe(one);
  });

  it('of what was not synced is one, whether it is missing or the file does not open', () => {
    const unsynced = structure('writes that were not synced', same);
    const one = key('durability/contents/rows missing', [unsynced, SAVEPOINT]);
    expect(key('durability/recovery/not a database', [unsynced])).toBe(one);
    expect(key('error/noError/noSuchTable,no such table: …', [unsynced, KEY])).toBe(one);
    expect(key('panic/noPanic/a.rs:1:2', [unsynced])).not.toBe(one);
    expect(key('durability/contents/rows missing', [])).not.toBe(one);
  });

  it('of what is read in another way without parentheses is that, whatever comes of it but a panic', () => {
    const unparenthesised = value('an operator without parentheses', same);
    const one = key('difference/model/rows missing', [unparenthesised]);
    expect(key('error/noError/constraint,UNIQUE constraint failed: …', [KEY, unparenthesised])).toBe(one);
    expect(key('panic/noPanic/a.rs:1:2 within 12', [unparenthesised])).not.toBe(one);
  });

  it('of which only common things, an aggregate or a conversion are needed explains no other failure', async () => {
    const always = { names: async () => [], has: async () => true, passes: async () => true };
    const appearance = { signature: 'difference/model/rows missing', during: 'select' };
    const explained = (needed: readonly Suspect[]) =>
      explains(cause(appearance.signature, needed), appearance, always);
    expect(await explained([KEY, TYPE])).toBe(false);
    expect(await explained([value('an aggregate', same)])).toBe(false);
    expect(await explained([value('a comparison that converts', same)])).toBe(false);
    expect(await explained([OFFSET, BLOB])).toBe(true);
    const common = {
      names: async () => [],
      has: async () => true,
      passes: async (name: string) => [KEY, TYPE].some((each) => each.name === name),
    };
    const ofShort = (needed: readonly Suspect[]) =>
      explains(cause(appearance.signature, needed), { ...appearance, isShort: true }, common);
    expect(await ofShort([KEY, TYPE])).toBe(true);
    expect(await ofShort([KEY])).toBe(false);
  });

  it('of a lost commit of which nothing is needed explains no other failure', async () => {
    const lost = cause('durability/contents/rows missing', []);
    const never = { names: async () => [], has: async () => false, passes: async () => false };
    expect(
      await explains(lost, { signature: 'durability/contents/rows missing', during: 'select' }, never),
    ).toBe(false);
  });

  it('is told apart by the symptom where one thing in the query itself is needed', () => {
    expect(key('difference/model/other order', [OFFSET])).not.toBe(
      key('difference/model/another value', [OFFSET]),
    );
    expect(key('difference/model/rows missing', [OFFSET])).toBe(
      key('content/contents/another value', [OFFSET]),
    );
    const both = [BLOB, CONCATENATION];
    expect(key('difference/model/other order', both)).toBe(key('difference/model/another value', both));
  });

  it('in a function is one, also if the value is of another class or a constraint notices it', () => {
    const trim = [value('trim()', same)];
    const one = key('difference/model/another value', trim);
    expect(key('difference/model/class of a value', trim)).toBe(one);
    expect(key('wronglyAccepted/refusals/check constraint', trim)).toBe(one);
    expect(key('wronglyAccepted/refusals/busy', trim)).not.toBe(one);
  });

  it('of the sign of a zero is one, whatever it needs', () => {
    expect(key('difference/model/sign of zero', [BLOB])).toBe(key('content/contents/sign of zero', [OFFSET]));
  });

  it('of damage is the same wherever it is noticed', () => {
    expect(key('corruption/integrity/row # missing from index …', [KEY])).toBe(
      key('corruption/noError/corrupt,no matching index entry', [KEY]),
    );
  });

  it('without needs is its features', () => {
    expect(cause('difference/model/rows missing', [])).toMatchObject({ heart: [], features: ['select'] });
  });

  it('has two things at its heart, the rare ones first, and none that comes with another', () => {
    expect(cause('difference/model/x', [TYPE, KEY, OFFSET, BLOB]).heart).toEqual(['OFFSET', 'a BLOB']);
    expect(cause('difference/model/x', [KEY, WITHOUT_ROWID]).heart).toEqual(['WITHOUT ROWID']);
  });

  it('of what a pragma tells is another than of what statements do', () => {
    const wrong = 'difference/model/class of a value';
    expect(key(wrong, [TYPE], 'select')).not.toBe(key(wrong, [TYPE], 'pragma'));
    expect(key(wrong, [WITHOUT_ROWID, TYPE], 'select')).not.toBe(key(wrong, [WITHOUT_ROWID, TYPE], 'pragma'));
    expect(key(wrong, [TYPE], 'select')).toBe(key(wrong, [TYPE], 'delete'));
  });
});

it('damage is another symptom than a wrong answer', () => {
  expect(symptomOf('corruption/integrity/x')).not.toBe(symptomOf('difference/model/x'));
  expect(symptomOf('durability/recovery/rows missing')).not.toBe(symptomOf('difference/model/rows missing'));
});

describe('a failure is explained', () => {
  const known: Cause = { symptom: 'contents', heart: ['OFFSET', 'a BLOB'] };
  const failure = { signature: 'difference/model/rows missing', during: 'select' };
  const without = (...gone: string[]) => {
    const isGone = async (need: string) => gone.includes(need);
    return { names: async () => gone, has: isGone, passes: isGone };
  };

  it('if it looks alike and passes without each thing at the heart of the cause', async () => {
    expect(await explains(known, failure, without('OFFSET', 'a BLOB'))).toBe(true);
    expect(await explains(known, failure, without('OFFSET'))).toBe(false);
    const other = { ...failure, signature: 'difference/model/sign of zero' };
    expect(await explains(known, other, without('OFFSET', 'a BLOB'))).toBe(false);
  });

  it('by an ordinary refusal only if it passes without what that needs', async () => {
    const said: Cause = { said: 'error/noSuchTable,no such table: …', heart: ['SAVEPOINT'] };
    const refused = { signature: 'error/noError/noSuchTable,no such table: …', during: 'insert' };
    expect(await explains(said, refused, without('SAVEPOINT'))).toBe(true);
    expect(await explains(said, refused, without())).toBe(false);
    expect(await explains({ ...said, heart: [] }, refused, without())).toBe(false);
    expect(await explains(said, failure, without('SAVEPOINT'))).toBe(false);
  });

  it('by the template of any other refusal, under which it would be filed', async () => {
    const said: Cause = { said: 'error/other,boom', heart: ['SAVEPOINT'] };
    const refused = { signature: 'error/noError/other,boom', during: 'insert' };
    expect(await explains(said, refused, without())).toBe(true);
    expect(keyOf(said)).toEqual(keyOf({ ...said, heart: [] }));
    expect(await explains(said, failure, without('SAVEPOINT'))).toBe(false);
  });

  it('by the place of a panic with the function that it happened in', async () => {
    const panicked: Cause = { said: 'panic/a.rs:1:2 within 12', heart: ['OFFSET'] };
    const signature = 'panic/noPanic/a.rs:1:2 within 12';
    expect(await explains(panicked, { signature, during: 'select' }, without())).toBe(true);
    expect(await explains(panicked, { signature: `${signature}34`, during: 'select' }, without())).toBe(
      false,
    );
  });

  it('by no cause that needs less than it needs itself', async () => {
    const indexed: Cause = { symptom: 'contents', heart: ['an index'] };
    expect(await explains(indexed, failure, without('an index'))).toBe(true);
    expect(await explains(indexed, failure, without('an index', 'a partial index'))).toBe(false);
    const partial: Cause = { symptom: 'contents', heart: ['a partial index', 'an index'] };
    expect(await explains(partial, failure, without('an index', 'a partial index'))).toBe(true);
  });

  it('by no wrong answer that needs only what most plans need', async () => {
    const common: Cause = { symptom: 'contents', heart: ['a declared type'] };
    expect(await explains(common, failure, without('a declared type'))).toBe(false);
    const two: Cause = { symptom: 'contents', heart: ['a declared type', 'a number as text'] };
    expect(await explains(two, failure, without('a declared type', 'a number as text'))).toBe(false);
  });

  it('by one thing that the cause needs, and nothing else, only where nothing uncommon is needed beside it', async () => {
    const alone = cause(failure.signature, [OFFSET]);
    const short = { ...failure, isShort: true };
    expect(await explains(alone, failure, without('OFFSET'))).toBe(false);
    expect(await explains(alone, short, without('OFFSET'))).toBe(true);
    expect(await explains(alone, short, without('OFFSET', 'a declared type'))).toBe(true);
    expect(await explains(alone, short, without('OFFSET', 'SAVEPOINT'))).toBe(false);
    const common = cause(failure.signature, [KEY, TYPE]);
    expect(await explains(common, short, without('a key', 'a declared type'))).toBe(true);
    expect(await explains(common, short, without('a key', 'a declared type', 'SAVEPOINT'))).toBe(false);
  });

  it('by a value that the cause needs most only if all is needed beside it that the cause needs', async () => {
    const large = value('a large number', same);
    const known = cause(failure.signature, [large, query('IS NOT', same)]);
    const alone = cause(failure.signature, [large]);
    const beside: Cause = { symptom: 'contents', heart: ['a large number'], beside: ['IS NOT'] };
    expect(keyOf(beside)).toEqual(keyOf(alone));
    expect(await explains(beside, failure, without('a large number'))).toBe(false);
    expect(await explains(beside, failure, without('a large number', 'IS NOT'))).toBe(true);
    expect(alone.beside).toEqual([]);
    expect(await explains(alone, failure, without('a large number'))).toBe(false);
    expect(known.beside).toBeUndefined();
    const common = cause(failure.signature, [large, TYPE]);
    expect(common.beside).toEqual([TYPE.name]);
  });

  it('by what a witness has shown only if it passes without the feature of the witness', async () => {
    const shown: Cause = { symptom: 'contents', heart: [], features: [], witnessOf: 'function.concat_ws' };
    const calls = { ...failure, features: ['function.concat_ws'] };
    expect(await explains(shown, calls, without('concat_ws()'))).toBe(true);
    expect(await explains(shown, calls, without())).toBe(false);
    expect(await explains(shown, failure, without('concat_ws()'))).toBe(false);
  });

  it('by no cause of which only features are known, and by none with nothing at its heart', async () => {
    expect(
      await explains({ symptom: 'contents', during: 'select', heart: [], features: [] }, failure, without()),
    ).toBe(false);
    expect(await explains({ symptom: 'contents', heart: [] }, failure, without())).toBe(false);
  });
});
