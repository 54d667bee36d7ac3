// The recipes of docs/fleet.md, run here as far as that can be done without GitHub and Kubernetes.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readHistory } from '../../src/history/history.ts';
import { MAIN } from '../e2e/dirt.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const docs = readFileSync(new URL('../../docs/fleet.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...docs.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text);
const yaml = blocks('yaml').map((text) => parse(text));

/** A folder in which `npx dirt` is this build. */
function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(MAIN, join(folder, 'node_modules/.bin/dirt'));
  return folder;
}

function bash(script: string, cwd: string, env: Readonly<Record<string, string>>) {
  return spawnSync('bash', ['-c', script], {
    cwd,
    env: { ...process.env, ...env, DIRT_ENGINE: 'sqlite', DIRT_BUDGET: '60s', DIRT_PLANS: '2' },
    encoding: 'utf8',
  });
}

it('the matrix gives the action inputs that it has, and runs every shard once', () => {
  const { jobs } = yaml.find((each) => each.jobs !== undefined);
  const { inputs } = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'));
  for (const job of [jobs.shard, jobs.merge])
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(job.steps[1].with)));
  const { shard } = jobs.shard.strategy.matrix;
  expect(jobs.shard.steps[1].with.shard).toBe(`\${{ matrix.shard }}/${shard.length}`);
  expect(new Set(shard.map((nth: number) => nth % shard.length)).size).toBe(shard.length);
});

it('the pods of the Indexed Job run one shard each, and their folders merge', () => {
  const { spec } = yaml.find((each) => each.kind === 'Job');
  const [{ command, env }] = spec.template.spec.containers;
  const given = Object.fromEntries(env.map(({ name, value }: Record<string, string>) => [name, value]));
  expect(spec.completions).toBe(Number(given.SHARDS));
  const cwd = project();
  for (const JOB_COMPLETION_INDEX of ['0', '1'])
    expect(
      bash(command.at(-1), cwd, { ...given, SHARDS: '2', RESULTS: 'results', JOB_COMPLETION_INDEX }),
    ).toMatchObject({ status: 0 });
  const merged = bash('npx --no -- dirt bugs merge results/23-*', cwd, {});
  expect(merged.stdout).toContain('2 of 2 shards');
});

it('the loop of a spare machine goes on from round to round', () => {
  const script = blocks('sh').find((text) => text.startsWith('#!'))!;
  const cwd = project();
  expect(bash(script, cwd, { ROUNDS: '2' }).error).toBeUndefined();
  expect(readHistory(join(cwd, '.dirt/bugs'))).toHaveLength(2);
});
