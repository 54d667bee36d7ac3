import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt } from './dirt.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return cwd;
}

interface Line {
  readonly name: string;
  readonly value: unknown;
  readonly source: string;
}

function settings(args: readonly string[], options: Parameters<typeof dirt>[1]): Record<string, Line> {
  const { out, error } = dirt(['config', '--json', ...args], options);
  expect(error).toBe('');
  const lines: Line[] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return Object.fromEntries(lines.map((line) => [line.name, line]));
}

describe('dirt config', () => {
  const cwd = folderWith({
    'dirt.config.ts': `import { defineConfig } from 'dirt';
export default defineConfig({
  engine: 'old',
  engines: { old: 'turso@0.4.4' },
  reference: 'none',
  workload: { write: 90 },
  faults: { reopen: 77 },
  limits: { steps: 5, workers: 1, plans: 8 },
});`,
  });

  it('says of every value that it is the default where nobody says anything', () => {
    for (const { name, source } of Object.values(settings([], { cwd: temporaryFolder() })))
      expect(source, name).toMatch(/^default$|^profile default$/);
  });

  it('lets the configuration win over the default, the environment over it, and the command line over all', () => {
    const env = { DIRT_ENGINE: 'sqlite', DIRT_STEPS: '6', DIRT_SHRINK_LIMIT: '90' };
    const all = settings(['--engine', 'model', '--seed', '4'], { cwd, env });
    expect(all.engine).toMatchObject({ value: 'model', source: 'command line' });
    expect(all.seed).toMatchObject({ value: '4', source: 'command line' });
    expect(all.steps).toMatchObject({ value: 6, source: 'DIRT_STEPS' });
    expect(all.shrinkLimit).toMatchObject({ value: 90, source: 'DIRT_SHRINK_LIMIT' });
    expect(all.workers).toMatchObject({ value: 1, source: 'dirt.config.ts' });
    expect(all.reference).toMatchObject({ value: 'none', source: 'dirt.config.ts' });
    expect(all.bugs).toMatchObject({ value: '.dirt/bugs', source: 'default' });
    expect(all['workload.write']).toMatchObject({ value: 90, source: 'dirt.config.ts' });
    expect(all['workload.read']).toBeUndefined();
    expect(all['mixture.general']).toMatchObject({ value: 36, source: 'profile default' });
    expect(all['faults.reopen']).toMatchObject({ value: 77, source: 'dirt.config.ts' });
    expect(all.engines).toMatchObject({ value: ['old'], source: 'dirt.config.ts' });
  });

  it('takes a profile of the command line whole, and of two limits the one that counts more', () => {
    const all = settings(['--profile', 'faults', '--budget', '2m'], { cwd });
    expect(all['workload.write']).toMatchObject({ value: 68, source: 'profile faults' });
    expect(all.budget).toMatchObject({ value: '2m', source: 'command line' });
    expect(all.plans).toMatchObject({ value: null, source: 'off: budget counts more' });
  });

  it('is what other commands go by', () => {
    const { out, status } = dirt(['run', '--engine', 'sqlite', '--seed', '1', '--json'], { cwd });
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.find(({ event }) => event === 'start')).toMatchObject({
      reference: null,
      workers: 1,
      plans: 8,
      budgetMs: null,
    });
    expect(events.at(-1)).toMatchObject({ event: 'summary', plans: 8 });
    expect(status).toBe(0);
    expect(dirt(['engines', '--engine', 'old', '--json'], { cwd }).out).toContain('"version":"0.4.4"');
  });

  it('finds the configuration that --config or DIRT_CONFIG names', () => {
    const elsewhere = temporaryFolder();
    mkdirSync(join(elsewhere, 'sub'));
    writeFileSync(join(elsewhere, 'sub/other.json'), '{ "bugs": "found" }');
    const named = settings(['--config', 'sub/other.json'], { cwd: elsewhere });
    expect(named.bugs).toMatchObject({ value: 'sub/found', source: 'sub/other.json' });
    const env = { DIRT_CONFIG: 'sub/other.json' };
    expect(settings([], { cwd: elsewhere, env }).bugs.value).toBe('sub/found');
  });
});

describe('a wrong configuration ends every command with 2 and one line', () => {
  const throwing = folderWith({ 'dirt.config.ts': `\nthrow new TypeError('boom');` });

  const commands = [
    ['run'],
    ['sql', '-e', 'SELECT 1'],
    ['bugs', 'verify'],
    ['replay', 'x'],
    ['shrink', 'x'],
    ['bugs'],
    ['bisect', 'x'],
    ['engines'],
    ['features', 'show'],
    ['properties'],
    ['config'],
  ];

  it.each(commands.slice(0, sized(3, commands.length)))('%s %s', (...args) => {
    const { status, out, error } = dirt(args, { cwd: throwing });
    expect(error).toBe(
      'dirt: dirt.config.ts: line 2 throws TypeError: boom: correct it; --debug prints the stack [DIRT_CONFIG]\n',
    );
    expect(out).toBe('');
    expect(status).toBe(2);
  });

  it('and with its stack only if --debug asks for it', () => {
    const { status, error } = dirt(['run', '--debug'], { cwd: throwing });
    expect(error).toMatch(/TypeError: boom\n +at .*dirt\.config\.ts:2/);
    expect(status).toBe(2);
  });

  it('if there are several, or none where one was named', () => {
    const several = folderWith({ 'dirt.config.ts': '', 'dirt.config.json': '{}' });
    expect(dirt(['config'], { cwd: several }).error).toContain('dirt.config.ts, dirt.config.json: keep one');
    const { status, error } = dirt(['config', '--config', 'nothing.ts']);
    expect(error).toContain('there is no configuration nothing.ts');
    expect(status).toBe(2);
  });

  it('if a value of the environment is wrong', () => {
    const { status, error } = dirt(['run'], { env: { DIRT_BUDGET: 'soon' } });
    expect(error).toContain("'soon' from env 'DIRT_BUDGET' is invalid");
    expect(status).toBe(2);
  });
});
