// A new folder for a test, which need not remove it: test/folder-of-run.ts does.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function temporaryFolder(): string {
  return mkdtempSync(join(process.env.DIRT_TEST_FOLDER ?? tmpdir(), 'test-'));
}
