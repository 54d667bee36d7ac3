import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementsOf } from '../report/well-formed.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt, startDirt } from './dirt.ts';
import { BROKEN, forgetfulProject } from './forgetful.ts';

const SHORT = [
  'run',
  '--engine',
  'sqlite',
  '--plans',
  '2',
  '--steps',
  '30',
  '--seed',
  '11',
  '--workers',
  '1',
];

describe('dirt run --reporter', () => {
  it('writes several reports at once, whole files in folders that it makes, and still shows the terminal’s', () => {
    const cwd = temporaryFolder();
    const { status, out } = dirt(
      [
        ...SHORT,
        '--reporter',
        'junit=out/r.xml',
        '--reporter',
        'markdown=out/r.md',
        '--reporter',
        'json=out/r.jsonl',
      ],
      { cwd },
    );
    expect(status).toBe(0);
    expect(out).toContain('No bugs found.');
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['r.jsonl', 'r.md', 'r.xml']);
    const read = (name: string) => readFileSync(join(cwd, 'out', name), 'utf8');
    expect(elementsOf(read('r.xml'))).toContain('testcase');
    expect(read('r.md')).toContain('0 new bugs');
    expect(JSON.parse(read('r.jsonl').trim().split('\n').at(-1)!)).toMatchObject({
      event: 'summary',
      plans: 2,
    });
  });

  it('writes one report to standard output, and nothing else', () => {
    expect(elementsOf(dirt([...SHORT, '--reporter', 'junit']).out)).toContain('testsuites');
  });

  it.each([
    ['a reporter that does not exist', ['--reporter', 'html'], /no reporter "html": use terminal, json/],
    ['no file after =', ['--reporter', 'junit='], /names no file/],
    [
      'two on standard output',
      ['--reporter', 'junit', '--json'],
      /junit and json would both write to standard output/,
    ],
    [
      'two in one file',
      ['--reporter', 'junit=r', '--reporter', 'json=r'],
      /junit and json would both write to r/,
    ],
    [
      'a file where no file can be',
      ['--reporter', 'junit=dirt.config.json/r.xml'],
      /cannot write the report/,
    ],
  ])('refuses %s with exit code 2, before anything runs', (_, options, says) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'dirt.config.json'), '{}');
    const { status, error, out } = dirt([...SHORT, ...options], { cwd });
    expect(error).toMatch(says);
    expect(error.trim().split('\n')).toHaveLength(1);
    expect(out).toBe('');
    expect(status).toBe(2);
  });

  it('completes its files when it is interrupted', async () => {
    const cwd = temporaryFolder();
    const args = [
      'run',
      '--engine',
      'sqlite',
      '--budget',
      '100s',
      '--workers',
      '1',
      '--reporter',
      'junit=r.xml',
      '--reporter',
      'json=r.jsonl',
    ];
    const { child, ended, said } = startDirt(args, { cwd });
    await said('statements/s');
    expect(existsSync(join(cwd, 'r.xml'))).toBe(false);
    child.kill('SIGTERM');
    expect((await ended).status).toBe(130);
    expect(elementsOf(readFileSync(join(cwd, 'r.xml'), 'utf8'))).toContain('testsuites');
    expect(readFileSync(join(cwd, 'r.jsonl'), 'utf8')).toContain('"ended":"interrupted"');
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('takes a reporter of the configuration by its name', () => {
    const cwd = temporaryFolder();
    const config = `export default {
  reporters: {
    mine: (output) => ({
      event: ({ event, plans }) => event === 'summary' && output.write(\`\${plans} plans\\n\`),
      end: () => output.write('the end\\n'),
    }),
    wrong: () => ({ event: () => undefined.nothing }),
  },
};`;
    writeFileSync(join(cwd, 'dirt.config.mjs'), config);
    expect(dirt([...SHORT, '--reporter', 'mine=mine.txt'], { cwd }).status).toBe(0);
    expect(readFileSync(join(cwd, 'mine.txt'), 'utf8')).toBe('2 plans\nthe end\n');
    expect(dirt([...SHORT, '--reporter', 'mine'], { cwd }).out).toBe('2 plans\nthe end\n');
    const { status, error } = dirt([...SHORT, '--reporter', 'wrong'], { cwd });
    expect(error).toMatch(/dirt\.config\.mjs: reporters\.wrong throws .*nothing/);
    expect(status).toBe(2);
  });

  it('says that the campaign was broken off when it was', () => {
    const cwd = temporaryFolder();
    const { status } = dirt([...SHORT, '--properties', 'nonsense', '--reporter', 'junit=r.xml'], { cwd });
    expect(status).toBe(2);
    expect(readFileSync(join(cwd, 'r.xml'), 'utf8')).toContain('broken off');
  });
});

describe('dirt run --ci', () => {
  const run = (cwd: string, env: Record<string, string>, ...more: string[]) =>
    dirt(
      [
        'run',
        '--ci',
        '--plans',
        '3',
        '--steps',
        '40',
        '--seed',
        '5',
        '--workers',
        '1',
        '--properties',
        'deleted-rows-are-gone',
        ...more,
      ],
      {
        cwd,
        env,
      },
    );

  it('fails for a bug that is new, not for one that is known, notes that it passes, and fails when it is back', () => {
    const cwd = forgetfulProject();
    mkdirSync(join(cwd, 'ci'));
    const summary = join(cwd, 'ci', 'summary.md');
    const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };

    const found = run(cwd, { ...BROKEN, ...github });
    expect(found.status).toBe(1);
    expect(found.out).toMatch(/^::error title=new bug%3A /m);
    expect(found.out).not.toContain('statements/s |');
    expect(readFileSync(summary, 'utf8')).toMatch(/DELETE FROM[\s\S]*npx dirt replay/);
    const [id] = readdirSync(join(cwd, '.dirt/bugs'));

    const known = run(cwd, { ...BROKEN, ...github }, '--json');
    expect(known.status).toBe(0);
    expect(known.out).not.toContain('::error');
    expect(known.out).toContain('"event":"stillFails"');
    expect(readFileSync(summary, 'utf8')).toContain('### Known, still fails');
    const everywhere = dirt(
      [
        'run',
        '--plans',
        '3',
        '--steps',
        '40',
        '--seed',
        '5',
        '--workers',
        '1',
        '--properties',
        'deleted-rows-are-gone',
      ],
      {
        cwd,
        env: BROKEN,
      },
    );
    expect(everywhere.status).toBe(1);

    const fixed = run(cwd, { VERSION: '1.1' });
    expect(fixed.status).toBe(0);
    expect(fixed.out).toContain(`Passes now: ${id}`);
    const stored = () => JSON.parse(readFileSync(join(cwd, '.dirt/bugs', id, 'bug.json'), 'utf8'));
    expect(stored()).toMatchObject({ version: '1.0', passesIn: '1.1' });

    const back = run(cwd, { ...BROKEN, VERSION: '1.2' });
    expect(back.status).toBe(1);
    expect(back.out).toContain(`Fails again: ${id}`);
    expect(stored()).toMatchObject({ alsoIn: ['1.2'] });
    expect(stored().passesIn).toBeUndefined();

    expect(dirt(['bugs', 'verify'], { cwd, env: { VERSION: '1.3' } }).status).toBe(0);
    expect(stored()).toMatchObject({ passesIn: '1.3' });
  });
});
