// Does what docs/tutorial.md says: runs its commands, writes its files and makes its changes, in order, in a new folder. What is shown there
// is what was printed, to the letter; `npm run docs:tutorial` writes it anew.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Block, blocksOf, partLike } from './tutorial.ts';

const REPOSITORY = new URL('../../', import.meta.url).pathname;
const EXAMPLE = join(REPOSITORY, 'examples/minidb');
const FILE = join(REPOSITORY, 'docs/tutorial.md');
const TUTORIAL = readFileSync(FILE, 'utf8');

/** Stands for npx, which takes longer to start than most commands here; test/e2e/install.test.ts uses npx itself. */
const NPX = 'npx() { local name=$1; shift; "node_modules/.bin/$name" "$@"; }';

/** Stands for the installation, which test/e2e/install.test.ts does in earnest. */
const INSTALLATION = /^npm install --save-dev dirt$/m;
const LINKS = `mkdir -p node_modules/.bin
ln -s '${REPOSITORY}' node_modules/dirt
ln -s ../dirt/dist/cli/main.js node_modules/.bin/dirt`;

const NAME_OF_BUG = /\b[a-z]+-[0-9a-f]{8}\b/gi;

describe('the tutorial', () => {
  const blocks = blocksOf(TUTORIAL);
  let folder = temporaryFolder();
  let printed = '';
  /** The tutorial with what is printed now. */
  let now = TUTORIAL;
  /** Names of bugs may differ from those in the text: the n-th there is the n-th here. */
  const bugs = new Map<string, string>();

  function follow(block: Block): void {
    switch (block.kind) {
      case 'commands':
        runCommands(block);
        break;
      case 'output':
        compare(block.lines);
        break;
      case 'file':
        write(block);
        break;
      case 'changes':
        change(block.diff);
    }
  }

  function runCommands({ script, exit, shows }: Extract<Block, { kind: 'commands' }>): void {
    const commands = script
      .replace(INSTALLATION, LINKS)
      .replace(NAME_OF_BUG, (name) => bugs.get(name) ?? name);
    const ran = spawnSync('bash', ['-c', `${NPX}\n${commands}\nstatus=$?; pwd >&3; exit $status`], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', npm_config_loglevel: 'error' },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      timeout: 110_000,
    });
    printed = ran.stdout;
    folder = ran.output[3]!.trim();
    expect(ran.status, `${commands}${printed}${ran.stderr}`).toBe(exit);
    expect(printed).toContain(shows);
  }

  function compare(promised: readonly string[]): void {
    const part = partLike(promised, printed.trimEnd().split('\n'));
    expect(part, `nothing like it was printed:\n${printed}`).not.toBeNull();
    const shown = promised.join('\n');
    const actual = part!.join('\n');
    now = now.replace(`\n${shown}\n`, () => `\n${actual}\n`);
    const names = [...new Set(actual.match(NAME_OF_BUG))];
    for (const [i, name] of [...new Set(shown.match(NAME_OF_BUG))].entries()) {
      bugs.set(name, names[i] ?? name);
    }
  }

  function write({ path, text }: { readonly path: string; readonly text: string }): void {
    const file = join(folder, path);
    expect(existsSync(file) && readFileSync(file, 'utf8') === text, `${path} is there already`).toBe(false);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  function change(diff: string): void {
    const ran = spawnSync('git', ['apply', '--verbose'], { cwd: folder, input: diff, encoding: 'utf8' });
    expect(ran.status, `${diff}${ran.stderr}`).toBe(0);
    // Outside of its place git passes over a change, and is content.
    expect(ran.stderr).not.toContain('Skipped');
  }

  it('has blocks to follow', () => {
    expect(blocks.filter(({ kind }) => kind === 'commands').length).toBeGreaterThan(10);
    expect(blocks.filter(({ kind }) => kind === 'changes').length).toBeGreaterThan(3);
  });

  it('shows the adapter that the example has', () => {
    const shown = blocks.find((block) => block.kind === 'file' && block.path === 'dirt/engine.ts');
    expect(shown).toHaveProperty('text', readFileSync(join(EXAMPLE, 'dirt/engine.ts'), 'utf8'));
  });

  for (const block of blocks) it(titleOf(block), () => follow(block));

  it('shows what is printed, to the letter (`npm run docs:tutorial` writes it anew)', async () => {
    const named = now.replace(NAME_OF_BUG, (name) => bugs.get(name) ?? name);
    await expect(named).toMatchFileSnapshot(FILE);
  });

  it('says how long the example is', () => {
    const source = join(EXAMPLE, 'src');
    const lines = readdirSync(source).map(
      (name) => readFileSync(join(source, name), 'utf8').split('\n').length - 1,
    );
    const rounded = Math.round(lines.reduce((sum, count) => sum + count, 0) / 100) * 100;
    expect([...TUTORIAL.matchAll(/(\d+)\s+lines/g)].map(([, count]) => Number(count))).toEqual([
      rounded,
      rounded,
    ]);
  });

  it('ends with a project like the example, but for what was changed on the way', () => {
    for (const file of ['dirt.config.ts', 'dirt/first.property.ts'])
      expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(join(EXAMPLE, file), 'utf8'));
  });

  it('ends with a project that type-checks', () => {
    const options = '--noEmit --strict --module nodenext --target es2023 --lib es2023 --skipLibCheck';
    const more = `--allowImportingTsExtensions --typeRoots ${join(REPOSITORY, 'node_modules/@types')} --types node`;
    const tsc = join(REPOSITORY, 'node_modules/.bin/tsc');
    const ran = spawnSync('bash', ['-c', `${tsc} ${options} ${more} dirt.config.ts dirt/*.ts`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(ran.stdout).toBe('');
    expect(ran.status).toBe(0);
  });
});

function titleOf(block: Block): string {
  switch (block.kind) {
    case 'commands':
      return `can be followed: ${block.script.trimEnd().split('\n').at(-1)}`;
    case 'output':
      return `shows what is printed: ${block.lines[0].trim()}`;
    case 'file':
      return `can be followed: write ${block.path}`;
    case 'changes':
      return `can be followed: change ${[...block.diff.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, path]) => path).join(', ')}`;
  }
}
