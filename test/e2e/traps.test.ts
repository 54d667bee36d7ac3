// What `dirt run` tells of properties of a project before it spends a campaign on them.

import { describe, expect, it } from 'vitest';
import { projectFolder } from '../project/project-folder.ts';
import { dirt } from './dirt.ts';

const RUN = [
  'run',
  '--engine',
  'sqlite',
  '--properties',
  'mine',
  '--plans',
  '2',
  '--steps',
  '30',
  '--workers',
  '1',
];

function projectWith(body: string, imports = ''): string {
  return projectFolder({
    'dirt.config.ts': "export default { properties: 'mine.ts' };",
    'mine.ts': `import { equal, property, select, sql } from 'dirt';\n${imports}\nexport const mine = property('mine', { claims: 'It holds.' }, ({ db, pick, gen, run, assert }) => {\n${body}\n});`,
  });
}

describe('`dirt run`', () => {
  it('refuses a property that draws with Math.random', () => {
    const cwd = projectWith(
      'const rows = run(select("*").from(pick(db.tables)).limit(Math.floor(Math.random() * 1e9))); assert(equal(rows.length, rows.length));',
    );
    const { status, error } = dirt(RUN, { cwd });
    expect(status).toBe(2);
    expect(error).toMatch(
      /^dirt: the property mine makes another plan from the same seed: .* \[DIRT_PROPERTY_RANDOM\]\n$/m,
    );
  });

  it('names a property that checks nothing, and goes on', () => {
    const { status, error } = dirt(RUN, { cwd: projectWith('run(select("*").from(pick(db.tables)));') });
    expect(status, error).toBe(0);
    expect(error).toContain(
      'dirt: the property mine checks nothing: it has no assert, inspect or expectRefusal\n',
    );
  });

  it('draws from arbitraries of fast-check', () => {
    const body =
      'const n = gen.from(fc.integer({ min: 5, max: 7 })); const rows = run(select(sql.integer(n))); assert(equal(rows.count(BigInt(n)), 1));';
    const cwd = projectWith(body, "import { fc } from 'dirt/fast-check';");
    const tried = dirt(['properties', 'try', 'mine.ts'], { cwd });
    expect(tried.error).toBe('');
    expect(new Set(tried.out.match(/^SELECT [567];$/gm)).size).toBeGreaterThan(1);
    expect(dirt(RUN, { cwd })).toMatchObject({ status: 0 });
  });
});
