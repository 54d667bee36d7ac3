import { expect, it } from 'vitest';
import { namesFile } from '../../src/engines/process/names-files.ts';

it.each([
  "ATTACH '../x' AS y",
  "attach database '/home/me/x' as y",
  "SELECT 1; /* x */ ATTACH 'x' AS y",
  "ATTACH/**/'x'AS y",
  "ATTACH ':memory:' || 'x' AS y",
  'ATTACH x AS y',
  "VACUUM INTO 'x'",
  "vacuum main into 'x'",
  "-- '\nVACUUM INTO 'x'",
  "SELECT load_extension('x')",
])('a statement that names a file is seen: %s', (sql) => {
  expect(namesFile(sql)).toBe(true);
});

it.each([
  "ATTACH ':memory:' AS q0",
  "ATTACH DATABASE '' AS q0",
  'VACUUM',
  "SELECT 'ATTACH x', \"VACUUM INTO\" -- ATTACH 'x'",
  "INSERT INTO t VALUES ('VACUUM INTO ''x''')",
  'SELECT attached FROM t',
  "VACUUM; INSERT INTO t VALUES ('x')",
])('others are left alone: %s', (sql) => {
  expect(namesFile(sql)).toBe(false);
});
