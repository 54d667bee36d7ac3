// Properties in the notation, as a user runs them: examples/paper, and files that are wrong.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../project/project-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt } from './dirt.ts';

const PAPER = fileURLToPath(new URL('../../examples/paper', import.meta.url));
const CONFIG = "export default { properties: 'properties/*.dirt' };";

/** A property that a correct engine passes, and one that DELETE without effect fails. */
const GONE = `-- Deleted rows are gone.
gen property db:
    t <- pick db.tables
    ! DELETE FROM t
    ! RS := SELECT * FROM t
    ! assert(RS.length() == 0)
`;

const FAULTY = `import { sqlite, wrapEngine } from 'dirt';
const lazy = wrapEngine(sqlite, () => ({
  run: ({ statement, go }) => go(statement.kind === 'delete' ? 'SELECT 1 WHERE FALSE' : undefined),
}));
export default { engines: { lazy: { ...lazy, name: 'lazy' } }, properties: 'properties/*.dirt' };`;

describe('properties in the notation', () => {
  it('are listed, and tested by `dirt run` in examples/paper, with nothing found on SQLite', () => {
    const { out } = dirt(['properties'], { cwd: PAPER });
    const files = readdirSync(join(PAPER, 'properties'));
    expect(files.length).toBe(8);
    for (const file of files) expect(out).toContain(`defined in properties/${file}`);
    const names = files.map((file) => file.replace('.dirt', ''));
    const limits = ['--plans', '3', '--steps', '60', '--seed', '3', '--workers', '1'];
    const run = dirt(
      [
        'run',
        '--engine',
        'sqlite',
        '--properties',
        ...names,
        ...limits,
        '--bugs',
        join(temporaryFolder(), 'bugs'),
        '--json',
      ],
      { cwd: PAPER },
    );
    const { newBugs, dirtIsWrong, properties } = JSON.parse(run.out.trim().split('\n').at(-1)!);
    expect(run.status, run.error).toBe(0);
    expect({ newBugs, dirtIsWrong }).toEqual({ newBugs: 0, dirtIsWrong: 0 });
    expect(Object.keys(properties).sort()).toEqual(names.sort());
  });

  it('are tried: instances as SQL, what was discarded and why', () => {
    const { out, status } = dirt(
      ['properties', 'try', 'properties/paper-union-all.dirt', '--instances', '2'],
      { cwd: PAPER },
    );
    expect(status).toBe(0);
    expect(out.match(/^-- instance \d+$/gm)).toHaveLength(2);
    expect(out).toMatch(/^SELECT .* UNION ALL |^VALUES .* UNION ALL /m);
    expect(out).toContain('(properties/paper-union-all.dirt:11)');
    expect(out).toMatch(/attempts, \d+ discarded: \d+ .*assume\(s1\.first\(\)\.length\(\) == s2/);
  });

  it('lead reports to their lines, and their plans are replayed without the text', () => {
    const cwd = projectFolder({ 'dirt.config.ts': FAULTY, 'properties/gone.dirt': GONE });
    const run = dirt(
      [
        'run',
        '--engine',
        'lazy',
        '--properties',
        'gone',
        '--plans',
        '4',
        '--steps',
        '40',
        '--seed',
        '1',
        '--workers',
        '1',
      ],
      { cwd },
    );
    expect(run.status, run.error).toBe(1);
    const bugs = join(cwd, '.dirt', 'bugs');
    const plans = readdirSync(bugs, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('plan.json'),
    );
    const replayed = plans.map((path) =>
      dirt(['replay', join(bugs, path), '--engine', 'lazy'], {
        cwd: projectFolder({ 'dirt.config.ts': FAULTY.replace(", properties: 'properties/*.dirt'", '') }),
      }),
    );
    for (const { status } of replayed) expect(status).toBe(1);
    expect(run.out + replayed.map(({ out }) => out).join('')).toContain('written in properties/gone.dirt:');
  });

  it('are refused with one line and exit code 2 where they are wrong', () => {
    const cwd = projectFolder({
      'dirt.config.ts': CONFIG,
      'properties/gone.dirt': GONE.replace('RS.length()', 'RS2.length()'),
    });
    const said =
      'dirt: properties/gone.dirt:6:14: there is no `RS2`: expected one of t, RS [DIRT_NOTATION]\n';
    for (const command of [
      ['properties'],
      ['run', '--plans', '1'],
      ['properties', 'try', 'properties/gone.dirt'],
    ])
      expect(dirt(command, { cwd })).toMatchObject({ status: 2, error: said });
  });

  it('are refused where the model says that what they claim is wrong, with the line', () => {
    const cwd = projectFolder({
      'dirt.config.ts': CONFIG,
      'properties/gone.dirt': GONE.replace('== 0', '== 1'),
    });
    const { status, error } = dirt(['properties', 'try', 'properties/gone.dirt'], { cwd });
    expect(status).toBe(2);
    expect(error).toMatch(
      /^dirt: properties\/gone\.dirt:6: the property gone is wrong: its check is false on the model after .* \[DIRT_PROPERTY_WRONG\]\n$/,
    );
  });
});
