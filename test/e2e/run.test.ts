import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt, startDirt } from './dirt.ts';
import { BROKEN, forgetfulProject } from './forgetful.ts';

const events = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('dirt run', () => {
  it('on SQLite finds nothing, says so, and exits with 0', () => {
    const { status, out } = dirt([
      'run',
      '--engine',
      'sqlite',
      '--plans',
      '6',
      '--seed',
      '11',
      '--steps',
      '50',
    ]);
    expect(out).toContain('No bugs found.');
    expect(out).toContain('--seed 11');
    expect(status).toBe(0);
  });

  it('tells the same in JSON, with the summary last', () => {
    const { out } = dirt([
      'run',
      '--engine',
      'sqlite',
      '--plans',
      '4',
      '--seed',
      '11',
      '--steps',
      '50',
      '--json',
    ]);
    const all = events(out);
    expect(all.find(({ event }) => event === 'start')).toMatchObject({ seed: '11', engine: 'sqlite' });
    expect(all.at(-1)).toMatchObject({
      event: 'summary',
      ended: 'done',
      plans: 4,
      newBugs: 0,
      dirtIsWrong: 0,
    });
    expect(all.at(-1).statements).toBeGreaterThan(200);
  });

  it.each(sized(['forgetful'], ['forgetful', 'turso@0.2.2']))(
    'finds bugs in %s, each with a script that shows it, and exits with 1',
    (engine) => {
      const cwd = forgetfulProject();
      const { status, out } = dirt(
        ['run', '--engine', engine, '--plans', '4', '--steps', '60', '--seed', '2', '--json'],
        { cwd, env: BROKEN },
      );
      expect(status).toBe(1);
      const bugs = events(out).filter(({ event, isNew }) => event === 'bug' && isNew);
      expect(bugs.length).toBeGreaterThan(0);
      const [{ bug, folder }] = bugs;
      expect(readdirSync(join(cwd, folder)).sort()).toEqual([
        'README.md',
        'bug.json',
        'original.plan.json',
        'plan.json',
        'recording.json',
        'repro.sql',
        'repro.test.ts',
      ]);
      const again = dirt(['replay', bug.id, '--times', '3'], { cwd, env: BROKEN });
      expect(again.status).toBe(1);
      expect(again.out).toContain('fails 3 of 3 times');
      expect(dirt(['replay', bug.id, '--engine', 'sqlite'], { cwd }).status).toBe(0);
      expect(dirt(['bugs'], { cwd }).out).toContain(bug.id);
      const recorded = () => readFileSync(join(cwd, folder, 'recording.json'), 'utf8');
      const before = recorded();
      rmSync(join(cwd, folder, 'recording.json'));
      expect(dirt(['replay', bug.id, '--record'], { cwd, env: BROKEN }).out).toContain('recording.json');
      expect(JSON.parse(recorded()).minimal).toEqual(JSON.parse(before).minimal);
      expect(dirt(['report', 'html'], { cwd }).out).toMatch(/wrote \d+ causes? to \.dirt\/report\.html/);
      expect(readFileSync(join(cwd, '.dirt/report.html'), 'utf8')).toContain('<script id="data"');
    },
  );

  it('ends on Ctrl-C with its summary', async () => {
    const { child, ended, said } = startDirt(['run', '--engine', 'sqlite', '--budget', '100s']);
    await said('statements/s');
    child.kill('SIGINT');
    const { status, out } = await ended;
    expect(status).toBe(130);
    expect(out).toContain('Interrupted after');
  });
});

describe('dirt run with bad input exits with 2 before anything runs', () => {
  it.each([
    ['an unknown engine', ['run', '--engine', 'oracle'], /no engine/],
    [
      'an unknown property',
      ['run', '--engine', 'sqlite', '--properties', 'nonsense'],
      /no property "nonsense"/,
    ],
    ['an unknown profile', ['run', '--profile', 'nonsense'], /nonsense/],
    ['a bug that is not there', ['replay', 'nothing-1'], /no bug "nothing-1"/],
    ['a plan that is not there', ['replay', 'nothing.json'], /cannot read nothing\.json/],
  ])('%s', (_, args, says) => {
    const cwd = temporaryFolder();
    const { status, error } = dirt(args, { cwd });
    expect(error).toMatch(says);
    expect(status).toBe(2);
    expect(existsSync(join(cwd, '.dirt'))).toBe(false);
  });
});
