// How a command ends when its output is closed or full, or a signal comes: with the exit code that is due, and with nothing left behind.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive, pidIn, SOON } from '../engines/homes.ts';
import { lacks } from '../lacks.ts';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt, MAIN, startDirt } from './dirt.ts';
import { FORGED_ID, forgeBug } from './forged-bugs.ts';
import { fragileProject } from './fragile.ts';
import { programProject } from './program-project.ts';

const shell = (script: string, cwd: string) =>
  spawnSync('bash', ['-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, DIRT: `${process.execPath} ${MAIN}` },
  });

describe('a closed standard output', () => {
  it('ends a campaign with what the findings so far deserve, and its reports are whole', () => {
    const cwd = fragileProject();
    const run =
      '$DIRT run --engine fragile --no-shrink --workers 1 --seed 1 --budget 60s --reporter terminal --reporter junit=j.xml';
    const { stdout, stderr } = shell(`${run} | head -4 > /dev/null; echo \${PIPESTATUS[0]}`, cwd);
    expect(stdout).toBe('1\n');
    expect(stderr).not.toContain('    at ');
    expect(readFileSync(join(cwd, 'j.xml'), 'utf8')).toMatch(/<\/testsuites>\n$/);
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('does not end other commands early', () => {
    const cwd = temporaryFolder();
    forgeBug(cwd, {});
    expect(shell(`$DIRT bugs | true; echo \${PIPESTATUS[0]}`, cwd).stdout).toBe('0\n');
  });
});

it.skipIf(lacks('fullDevice', 'a full standard output'))(
  'a full standard output is an error of one line',
  () => {
    const cwd = temporaryFolder();
    for (const command of ['engines', 'run --engine sqlite --plans 1 --workers 1']) {
      const { status, stderr } = shell(`$DIRT ${command} > /dev/full`, cwd);
      expect(stderr).toMatch(/^dirt: cannot write standard output \(ENOSPC\).*\[DIRT_OUTPUT\]$/m);
      expect(stderr).not.toContain('    at ');
      expect(status).toBe(2);
    }
  },
);

it.skipIf(lacks('fullDevice', 'a report on a full device'))(
  'a report that cannot be written to its device says so, and the device stays',
  () => {
    const run = ['run', '--engine', 'sqlite', '--plans', '1', '--steps', '10', '--workers', '1'];
    const { status, error } = dirt([...run, '--reporter', 'junit=/dev/full']);
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
    expect(error).toMatch(/cannot write the report \/dev\/full \(ENOSPC\).*\[DIRT_REPORT_FILE\]\n$/);
    expect(status).toBe(2);
  },
);

describe('a signal', () => {
  it.each(sized<NodeJS.Signals[]>(['SIGHUP'], ['SIGHUP', 'SIGTERM', 'SIGINT']))(
    '%s ends a campaign in good order, and its engines',
    async (signal) => {
      const cwd = programProject();
      const { child, ended, said } = startDirt(['run', '--budget', '100s', '--workers', '1', '--json'], {
        cwd,
        env: { TMPDIR: cwd },
      });
      await said('"event":"progress"');
      child.kill(signal);
      const { status, out } = await ended;
      expect(status).toBe(130);
      expect(out).toContain('"ended":"interrupted"');
      expect(readdirSync(cwd).filter((name) => name.startsWith('dirt-'))).toEqual([]);
    },
  );

  it('is heard while statements run in the process of the command itself, which never waits for anything', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'long.sql'), 'SELECT 1;\n'.repeat(1_000_000));
    const { child, ended, said } = startDirt(['sql', 'long.sql', '--engine', 'sqlite'], { cwd });
    await said('SELECT 1');
    child.kill('SIGINT');
    expect((await ended).status).toBe(130);
  });

  it('twice ends it at once, and leaves no engine and no folder', async () => {
    const cwd = programProject();
    const { child, ended, said } = startDirt(['run', '--budget', '100s', '--workers', '2', '--json'], {
      cwd,
      env: { TMPDIR: cwd },
    });
    await said('"event":"progress"');
    const homes = () => readdirSync(cwd).filter((name) => name.startsWith('dirt-engine-'));
    child.kill('SIGINT');
    child.kill('SIGINT');
    const { status } = await ended;
    expect(status).toBe(130);
    expect(homes()).toEqual([]);
  });
});

it.each(sized<NodeJS.Signals[]>(['SIGHUP'], ['SIGHUP', 'SIGTERM', 'SIGINT']))(
  '%s of `dirt ui` ends the campaign of its page in good order, and its engines',
  async (signal) => {
    const cwd = programProject();
    const { child, ended, said } = startDirt(['ui'], { cwd, env: { TMPDIR: cwd } });
    let out = '';
    child.stdout?.on('data', (data) => {
      out += data;
    });
    await said('token=');
    const [, origin, token] = /(http:\S+)\/\?token=(\w+)/.exec(out)!;
    const headers = { 'x-dirt-token': token, 'content-type': 'application/json' };
    const events = await fetch(`${origin}/api/events`, { headers });
    const body = JSON.stringify({ budget: '100s', workers: '1' });
    expect((await fetch(`${origin}/api/start`, { method: 'POST', headers, body })).status).toBe(200);
    // Until it runs plans.
    let told = '';
    for await (const part of events.body!) {
      told += Buffer.from(part).toString();
      if (/"plans":[1-9]/.test(told)) break;
    }
    child.kill(signal);
    expect((await ended).status).toBe(0);
    expect(readdirSync(cwd).filter((name) => name.startsWith('dirt-'))).toEqual([]);
    expect(readFileSync(join(cwd, '.dirt/history.jsonl'), 'utf8')).toContain('"ended":"interrupted"');
  },
);

it('SIGKILL leaves a folder and an engine, which the next start removes', async () => {
  const cwd = programProject();
  const { child, ended, said } = startDirt(['run', '--budget', '100s', '--workers', '1', '--json'], {
    cwd,
    env: { TMPDIR: cwd },
  });
  await said('"event":"progress"');
  const homes = () => readdirSync(cwd).filter((name) => name.startsWith('dirt-engine-'));
  let pids: number[] = [];
  const pidsOf = () => {
    pids = homes().map((home) => pidIn(join(cwd, home)));
    return pids;
  };
  await expect.poll(pidsOf, SOON).not.toEqual([]);
  child.kill('SIGKILL');
  await ended;
  expect(dirt(['bugs'], { cwd, env: { TMPDIR: cwd } }).status).toBe(0);
  expect(homes()).toEqual([]);
  await expect.poll(() => pids.filter(isAlive), SOON).toEqual([]);
});

it('a fixed bug that is back is named, and no run that fails for it says that there are no bugs', () => {
  const cwd = temporaryFolder();
  forgeBug(cwd, { engine: 'lazy', version: '1', passesIn: '3.50.4' });
  writeFileSync(
    join(cwd, 'dirt.config.mjs'),
    `import { sqlite, wrapEngine } from 'dirt';
const lazy = wrapEngine(sqlite, () => ({
  run: ({ text, go }) => (text.startsWith('DELETE FROM t0 WHERE') ? { kind: 'rows', rows: [], changes: 1 } : go()),
}));
export default { engines: { lazy: { ...lazy, name: 'lazy' } }, engine: 'lazy' };`,
  );
  const { status, out } = dirt(['run', '--plans', '1', '--workers', '1', '--ci'], {
    cwd,
  });
  expect(status).toBe(1);
  expect(out).toMatch(new RegExp(`Back \\(had passed, fails again\\): +statements\n  data +${FORGED_ID}`));
  expect(out).not.toContain('No bugs found');
});

it('a selftest without time says so, and does not say that DIRT is wrong', () => {
  const { status, error } = dirt(['selftest', '--budget', '1ms', '--workers', '1', '--mutants', 'paper']);
  expect(status).toBe(2);
  expect(error).toMatch(/there was no time for \d+ of \d+ planted bugs.*\[DIRT_SELFTEST_TIME\]\n$/);
});
