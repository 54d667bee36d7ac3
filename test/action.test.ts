// The GitHub action: what GitHub would complain about, and its scripts, run here as GitHub runs them.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BugBase } from '../src/find/bug-base.ts';
import { MAIN, type Ran } from './e2e/dirt.ts';
import { put } from './report/github/bugs-on-disk.ts';
import { GithubServer, REPOSITORY, TOKEN } from './report/github/github-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { description: string; default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const text = readFileSync(new URL('../action.yml', import.meta.url), 'utf8');
const { inputs, runs } = parse(text) as Action;
const scripts = runs.steps.filter(({ run }) => run !== undefined);
const step = (name: string): Step => runs.steps.find((each) => each.name === name)!;

/** A folder in which `npx dirt` is this build, as after `npm ci`. */
function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(MAIN, join(folder, 'node_modules/.bin/dirt'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "database", "private": true }');
  return folder;
}

/** Runs a step's script as GitHub does: expressions only in the environment, the script as it stands. */
function runStep(
  name: string,
  cwd: string,
  given: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const { run, env: wanted = {} } = step(name);
  const value = (expression: string): string =>
    expression
      .replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input) => given[input] ?? inputs[input].default)
      .replace(/\$\{\{ runner\.temp \}\}/g, join(cwd, 'temp'))
      .replace(/\$\{\{ github\.run_id \}\}/g, '4711')
      .replace(/\$\{\{ steps\.paths\.outputs\.([\w-]+) \}\}/g, (_, name) => join(cwd, PLACES[name]));
  const variables = Object.fromEntries(Object.entries(wanted).map(([key, each]) => [key, value(each)]));
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run!], {
    cwd,
    env: { ...process.env, GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...variables, ...env },
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    error += data;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, out, error })));
}

/** Where "Where things are" says that things are. */
const PLACES: Readonly<Record<string, string>> = {
  bugs: '.dirt/bugs',
  history: '.dirt/history.jsonl',
  baseline: '.dirt/baseline',
};

describe('action.yml', () => {
  it('is a composite action whose steps either use an action or run bash', () => {
    expect(runs.using).toBe('composite');
    expect(runs.steps.length).toBeGreaterThan(5);
    for (const { uses, run, shell, name } of runs.steps) {
      expect(name).toBeTruthy();
      expect((uses === undefined) !== (run === undefined)).toBe(true);
      if (run !== undefined) expect(shell).toBe('bash');
      else expect(uses).toMatch(/^actions\/[\w/-]+@v\d+$/);
    }
  });

  it('puts no expression into a script, where an input could become a command', () => {
    expect(scripts.length).toBeGreaterThan(3);
    for (const { run } of scripts) expect(run).not.toContain('${{');
  });

  it('has a use for every input and every input that it uses', () => {
    const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(inputs)));
    for (const { description } of Object.values(inputs)) expect(description).toMatch(/\.$/);
  });

  it('is used in docs/ci.md with inputs that it has', () => {
    const docs = readFileSync(new URL('../docs/ci.md', import.meta.url), 'utf8');
    const [, workflow] = /```yaml\n([\s\S]*?)```/.exec(docs)!;
    const steps: Step[] = parse(workflow).jobs.dirt.steps;
    const given = Object.keys(steps.find(({ uses }) => uses?.includes('/dirt@'))!.with!);
    expect(given.length).toBeGreaterThan(0);
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(given));
  });

  it('uses the outputs and ids of earlier steps only', () => {
    const before = new Set<string>();
    for (const each of runs.steps) {
      for (const [, id] of JSON.stringify(each).matchAll(/steps\.([\w-]+)\./g)) expect(before).toContain(id);
      if (each.id) before.add(each.id);
    }
  });

  it('keeps and uploads the bug base also when the job fails', () => {
    expect(step('Keep the bugs').if).toMatch(/^always\(\)/);
    expect(step('Upload the bugs')).toMatchObject({ if: 'always()', with: { 'include-hidden-files': true } });
  });
});

describe('the scripts of action.yml', () => {
  it('know where the bug base is, wherever the job works', async () => {
    const cwd = temporaryFolder();
    const output = join(cwd, 'output');
    await runStep('Where things are', cwd, {}, { GITHUB_OUTPUT: output });
    const lines = readFileSync(output, 'utf8').trim().split('\n');
    expect(lines).toEqual([
      `bugs=${join(cwd, '.dirt/bugs')}`,
      `own-faults=${join(cwd, '.dirt/dirt-is-wrong')}`,
      `history=${join(cwd, PLACES.history)}`,
      `baseline=${join(cwd, PLACES.baseline)}`,
      'artifact=dirt-bugs',
    ]);
    await runStep('Where things are', cwd, { shard: '3/8' }, { GITHUB_OUTPUT: output });
    expect(readFileSync(output, 'utf8')).toContain('artifact=dirt-bugs-shard-3-of-8\n');
  });

  it('run the shards of a matrix and merge them: red only for what the default branch does not have', async () => {
    const cwd = project();
    const shards = join(cwd, 'temp/dirt-shards');
    for (const shard of ['1/2', '2/2']) {
      const given = { shard, engine: 'sqlite', budget: '60s' };
      await runStep('Set what is known aside', cwd, given);
      expect(await runStep('Run', cwd, given, { DIRT_PLANS: '2' })).toMatchObject({ status: 0 });
      const artifact = join(shards, shard.replace('/', '-of-'));
      cpSync(join(cwd, '.dirt'), artifact, { recursive: true });
      put(new BugBase(join(artifact, 'bugs')), 'wrong-1');
      rmSync(join(cwd, '.dirt'), { recursive: true });
    }
    await runStep('Set what is known aside', cwd, { merge: 'true' });
    const first = await runStep('Merge', cwd, { merge: 'true' });
    expect(first.out).toMatch(/Seed 4711 on sqlite@[\d.]+: 2 of 2 shards/);
    expect(first.out).toContain('New: 1\n- wrong-1');
    expect(first.status).toBe(1);
    rmSync(join(cwd, '.dirt/baseline'), { recursive: true });
    rmSync(join(cwd, '.dirt/history.jsonl'));
    await runStep('Set what is known aside', cwd, { merge: 'true' });
    const second = await runStep('Merge', cwd, { merge: 'true' });
    expect(second.out).toContain('New: none');
    expect(second.status).toBe(0);
  });

  it('run DIRT with a budget, a summary and a report', async () => {
    const cwd = project();
    expect((await runStep('Install', cwd, {})).status).toBe(0);
    const given = { engine: 'sqlite', budget: '2s', profile: 'default', junit: 'out/junit.xml' };
    const ran = await runStep('Run', cwd, given, {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
    });
    expect(ran.out).toContain('No bugs found.');
    expect(ran.status).toBe(0);
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain('## DIRT: sqlite');
    expect(existsSync(join(cwd, 'out/junit.xml'))).toBe(true);
  });

  it('take a hostile input for a value, not for a command', async () => {
    const cwd = project();
    const evil = '"; touch pwned; echo "$(touch pwned)`touch pwned` --debug';
    const { status, error } = await runStep('Run', cwd, { engine: evil });
    expect(error).toContain('there is no engine');
    expect(status).toBe(2);
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
  });

  it('file issues with the token of the job', async () => {
    const server = await GithubServer.start();
    const cwd = project();
    put(new BugBase(join(cwd, '.dirt/bugs')), 'a-1');
    const ran = await runStep(
      'File issues',
      cwd,
      { 'github-token': TOKEN, label: 'fuzz' },
      {
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_API_URL: server.api,
      },
    );
    expect(ran.out).toContain('opened #1: a-1');
    expect(server.issues[0].labels).toEqual(['fuzz']);
    await server.stop();
  });
});
