// `dirt import`, and campaigns with what it has left: the same with any number of workers, and replayed without it.

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { planOfScript, unrehearsed } from '../../src/plan/index.ts';
import { execute } from '../../src/run/execute.ts';
import { projectFolder } from '../project/project-folder.ts';
import { dirt } from './dirt.ts';

/** An index of its text is what `forgetful` loses, and nothing that is drawn has such a name. */
const PROJECT = {
  'tests/shop.sql': `CREATE TABLE basket(item TEXT, price REAL);
INSERT INTO basket VALUES ('nut', 1.5), ('bolt', 2);
SELECT item FROM basket WHERE price > 1 ORDER BY item;`,
  'tests/more/counts.slt': `statement ok
CREATE TABLE n(a)

query I
SELECT count(*) FROM n
----
1
`,
  'tests/readme.txt': 'no suite',
  'dirt.config.ts': `import { sqlite, wrapEngine } from 'dirt';
const forgetful = wrapEngine(sqlite, () => ({
  run: ({ text, go }) => go(/FROM basket WHERE/.test(text) ? 'SELECT 1 WHERE FALSE' : undefined),
}));
export default { engines: { forgetful: { ...forgetful, name: 'forgetful' } } };`,
};

const RUN = [
  'run',
  '--engine',
  'forgetful',
  '--seed',
  '5',
  '--plans',
  '12',
  '--steps',
  '20',
  '--bisect-budget',
  '0',
];

describe('`dirt import`', () => {
  it('takes in the files of a folder, tells who says otherwise, and adds nothing twice', () => {
    const cwd = projectFolder(PROJECT);
    const { status, out, error } = dirt(['import', 'tests', '--engine', 'sqlite'], { cwd });
    expect(status, error).toBe(0);
    expect(out).toMatch(
      /^counts\.slt:4: SELECT count\(\*\) FROM n;\n {2}the test expects: "1"\n {2}sqlite@\S+: "0"\n/m,
    );
    expect(out).toContain(
      '2 scripts, 2 of which can be started from (100 %), with 5 of 5 statements (100 %)\n2 entries added',
    );
    expect(dirt(['import', 'tests', '--engine', 'sqlite'], { cwd }).out).toContain(
      '0 entries added to .dirt/corpus, 2 were there',
    );
    expect(readdirSync(join(cwd, '.dirt/corpus'))).toHaveLength(2);
  });

  it('says so where there is nothing to take in', () => {
    const cwd = projectFolder(PROJECT);
    expect(dirt(['import', 'tests/readme.txt'], { cwd })).toMatchObject({
      status: 2,
      error: expect.stringContaining('in none of the formats'),
    });
    expect(dirt(['import', 'nowhere'], { cwd })).toMatchObject({
      status: 2,
      error: expect.stringContaining('cannot read nowhere'),
    });
  });
});

describe('a campaign with a corpus', () => {
  it('finds what only an imported script meets, alike with one worker and with two, and not without the corpus', () => {
    const cwd = projectFolder(PROJECT);
    dirt(['import', 'tests', '--engine', 'sqlite'], { cwd });
    const found = (...more: string[]) => {
      const { out } = dirt([...RUN, ...more], { cwd });
      const plans = dirt([...RUN, '--log', 'statements', '--bugs', '.dirt/other', ...more], { cwd }).out;
      return {
        out,
        statements: plans
          .split('\n')
          .filter((line) => /^ {2}.*;$/.test(line))
          .sort(),
      };
    };
    const one = found('--workers', '1', '--bugs', '.dirt/one');
    const two = found('--workers', '2', '--bugs', '.dirt/two');
    expect(one.out).toContain('property imported');
    expect(readdirSync(join(cwd, '.dirt/one')).filter((name) => !name.includes('.'))).toEqual(
      readdirSync(join(cwd, '.dirt/two')).filter((name) => !name.includes('.')),
    );
    expect(two.statements).toEqual(one.statements);
    expect(found('--workers', '1', '--bugs', '.dirt/none', '--corpus', 'none').out).toContain(
      'No bugs found',
    );
    // The plan of a bug needs no corpus.
    const [id] = readdirSync(join(cwd, '.dirt/one')).filter((name) => /^wrong-/.test(name));
    rmSync(join(cwd, '.dirt/corpus'), { recursive: true });
    expect(dirt(['replay', id, '--bugs', '.dirt/one'], { cwd }).status).toBe(1);
  });
});

describe('`dirt run --start`', () => {
  it('starts all plans from a database file, and says how to do so again', async () => {
    const cwd = projectFolder(PROJECT);
    const { disk } = await execute(unrehearsed(planOfScript(PROJECT['tests/shop.sql'], 1_000_000)), sqlite);
    writeFileSync(join(cwd, 'shop.db'), disk.files().get(DATABASE_FILE)!);
    const args = [
      'run',
      '--engine',
      'sqlite',
      '--seed',
      '1',
      '--plans',
      '4',
      '--steps',
      '10',
      '--log',
      'statements',
    ];
    const { status, out, error } = dirt([...args, '--start', 'shop.db'], { cwd });
    expect(status, error).toBe(0);
    expect(error + out).toContain('plans start from shop.db: 1 table, 2 rows');
    expect(out.match(/CREATE TABLE basket/g)).toHaveLength(4);
    expect(out).toContain('--seed 1 --steps 10 --start shop.db');
  });
});
