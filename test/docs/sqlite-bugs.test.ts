import { expect, test } from 'vitest';
import { sqliteBugsDocument } from './sqlite-bugs.ts';

test('docs/sqlite-bugs.md is current (`npm run docs:sqlite-bugs` writes it)', async () => {
  await expect(sqliteBugsDocument()).toMatchFileSnapshot('../../docs/sqlite-bugs.md');
});
