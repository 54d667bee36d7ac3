// The layer rule: a folder of src/ imports only from folders above it, and what is above files/ runs anywhere.

import { readFileSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';

const LAYERS = [
  'json',
  'sql',
  'dialect',
  'world',
  'plan',
  'property',
  'notation',
  'planning',
  'files',
  'engines',
  'run',
  'imports',
  'ledger',
  'recording',
  'checkup',
  'find',
  'exports',
  'history',
  'events',
  'config',
  'index',
  'fast-check',
  'properties',
  'project',
  'campaign',
  'selftest',
  'fleet',
  'report',
  'page',
  'ui',
  'init',
  'cli',
];

/**
 * Beside its index.ts, sql/ has two doors: the types of all nodes, and the builders of all nodes. What a recording is and how far a fleet
 * is, types alone, is read by the page too, which runs in a browser.
 */
const FURTHER_DOORS = [
  'src/sql/ast.ts',
  'src/sql/build.ts',
  'src/recording/recording.ts',
  'src/fleet/records.ts',
];

/** Files that lie directly in src/ and may be imported by all. */
const COMMON = ['random', 'errors', 'turn', 'version', 'visible', 'words'];

async function modules(): Promise<{ source: string; imports: string[] }[]> {
  const { output } = await cruise(['src'], {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  });
  return (output as ICruiseResult).modules
    .filter(({ source }) => source.startsWith('src/'))
    .map(({ source, dependencies }) => ({
      source,
      imports: dependencies.map(({ resolved, coreModule, module }) =>
        coreModule ? `node:${module}` : resolved,
      ),
    }));
}

function layerOf(path: string): string {
  return path.split('/')[1].replace(/\.ts$/, '');
}

/** Names of steps, directives, inspections and abilities that are about files in SQLite's format. */
const FILE_FORMAT = /sqliteFiles|sqlite-?opens-?it|sqlite[- ]?writes|ask ?sqlite/gi;

/** Outside of the dialect, the engines and the planted bugs: who may name SQLite, and why. */
const MAY_NAME_SQLITE: Readonly<Record<string, string>> = {
  'src/index.ts': 'exports the engine',
  'src/world/abilities.ts': 'says what the file format is',
  'src/world/faults/sqlite-writes.ts': 'is about files in its format',
  'src/world/inspections/sqlite-opens-it.ts': 'is about files in its format',
  'src/plan/plan.ts': 'is about files in its format',
  'src/plan/directive.ts': 'is about files in its format',
  'src/run/judges/sqlite-opens-it.ts': 'is about files in its format',
  'src/run/judges/continues.ts': 'is about files in its format',
  'src/run/site.ts': 'is about files in its format',
  'src/run/referee.ts': 'decides who opens such files',
  'src/report/selftest.ts': 'reports on the workloads of the selftest',
  'src/exports/tcl.ts': 'writes tests for its harness',
  'src/imports/read-sqltest.ts': 'reads what suites say of databases',
  'src/imports/read-sqllogictest.ts': 'reads what suites say of databases',
  'src/imports/read-tcl.ts': "reads SQLite's own tests",
  'src/imports/read-database.ts': 'is about files in its format',
  'src/cli/options/options.ts': 'is about files in its format',
  'src/imports/suite-text.ts': 'writes values as its shell does',
  'src/cli/commands/import.ts': 'names its tests to the user',
  'src/init/engine-choice.ts': 'asks the user for an engine',
  'src/init/config-template.ts': 'writes the name of an engine for the user',
  'src/cli/options/settings.ts': 'names engines to the user',
  'src/cli/commands/engines.ts': 'names engines to the user',
  'src/checkup/examinations.ts': 'names messages to the user',
  'src/page/cause-data.ts': 'tells how to run a script on it',
};

describe('the layers of src/', async () => {
  const all = await modules();

  it('are looked at: the check would notice if it saw no modules or no imports', () => {
    expect(all.length).toBeGreaterThan(100);
    expect(all.flatMap(({ imports }) => imports).length).toBeGreaterThan(300);
    expect(new Set(all.map(({ source }) => layerOf(source)))).toEqual(new Set([...LAYERS, ...COMMON]));
  });

  it('import only from above, so that the architecture stays a line and not a knot', () => {
    const wrong: string[] = [];
    for (const { source, imports } of all) {
      const own = LAYERS.indexOf(layerOf(source));
      for (const target of imports.filter((path) => path.startsWith('src/'))) {
        const layer = layerOf(target);
        if (!COMMON.includes(layer) && LAYERS.indexOf(layer) > own) wrong.push(`${source} -> ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('import from each other through their doors only, so that what a folder offers is written down in one file', () => {
    const wrong: string[] = [];
    for (const { source, imports } of all) {
      for (const target of imports.filter((path) => path.startsWith('src/'))) {
        const isInside = layerOf(target) === layerOf(source);
        const isDoor = /^src\/(?:[^/]+\/index|[^/]+)\.ts$/.test(target) || FURTHER_DOORS.includes(target);
        if (!isInside && !isDoor) wrong.push(`${source} -> ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('know the dialect by its interface: nothing but engines and planted bugs speaks of SQLite', () => {
    const speaking = all
      .map(({ source }) => source)
      .filter((source) => !['dialect', 'engines', 'selftest'].includes(layerOf(source)))
      .filter((source) => /sqlite/i.test(readFileSync(source, 'utf8').replaceAll(FILE_FORMAT, '')));
    expect(speaking.sort()).toEqual(Object.keys(MAY_NAME_SQLITE).sort());
  });

  it('above files/ import nothing of node, so that they run in a browser as they are', () => {
    const pure = new Set([...COMMON, ...LAYERS.slice(0, LAYERS.indexOf('files'))]);
    const wrong = all
      .filter(({ source }) => pure.has(layerOf(source)))
      .flatMap(({ source, imports }) =>
        imports
          .filter(
            (path) =>
              path.startsWith('node:') ||
              (path.includes('node_modules') && !/\/(?:pure-rand|sqlite3-parser)\//.test(path)),
          )
          .map((path) => `${source} -> ${path}`),
      );
    expect(wrong).toEqual([]);
  });
});
