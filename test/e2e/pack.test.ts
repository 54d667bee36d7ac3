// The package as npm packs it: exactly what it needs, and a project from nothing with it. It is packed in a copy of the
// repository, without what older builds left in dist/.

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './dirt.ts';

const REPOSITORY = new URL('../../', import.meta.url).pathname;
const TSC = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
/** What a clone has and the package may take. */
const SOURCES = [
  'src',
  'test',
  'docs',
  'examples',
  'scripts',
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

function run(cwd: string, command: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  const env = { ...process.env, NO_COLOR: '1', npm_config_loglevel: 'error' };
  return spawnSync(command, args, { cwd, encoding: 'utf8', env, timeout: 110_000 });
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

describe('the packed package', () => {
  const clone = temporaryFolder();
  const project = temporaryFolder();
  let paths: readonly string[] = [];

  beforeAll(() => {
    for (const name of SOURCES) cpSync(join(REPOSITORY, name), join(clone, name), { recursive: true });
    cpSync(join(REPOSITORY, 'dist'), join(clone, 'dist'), { recursive: true, filter: isCurrent });
    const [packed]: Packed[] = JSON.parse(run(clone, 'npm', 'pack', '--json', '--ignore-scripts').stdout);
    paths = packed.files.map(({ path }) => path);
    const options = ['--prefer-offline', '--no-audit', '--no-fund'];
    const installed = run(project, 'npm', 'install', '--save-dev', ...options, join(clone, packed.filename));
    expect(installed.status, installed.stderr).toBe(0);
  });

  it('holds what was built, the documentation and the examples, and nothing else', () => {
    const other = paths.filter(
      (path) => !/^(?:dist\/.*\.(?:js|d\.ts)|docs\/[\w.-]+|examples\/.+)$/.test(path),
    );
    expect(other.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    const modules = paths.filter((path) => /^dist\/.*\.js$/.test(path));
    const sources = readdirSync(join(REPOSITORY, 'src'), { recursive: true, encoding: 'utf8' });
    const expected = sources
      .filter((path) => /(?<!\.d)\.ts$/.test(path))
      .map((path) => `dist/${path.slice(0, -2)}js`);
    expect(modules.sort()).toEqual(expected.sort());
    expect(paths).toContain('docs/tutorial.md');
    expect(paths).toContain('examples/minidb/src/database.ts');
  });

  it('holds what its documentation links to', () => {
    const documents = paths.filter((path) => /^docs\/.*\.md$/.test(path));
    expect(documents.length).toBeGreaterThan(3);
    const missing = documents.flatMap((path) =>
      [...readFileSync(join(clone, path), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)]
        .map(([, link]) => normalize(join(dirname(path), link)))
        // The action belongs to the repository on GitHub.
        .filter(
          (target) =>
            target !== 'action.yml' &&
            !paths.some((held) => held === target || held.startsWith(`${target}/`)),
        )
        .map((target) => `${path} -> ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('makes an empty folder a project that is tested, in two commands', () => {
    const init = run(project, 'npx', 'dirt', 'init', '--yes');
    expect(init.status, init.stderr).toBe(0);
    expect(existsSync(join(project, 'dirt.features.json'))).toBe(true);
    expect(init.stdout).not.toContain('npm install');
    const ran = run(project, 'npx', 'dirt', 'run', '--budget', '5s', '--seed', '1', '--no-shrink');
    // What it finds in Turso is up to Turso.
    expect([0, 1], ran.stderr).toContain(ran.status);
    expect(ran.stdout).toMatch(/^Done after .*: [1-9]\d* plans, [1-9]\d* statements/m);
  });

  it('brings types that an editor can use', () => {
    writeFileSync(
      join(project, 'wrong.ts'),
      "import { defineConfig } from 'dirt';\nexport default defineConfig({ engin: 'turso' });\n",
    );
    const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2023'.split(' ');
    const files = ['dirt.config.ts', 'dirt/first.property.ts', 'wrong.ts'];
    const errors = run(project, process.execPath, TSC, ...options, ...files).stdout.match(/^\S.*$/gm);
    expect(errors).toEqual([expect.stringMatching(/^wrong\.ts.*'engin' does not exist/)]);
  });
});

/** Is it a folder, or made from a source that is still there? */
function isCurrent(path: string): boolean {
  const source = path.replace(`${REPOSITORY}dist`, `${REPOSITORY}src`).replace(/(?:\.d\.ts|\.js)$/, '.ts');
  return existsSync(source);
}
