// `dirt init` in all kinds of folders, as a user runs it.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lacks } from '../lacks.ts';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt, MAIN, startDirt } from './dirt.ts';

/** Runs a command in a terminal of its own. */
const TERMINAL = 'script';

const KILLED_AT = new URL('./killed-at.mjs', import.meta.url).href;

const FILES = [
  'dirt/first.property.ts',
  'dirt.config.ts',
  'dirt.features.json',
  '.github/workflows/dirt.yml',
  '.gitignore',
];

function textIn(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

describe('dirt init', () => {
  it('makes an empty folder a project that runs at once', () => {
    const cwd = temporaryFolder();
    const { status, out } = dirt(['init', '--yes'], { cwd });
    expect(status).toBe(0);
    for (const file of FILES) {
      expect(out).toContain(`created  ${file}`);
      expect(existsSync(join(cwd, file))).toBe(true);
    }
    expect(out).toContain('npm install --save-dev dirt\n');
    expect(textIn(cwd, '.gitignore')).toBe('.dirt/\n');
    expect(dirt(['properties'], { cwd }).out).toContain('order-keeps-the-rows');
    const ran = dirt(
      [
        'run',
        '--plans',
        '1',
        '--seed',
        '1',
        '--workers',
        '1',
        '--no-shrink',
        '--verbose',
        '--properties',
        'order-keeps-the-rows',
      ],
      { cwd },
    );
    expect(ran.error).toBe('');
    expect(ran.out).toMatch(/^ {2}order-keeps-the-rows +[1-9]/m);
    expect(ran.status).not.toBe(2);
  });

  it('keeps every file that is there, and says so', () => {
    const cwd = temporaryFolder();
    dirt(['init', '--yes', '--engine', 'sqlite'], { cwd });
    for (const file of FILES) writeFileSync(join(cwd, file), textIn(cwd, file).replace(/\n$/, '\n\n'));
    const before = FILES.map((file) => textIn(cwd, file));
    const { status, out } = dirt(['init', '--yes', '--engine', 'turso'], { cwd });
    expect(status).toBe(0);
    expect(out).not.toMatch(/^(?:created|added)/m);
    expect(FILES.map((file) => textIn(cwd, file))).toEqual(before);
  });

  it('writes what is missing beside a configuration that is there, and takes its engine', () => {
    const cwd = temporaryFolder();
    const config = 'export default { engine: "sqlite", ledger: "own.json" };\n';
    writeFileSync(join(cwd, 'dirt.config.mjs'), config);
    const { status, out } = dirt(['init', '--yes'], { cwd });
    expect(status).toBe(0);
    expect(out).toContain('kept     dirt.config.mjs');
    expect(textIn(cwd, 'dirt.config.mjs')).toBe(config);
    expect(JSON.parse(textIn(cwd, 'own.json')).engine).toBe('sqlite');
    expect(existsSync(join(cwd, 'dirt.config.ts'))).toBe(false);
    expect(existsSync(join(cwd, '.github/workflows/dirt.yml'))).toBe(true);
  });

  it('adds to a .gitignore without touching its lines', () => {
    for (const [old, expected] of [
      ['node_modules', 'node_modules\n.dirt/\n'],
      ['a\r\nb\r\n', 'a\r\nb\r\n.dirt/\r\n'],
      ['.dirt/\nx\n', '.dirt/\nx\n'],
    ]) {
      const cwd = temporaryFolder();
      writeFileSync(join(cwd, '.gitignore'), old);
      dirt(['init', '--engine', 'sqlite'], { cwd });
      expect(textIn(cwd, '.gitignore')).toBe(expected);
    }
  });

  it('asks nobody who is not there: without a terminal it names --yes and writes nothing', () => {
    const cwd = temporaryFolder();
    const { status, out, error } = dirt(['init'], { cwd });
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(error).toMatch(/^dirt: there is no terminal .*--yes \[DIRT_INIT_TERMINAL\]\n$/);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.skipIf(lacks('terminal', 'dirt init in a terminal'))('asks in a terminal which engine is tested', () => {
    const cwd = temporaryFolder();
    const command = `${process.execPath} ${MAIN} init`;
    const ran = spawnSync(TERMINAL, ['-qec', command, '/dev/null'], {
      cwd,
      input: 'sqlite\n',
      encoding: 'utf8',
    });
    expect(ran.stdout).toContain('Which engine is tested? [turso]');
    expect(textIn(cwd, 'dirt.config.ts')).toContain("engine: 'sqlite'");
  });

  it('rejects an engine that nobody knows, before it writes anything', () => {
    const cwd = temporaryFolder();
    const { status, error } = dirt(['init', '--engine', 'oracle'], { cwd });
    expect(status).toBe(2);
    expect(error).toMatch(/^dirt: "oracle" is no answer .*\[DIRT_INIT_ENGINE\]\n$/);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('prepares an engine of one’s own, which cannot be tested before it is written', () => {
    const cwd = temporaryFolder();
    const { status, out } = dirt(['init', '--engine', 'typescript'], { cwd });
    expect(status).toBe(0);
    expect(out).toContain('created  dirt/engine.ts');
    expect(out).toMatch(/^left {5}dirt\.features\.json/m);
    expect(out).toContain('npx dirt features probe --write');
    const name = basename(cwd).toLowerCase();
    expect(textIn(cwd, 'dirt.config.ts')).toContain(`engine: '${name}'`);
    const ran = dirt(['run', '--plans', '1'], { cwd });
    expect(ran.status).toBe(2);
    expect(ran.error).toContain('lacks what every test needs: CREATE TABLE');
  });

  it('prepares an engine that is a program', () => {
    const cwd = temporaryFolder();
    expect(dirt(['init', '--engine', 'program'], { cwd }).status).toBe(0);
    expect(textIn(cwd, 'dirt.config.ts')).toContain('program({ command: [');
  });

  it('puts the workflow where GitHub looks for it, if the project is a part of a repository', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, '.git'));
    const cwd = join(root, 'packages/db');
    mkdirSync(cwd, { recursive: true });
    dirt(['init', '--engine', 'sqlite'], { cwd });
    const workflow = textIn(root, '.github/workflows/dirt.yml');
    expect(workflow).toContain('working-directory: "packages/db"');
    expect(workflow).toContain('path: packages/db/.dirt/bugs');
    expect(existsSync(join(cwd, '.github'))).toBe(false);
  });

  it('tells CI to install as the project does', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'package.json'), '{ "devDependencies": { "dirt": "*" } }');
    writeFileSync(join(cwd, 'package-lock.json'), '{}');
    const { out } = dirt(['init', '--engine', 'sqlite'], { cwd });
    expect(out).not.toContain('npm install');
    expect(textIn(cwd, '.github/workflows/dirt.yml')).toContain('- run: npm ci\n');
  });

  it('says what is in the way, without a stack trace', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'dirt'), 'a file where a folder must be');
    const { status, error } = dirt(['init', '--engine', 'sqlite'], { cwd });
    expect(status).toBe(2);
    expect(error).toMatch(/^dirt: cannot write dirt\/[a-z.]+\.ts \([A-Z]+\): .*\[DIRT_INIT_FILE\]\n$/);
  });

  it('writes nothing through a link that leads out of the repository, or nowhere', () => {
    const links = {
      '.github': '.',
      '.github/workflows': '.',
      '.github/workflows/dirt.yml': 'secret',
      dirt: '.',
      'dirt/first.property.ts': 'nothing',
      'dirt.config.ts': 'nothing',
      'dirt.features.json': 'secret',
      '.gitignore': 'secret',
    };
    for (const [name, target] of Object.entries(links)) {
      const root = temporaryFolder();
      const [cwd, outside] = [join(root, 'project'), join(root, 'outside')];
      for (const folder of [outside, join(cwd, '.git'), join(cwd, name, '..')])
        mkdirSync(folder, { recursive: true });
      writeFileSync(join(outside, 'secret'), 'of another project');
      symlinkSync(join(outside, target), join(cwd, name));
      const before = readdirSync(cwd, { recursive: true }).map(String);
      const { status, out, error } = dirt(['init', '--engine', 'sqlite'], { cwd });
      expect([name, status, out]).toEqual([name, 2, '']);
      expect(error).toMatch(
        /^dirt: \S+ is a link that leads (?:nowhere|to .*outside of .*): .*\[DIRT_INIT_LINK\]\n$/,
      );
      expect(error).toContain(name);
      expect(readdirSync(outside)).toEqual(['secret']);
      expect(textIn(outside, 'secret')).toBe('of another project');
      expect(readdirSync(cwd, { recursive: true }).map(String)).toEqual(before);
    }
  });

  it('follows a link within the repository', () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, '.git'));
    mkdirSync(join(cwd, 'ci'));
    symlinkSync('ci', join(cwd, '.github'));
    expect(dirt(['init', '--engine', 'sqlite'], { cwd }).status).toBe(0);
    expect(textIn(cwd, 'ci/workflows/dirt.yml')).toBe(textIn(cwd, '.github/workflows/dirt.yml'));
  });

  it('leaves no half-written file when it is killed, and goes on from there', async () => {
    const whole = temporaryFolder();
    dirt(['init', '--engine', 'sqlite'], { cwd: whole });
    const cwd = temporaryFolder();
    // Each file is written and then named: odd numbers are writes. From 3 on, a file more is complete each time.
    const rounds = sized([2, 3, 4], [1, 2, 3, 4, 3, 4, 1, 2]);
    const complete = sized([0, 1, 2], [0, 0, 1, 2, 3, 4, 4, 4]);
    for (const [round, killedAt] of rounds.entries()) {
      expect(await killedIn(cwd, killedAt), `in round ${round}`).toBe('SIGKILL');
      const there = FILES.filter((name) => existsSync(join(cwd, name)));
      expect(there.length, `in round ${round}`).toBe(complete[round]);
      for (const file of there) expect(textIn(cwd, file)).toBe(textIn(whole, file));
    }
    expect(dirt(['init', '--engine', 'sqlite'], { cwd }).status).toBe(0);
    for (const file of FILES) expect(textIn(cwd, file)).toBe(textIn(whole, file));
  });
});

/** The signal that ended `dirt init` in this folder, which is killed at its nth write or naming of a file. */
function killedIn(cwd: string, n: number): Promise<NodeJS.Signals | null> {
  const { child } = startDirt(['init', '--engine', 'sqlite'], {
    cwd,
    env: { NODE_OPTIONS: `--import=${KILLED_AT}`, KILLED_AT: String(n) },
  });
  return new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
}
