// A file of a suite, in whatever it is written.

import { basename } from 'node:path';
import { DirtError } from '../errors.ts';
import { planOfScript } from '../plan/index.ts';
import { DEFAULT_FUEL } from '../planning/index.ts';
import { IS_SQLLOGICTEST, readSqllogictest } from './read-sqllogictest.ts';
import { readSqltest } from './read-sqltest.ts';
import { readTcl } from './read-tcl.ts';
import type { ReadFile } from './script.ts';

/** How the files end that can be read. */
export const SUITE_FILES = ['.sql', '.slt', '.sqllogictest', '.sqltest', '.test'] as const;

export function readSuiteFile(file: string, text: string): ReadFile {
  const name = basename(file);
  if (file.endsWith('.sql')) return readSql(name, text);
  if (file.endsWith('.sqltest')) return readSqltest(name, text);
  if (/\.(slt|sqllogictest)$/.test(file) || (file.endsWith('.test') && IS_SQLLOGICTEST.test(text)))
    return readSqllogictest(name, text);
  if (file.endsWith('.test')) return readTcl(name, text);
  throw new DirtError(
    'DIRT_IMPORT_FORMAT',
    `${file} is in none of the formats that can be read`,
    `they end with ${SUITE_FILES.join(', ')}`,
  );
}

function readSql(name: string, text: string): ReadFile {
  const plan = planOfScript(text, DEFAULT_FUEL);
  return {
    scripts: plan.groups[0].steps.length === 0 ? [] : [{ name, plan, expectations: [] }],
    leftOut: [],
  };
}
