// The package as it is installed: a project from nothing with it. Its dependencies come from the package registry.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { command, pack, REPOSITORY } from './packed.ts';

const TSC = join(REPOSITORY, 'node_modules/typescript/bin/tsc');

describe('the packed package, once it is installed,', () => {
  const project = temporaryFolder();

  beforeAll(() => {
    const options = ['--prefer-offline', '--no-audit', '--no-fund'];
    const installed = command(project, 'npm', 'install', '--save-dev', ...options, pack().file);
    expect(installed.status, installed.stderr).toBe(0);
  });

  it('makes an empty folder a project that is tested, in two commands', () => {
    const init = command(project, 'npx', 'dirt', 'init', '--yes');
    expect(init.status, init.stderr).toBe(0);
    expect(existsSync(join(project, 'dirt.features.json'))).toBe(true);
    expect(init.stdout).not.toContain('npm install');
    const ran = command(project, 'npx', 'dirt', 'run', '--budget', '5s', '--seed', '1', '--no-shrink');
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
    const errors = command(project, process.execPath, TSC, ...options, ...files).stdout.match(/^\S.*$/gm);
    expect(errors).toEqual([expect.stringMatching(/^wrong\.ts.*'engin' does not exist/)]);
  });
});
