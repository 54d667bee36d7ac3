import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PageData } from '../../src/page/page-data.ts';
import { actionsOf } from '../../src/ui/actions.ts';
import { Jobs } from '../../src/ui/jobs.ts';
import type { News, ShrunkScript, Told } from '../../src/ui/news.ts';
import { MAIN } from '../e2e/dirt.ts';
import { freshBase, put } from '../report/github/bugs-on-disk.ts';

const base = freshBase();
put(base, 'wrong-1');
put(base, 'wrong-2');
const folder = dirname(base.folder);
const jobs = new Jobs(MAIN, folder);
const data = () => ({ causes: [] }) as unknown as PageData;
const actions = actionsOf({ jobs, bugs: base.folder, shared: [], data, fleet: null });
const ask = async <T>(path: string, body: unknown) => (await actions[`POST ${path}`](body)) as T;

/** Until the page is told this. */
function news(isIt: (news: News) => boolean): Promise<News> {
  return new Promise((resolve) => {
    const stop = jobs.listen((told) => {
      if (!isIt(told)) return;
      queueMicrotask(() => stop());
      resolve(told);
    });
  });
}

/** A refused UPDATE inside of a savepoint that leaves its traces in Turso 0.7.2, among what has nothing to do with it. */
const WRONG = `CREATE TABLE t(a INTEGER PRIMARY KEY);
CREATE TABLE other(b);
SAVEPOINT s;
INSERT INTO t VALUES (NULL), (NULL);
UPDATE t SET a = 0;
SELECT * FROM t;`;

afterAll(() => jobs.end());

describe('what the page can ask for', () => {
  it('becomes a command that runs, and what looks like an option or a path out of the bug base is refused', async () => {
    const ended = news((told) => told.news === 'state' && told.state.ended !== null);
    await ask('/api/start', { engine: 'sqlite', plans: '1', workers: '1', seed: '1' });
    const { command } = jobs.state;
    expect(command).toBe(`npx dirt run --bugs ${base.folder} --engine sqlite --plans 1 --workers 1 --seed 1`);
    expect(await ask('/api/start', { engine: 'sqlite' })).toEqual({ isStarted: false });
    await ended;
    expect(jobs.state).toMatchObject({ isRunning: false, ended: 'ended' });
    for (const engine of ['--config', '-x', 'a b', '$(reboot)', ''])
      await expect(ask('/api/start', { engine }), engine).rejects.toThrow();
    for (const more of [{ config: 'x.mjs' }, { reporter: 'junit=x' }, { bugs: 'x' }, { ref: 'x' }])
      await expect(ask('/api/start', { engine: 'sqlite', ...more })).rejects.toThrow(/unknown|is not/);
    for (const id of ['../../etc', '__proto__', 'wrong-3', 'wrong-1/..'])
      await expect(ask('/api/replay', { id }), id).rejects.toThrow();
    expect(jobs.state.command).toBe(command);
  });

  it('tells what a command prints, so that a replay can be followed, also by a page that is loaded when it is over', async () => {
    const over = news((told) => told.news === 'output' && told.isOver);
    await ask('/api/replay', { id: 'wrong-1' });
    const told = await over;
    expect(told).toMatchObject({ title: 'replay wrong-1', text: expect.stringMatching(/turso|dirt/) });
    expect(await news(({ news: kind }) => kind === 'output')).toEqual(told);
  });

  it('mutes and merges as the command line does', async () => {
    await ask('/api/mute', { id: 'wrong-1', reason: '<b>tracked</b>' });
    expect(base.find('wrong-1')?.bug).toMatchObject({ status: 'muted', reason: '<b>tracked</b>' });
    await ask('/api/unmute', { id: 'wrong-1' });
    await ask('/api/merge', { id: 'wrong-2', into: 'wrong-1' });
    expect(base.find('wrong-2')?.bug).toMatchObject({ mergedInto: 'wrong-1' });
    await expect(ask('/api/merge', { id: 'wrong-1', into: 'wrong-2' })).rejects.toThrow(/already/);
    await ask('/api/split', { id: 'wrong-2' });
    expect(base.find('wrong-2')?.bug.mergedInto).toBeUndefined();
  });
});

describe('the scratch pad', () => {
  it('asks an engine, SQLite and the model, and says which statement they see differently', async () => {
    const told = await ask<Told[]>('/api/sql', { script: WRONG, engines: ['turso', 'sqlite', 'model'] });
    expect(told.map(({ engine, note }) => [engine, note])).toEqual([
      ['turso', ''],
      ['sqlite', ''],
      ['model', ''],
    ]);
    const [turso, sqlite, model] = told.map(({ said }) => said.map(({ key }) => key));
    expect(model).toEqual(sqlite);
    expect(turso.map((key, i) => key === sqlite[i])).toEqual([true, true, true, true, true, false]);
    expect(told[2].said[5].lines).toEqual(['1', '2']);
    expect(told[0].said[4].lines[0]).toMatch(/^refused \(constraint, unique\)/);
  });

  it('says where the model cannot follow, and lets it say nothing from there on', async () => {
    const script = 'CREATE TABLE t(a); PRAGMA aux.cache_size = 3; SELECT * FROM t;';
    const [{ said, note }] = await ask<Told[]>('/api/sql', { script, engines: ['model'] });
    expect(note).toContain('a pragma of another database');
    expect(said.map(({ key }) => key)).toEqual(['', null, null]);
  });

  it('shrinks a script on which an engine is wrong, and says so of one on which it is not', async () => {
    const { script } = await ask<ShrunkScript>('/api/shrink', { script: WRONG, engine: 'turso' });
    expect(script).not.toMatch(/\bTABLE other\b/);
    expect(script).toContain('the rows are not those that SQL defines');
    const passing = await ask<ShrunkScript>('/api/shrink', { script: 'SELECT 1;', engine: 'turso' });
    expect(passing).toEqual({ script: '', note: expect.stringContaining('the plan passes') });
  });

  it('saves a script as a property, and refuses what is no name or can be no property', async () => {
    const claims = 'A refused UPDATE changes nothing.';
    const saved = await ask<{ note: string }>('/api/save', { name: 'whole', claims, script: WRONG });
    expect(saved.note).toContain('wrote dirt/whole.property.ts');
    expect(readFileSync(join(folder, 'dirt/whole.property.ts'), 'utf8')).toContain('UPDATE t SET a = 0;');
    for (const name of ['../x', '--force', '__proto__', ''])
      await expect(ask('/api/save', { name, claims, script: WRONG }), name).rejects.toThrow();
    const again = ask('/api/save', { name: 'whole', claims, script: WRONG });
    await expect(again).rejects.toThrow(/is there already/);
    const unfit = ask('/api/save', { name: 'cut', claims, script: '-- dirt: reopen\nSELECT 1;' });
    await expect(unfit).rejects.toThrow(/directives/);
    expect(existsSync(join(folder, 'dirt/cut.property.ts'))).toBe(false);
  });
});
