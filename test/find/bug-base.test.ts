import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bug } from '../../src/find/bug.ts';
import { BugBase } from '../../src/find/bug-base.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const plan = planOfScript('SELECT 1', 10);

const bug = (id: string): Bug => ({
  id,
  kind: 'difference',
  property: 'norec',
  claims: '',
  signature: 'difference/model/select',
  features: ['select'],
  severity: 'answer',
  cause: { symptom: 'contents', heart: ['DISTINCT'] },
  skeleton: 'SELECT ?',
  message: 'wrong',
  outvoted: 'engine',
  arbiter: 'sqlite@3.50.4',
  engine: 'turso',
  version: '0.7.2',
  seed: '1',
  index: 2,
  statementsBefore: 100,
  statements: 1,
  firstSeen: '2026-01-01T00:00:00Z',
  lastSeen: '2026-01-01T00:00:00Z',
  timesSeen: 1,
  status: 'open',
});

const freshBase = () => new BugBase(join(temporaryFolder(), 'bugs'));

describe('the bug base', () => {
  it('gives back what was stored', () => {
    const base = freshBase();
    base.store(bug('a-1'), plan, null, { 'repro.sql': 'SELECT 1;\n' });
    expect(base.load()).toEqual({
      bugs: [{ bug: bug('a-1'), plan, folder: base.pathOf('a-1') }],
      damaged: [],
    });
    expect(readdirSync(base.pathOf('a-1')).sort()).toEqual(['bug.json', 'plan.json', 'repro.sql']);
  });

  it('reads what 0.1 stored, where the outvoted side and the claim had other names', () => {
    const base = freshBase();
    base.store(bug('a-1'), plan, null, {});
    const { outvoted, claims, arbiter, ...rest } = bug('a-1');
    const stored = JSON.stringify({ ...rest, alone: outvoted, sentence: claims });
    writeFileSync(join(base.pathOf('a-1'), 'bug.json'), stored);
    expect(base.load()).toMatchObject({ bugs: [{ bug: { ...rest, outvoted, claims } }], damaged: [] });
  });

  it('is empty before anything was stored', () => {
    expect(freshBase().load()).toEqual({ bugs: [], damaged: [] });
  });

  it('puts back an entry that a killed process had half replaced', () => {
    const base = freshBase();
    base.store(bug('a-1'), plan, null, {});
    // No process has this number: they are at most 2^22.
    renameSync(base.pathOf('a-1'), join(base.folder, '.a-1.99999999.0-0.tmp.old'));
    expect(base.load().bugs.map(({ bug: { id } }) => id)).toEqual(['a-1']);
    expect(readdirSync(base.folder)).toEqual(['a-1']);
  });

  it('names a damaged entry and still gives the others', () => {
    const base = freshBase();
    base.store(bug('a-1'), plan, null, {});
    base.store(bug('c-3'), plan, null, {});
    mkdirSync(base.pathOf('b-2'));
    writeFileSync(join(base.pathOf('b-2'), 'bug.json'), '{ "id": ');
    const { bugs, damaged } = base.load();
    expect(bugs.map(({ bug: { id } }) => id)).toEqual(['a-1', 'c-3']);
    expect(damaged.map(({ folder }) => folder)).toEqual([base.pathOf('b-2')]);
  });

  it('is not disturbed by what a killed process left under a temporary name', () => {
    const base = freshBase();
    base.store(bug('a-1'), plan, null, {});
    mkdirSync(join(base.folder, '.b-2.99.0-0.tmp'));
    expect(base.load().bugs).toHaveLength(1);
    expect(base.load().damaged).toEqual([]);
  });

  it('replaces an entry as a whole', () => {
    const base = freshBase();
    base.store(bug('a-1'), plan, plan, { 'README.md': 'old' });
    base.store({ ...bug('a-1'), timesSeen: 2 }, plan, null, {});
    expect(readdirSync(base.pathOf('a-1')).sort()).toEqual(['bug.json', 'plan.json']);
    expect(base.find('a-1')?.bug.timesSeen).toBe(2);
    expect(readdirSync(base.folder)).toEqual(['a-1']);
  });
});

describe('a bug base that cannot be written', () => {
  /** A file where its folder should be. */
  const blocked = () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    return { file, folder: join(file, 'bugs') };
  };

  it('says so to whoever does not keep things', () => {
    const base = new BugBase(blocked().folder);
    const store = () => base.atOnce(() => base.store(bug('a-1'), plan, null, {}));
    expect(store).toThrow(/^cannot write the bug base .*\(ENOTDIR\): check its permissions and free space/);
  });

  it('keeps what is stored in memory, as if it were there, and stores it when that works again', () => {
    const { file, folder } = blocked();
    const base = new BugBase(folder, { keeps: true });
    base.atOnce(() => base.store(bug('a-1'), plan, null, { 'repro.sql': 'SELECT 1;' }));
    base.update({ ...bug('a-1'), timesSeen: 2 });
    base.store(bug('a-2'), plan, null, {});
    expect(base.load().bugs.map(({ bug: { id, timesSeen } }) => [id, timesSeen])).toEqual([
      ['a-1', 2],
      ['a-2', 1],
    ]);
    expect(base.findLike(({ id }) => id === 'a-1')?.plan).toEqual(plan);
    expect(base.whyUnstored('a-1')).toContain('(ENOTDIR)');
    expect(base.flush()).toMatchObject({ bugs: ['a-1', 'a-2'], code: 'DIRT_BUGS_WRITE' });
    rmSync(file);
    base.store(bug('a-3'), plan, null, {});
    expect(base.flush()).toBeNull();
    expect(base.whyUnstored('a-1')).toBeNull();
    const { bugs } = new BugBase(folder).load();
    expect(bugs.map(({ bug: { id, timesSeen } }) => [id, timesSeen])).toEqual([
      ['a-1', 2],
      ['a-2', 1],
      ['a-3', 1],
    ]);
    expect(readdirSync(base.pathOf('a-1')).sort()).toEqual(['bug.json', 'plan.json', 'repro.sql']);
  });

  it('and a link in the folder of a bug are not the same: nothing is read from elsewhere', () => {
    const base = freshBase();
    base.store(bug('a-1'), plan, null, {});
    renameSync(join(base.pathOf('a-1'), 'bug.json'), join(base.folder, 'elsewhere.json'));
    symlinkSync('../elsewhere.json', join(base.pathOf('a-1'), 'bug.json'));
    expect(() => base.find('a-1')).toThrow('bug.json cannot be read (it is no regular file)');
  });
});
