import { expect, test } from 'vitest';
import { recordedTrophies, seenOn, trophies } from '../../bench/trophy.ts';
import { resolveEngine } from '../../src/engines/resolve.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { trophiesDocument } from './trophies.ts';

test('docs/trophies.md says what was seen (`npm run docs:trophies` tries all, and writes it)', async () => {
  await expect(trophiesDocument()).toMatchFileSnapshot('../../docs/trophies.md');
  expect(recordedTrophies().map(({ id }) => id)).toEqual(trophies().map(({ id }) => id));
});

test('trophies of the installed Turso still fail there as they are written down, and pass on SQLite', async () => {
  const turso = await resolveEngine('turso');
  const installed = trophies().filter(({ engine }) => engine === `turso@${turso.version}`);
  expect(installed.length).toBeGreaterThan(10);
  for (const trophy of installed) {
    expect(await seenOn(trophy, turso), trophy.id).toEqual(
      recordedTrophies().find(({ id }) => id === trophy.id),
    );
    expect(await seenOn(trophy, sqlite), trophy.id).toBeNull();
  }
});
