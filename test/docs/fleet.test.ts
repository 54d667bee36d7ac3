// The recipes of docs/fleet.md, run here as far as that can be done without GitHub and Kubernetes.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { BugBase } from '../../src/find/bug-base.ts';
import { readHistory } from '../../src/history/history.ts';
import { nightlyTemplate } from '../../src/init/nightly-template.ts';
import { MAIN } from '../e2e/dirt.ts';
import { put } from '../report/github/bugs-on-disk.ts';
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
    env: { ...process.env, ...env, DIRT_ENGINE: 'sqlite', DIRT_BUDGET: '60s', DIRT_PLANS: '8' },
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

it('the nightly workflow merges what its shards found, and a second night finds nothing new', () => {
  const { jobs } = parse(nightlyTemplate({ folder: '', install: 'npm ci' }));
  const scriptIn = (job: string, command: string): string =>
    jobs[job].steps.find(({ run }: { run?: string }) => run?.includes(command)).run;
  const of = jobs.shard.strategy.matrix.shard.length;
  const cwd = project();
  const shards = join(cwd, 'shards');
  for (let nth = 1; nth <= of; nth += 4) {
    const ran = bash(scriptIn('shard', 'dirt run'), cwd, { SEED: '7', SHARD: `${nth}/${of}` });
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    cpSync(join(cwd, '.dirt'), join(shards, `dirt-shard-${nth}`), { recursive: true });
    put(new BugBase(join(shards, `dirt-shard-${nth}`, 'bugs')), 'wrong-1');
    rmSync(join(cwd, '.dirt'), { recursive: true });
  }
  const merge = () => bash(`set -o pipefail; ${scriptIn('merge', 'bugs merge')}`, cwd, { SHARDS: shards });
  const first = merge();
  expect(first.stdout).toContain(`2 of ${of} shards`);
  expect(first.stdout).toContain('New: 1');
  expect(first.status).toBe(1);
  rmSync(join(cwd, '.dirt/baseline'), { recursive: true });
  expect(merge()).toMatchObject({ status: 0 });
});

interface Service {
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: string;
}

it('docker-compose.yml starts queues that keep what they are told, with a password that is in no file', () => {
  const text = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
  const { services, volumes }: { services: Record<string, Service>; volumes: object } = parse(text);
  for (const { ports, volumes: kept, environment } of Object.values<Service>(services)) {
    expect(ports[0]).toMatch(/^127\.0\.0\.1:/);
    expect(Object.keys(volumes)).toContain(kept[0].split(':')[0]);
    expect(Object.values(environment)).toContain(`\${QUEUE_PASSWORD:?is not set}`);
  }
  const command = services.redis.command!.replaceAll('$$', '$');
  const [, options] = /redis-server (.*) --requirepass "\$QUEUE_PASSWORD"/.exec(command) ?? [];
  expect(options?.split(' ')).toEqual(['--appendonly', 'yes', '--maxmemory-policy', 'noeviction']);
  // The addresses that its header gives are those of the services.
  expect(text).toContain(`redis://:$QUEUE_PASSWORD@${services.redis.ports[0].slice(0, -5)} `);
  const { POSTGRES_USER, POSTGRES_DB } = services.postgres.environment;
  expect(text).toContain(`postgres://${POSTGRES_USER}:$QUEUE_PASSWORD@127.0.0.1:5432/${POSTGRES_DB}`);
});
