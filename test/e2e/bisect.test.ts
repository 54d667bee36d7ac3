// The history of an engine that is a program: which commit brought a bug. The repository of the user is only read.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from '../../src/engines/program/program.ts';
import type { Bug } from '../../src/find/bug.ts';
import { BugBase } from '../../src/find/bug-base.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt, startDirt } from './dirt.ts';

const plan = planOfScript('CREATE TABLE t(a);\nDELETE FROM t;', 10);

const engineSource = (dies: boolean) => `import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (${dies} && request.do === 'run' && /^DELETE/.test(request.sql)) {
    console.error("thread 'main' panicked at src/btree.rs:42:7:\\nindex out of bounds");
    process.exit(101);
  }
  const answer = { hello: { name: 'young', version: '1' }, run: { rows: [], changes: 0 } }[request.do] ?? {};
  console.log(JSON.stringify(answer));
}
`;

const CONFIG = `import { defineConfig, program } from 'dirt';
export default defineConfig({
  engines: { young: program({ command: [${JSON.stringify(process.execPath)}, 'built/engine.mjs'] }) },
  engine: 'young',
});
`;

/** What each commit does to the engine; the third does not build. */
const COMMITS = [
  ['The first version', false],
  ['Say more in the README', false],
  ['Half a change', null],
  ['The other half', false],
  ['Delete faster', true],
  ['Tidy up', true],
] as const;

interface Repository {
  readonly folder: string;
  readonly git: (...args: string[]) => string;
}

function repository(): Repository {
  const folder = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, '.gitignore'), 'built\n.dirt\n');
  writeFileSync(join(folder, 'dirt.config.mjs'), CONFIG);
  for (const [subject, dies] of COMMITS) {
    writeFileSync(join(folder, 'src/engine.mjs'), `// ${subject}\n${engineSource(dies ?? false)}`);
    const build = dies === null ? 'console.error("half is missing"); process.exit(1);' : '';
    writeFileSync(
      join(folder, 'build.mjs'),
      `import { cpSync } from 'node:fs';\n${build}\ncpSync('src/engine.mjs', 'built/engine.mjs');\n`,
    );
    git('add', '-A');
    git('commit', '--quiet', '-m', subject);
  }
  return { folder, git };
}

async function storeBug(folder: string): Promise<BugBase> {
  const place = join(temporaryFolder(), 'bad.mjs');
  writeFileSync(place, engineSource(true));
  const engine = program({ command: [process.execPath, place] });
  const { finding } = await judgeFully(testOf(plan), engine, { referee: refereeWith(), doublecheck: false });
  expect(finding?.kind).toBe('panic');
  const base = new BugBase(join(folder, '.dirt/bugs'));
  const { kind, property, signature, message } = finding!;
  const bug: Bug = {
    ...{
      id: 'panic-1',
      kind,
      property,
      claims: '',
      signature,
      features: [],
      cause: { heart: [] },
      severity: 'crash',
      skeleton: '',
      message,
    },
    ...{
      outvoted: 'engine',
      engine: 'young',
      version: '1',
      seed: '1',
      index: 0,
      statementsBefore: 2,
      statements: 2,
    },
    ...{ firstSeen: '2026-01-01', lastSeen: '2026-01-01', timesSeen: 1, status: 'open' },
  };
  base.store(bug, plan, null, { 'README.md': '# A panic\n\nyoung@1, unconfirmed.\n\nThe rest.\n' });
  return base;
}

const BUILD = `"${process.execPath}" build.mjs`;

describe('the history of an engine', async () => {
  const { folder, git } = repository();
  const base = await storeBug(folder);
  const bisect = (...args: string[]) => dirt(['bisect', 'panic-1', ...args], { cwd: folder });

  it('is searched for the commit that brought a bug, past one that does not build, in a copy', () => {
    const before = [
      git('rev-parse', 'HEAD'),
      git('status', '--porcelain'),
      git('worktree', 'list'),
      git('branch', '-a'),
    ];
    const { out, error, status } = bisect('--git', 'HEAD~5..HEAD', '--build', BUILD);
    expect(error).toBe('');
    const firstBad = git('rev-parse', 'HEAD~1');
    expect(out).toContain(`First bad: ${firstBad.slice(0, 10)} Delete faster`);
    expect(out).toMatch(/does not build \(half is missing\) +Half a change/);
    expect(status).toBe(1);
    expect(base.find('panic-1')?.bug.firstBad).toEqual({ commit: firstBad, subject: 'Delete faster' });
    expect(readFileSync(join(base.pathOf('panic-1'), 'README.md'), 'utf8')).toContain(
      `Versions: since commit ${firstBad.slice(0, 10)} (Delete faster).`,
    );
    expect([
      git('rev-parse', 'HEAD'),
      git('status', '--porcelain'),
      git('worktree', 'list'),
      git('branch', '-a'),
    ]).toEqual(before);
  });

  it('is not searched between revisions of which the wrong ones are good and bad', () => {
    const good = bisect('--git', 'HEAD~1..HEAD', '--build', BUILD);
    expect(good.error).toMatch(/HEAD~1 is not good/);
    expect(good.status).toBe(2);
    expect(bisect('--git', 'HEAD~5..HEAD~2', '--build', BUILD).error).toMatch(/HEAD~2 is not bad/);
    expect(bisect('--git', 'nowhere..HEAD', '--build', BUILD).error).toMatch(/DIRT_GIT/);
    expect(bisect('--git', 'HEAD', '--build', BUILD).error).toMatch(/names no two revisions/);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves no copy behind after %s', async (signal) => {
    const env = { TMPDIR: temporaryFolder() };
    const copies = () => readdirSync(env.TMPDIR).filter((name) => name.startsWith('dirt-scratch-'));
    const { child, ended, said } = startDirt(
      ['bisect', 'panic-1', '--git', 'HEAD~5..HEAD', '--build', BUILD],
      { cwd: folder, env },
    );
    await said('The first version');
    child.kill(signal);
    await ended;
    if (signal === 'SIGKILL') dirt(['bugs'], { cwd: folder, env });
    expect(copies()).toEqual([]);
  });
});
