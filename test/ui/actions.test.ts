import { describe, expect, it } from 'vitest';
import type { PageData } from '../../src/page/page-data.ts';
import { actionsOf } from '../../src/ui/actions.ts';
import { Jobs } from '../../src/ui/jobs.ts';
import { freshBase, put } from '../report/github/bugs-on-disk.ts';

const base = freshBase();
put(base, 'wrong-1');
put(base, 'wrong-2');
const commands: (readonly string[])[] = [];

class Noting extends Jobs {
  override start(args: readonly string[]): boolean {
    commands.push(args);
    return true;
  }
  override run(_title: string, args: readonly string[]): void {
    commands.push(args);
  }
}

const data = () => ({ causes: [] }) as unknown as PageData;
const actions = actionsOf({
  jobs: new Noting('main.js'),
  bugs: base.folder,
  shared: ['--config', 'c.ts'],
  data,
});
const ask = async (path: string, body: unknown) => actions[`POST ${path}`](body);

describe('what the page can ask for', () => {
  it('becomes the words of a command, and what looks like an option or a path out of the bug base is refused', async () => {
    await ask('/api/start', { engine: 'turso@0.7.2', budget: '5s' });
    await ask('/api/replay', { id: 'wrong-1' });
    expect(commands).toEqual([
      ['run', '--config', 'c.ts', '--bugs', base.folder, '--engine', 'turso@0.7.2', '--budget', '5s'],
      ['replay', '--config', 'c.ts', '--bugs', base.folder, 'wrong-1'],
    ]);
    for (const engine of ['--config', '-x', 'a b', '$(reboot)', ''])
      await expect(ask('/api/start', { engine }), engine).rejects.toThrow();
    for (const id of ['../../etc', '__proto__', 'wrong-3', 'wrong-1/..'])
      await expect(ask('/api/replay', { id }), id).rejects.toThrow();
    expect(commands).toHaveLength(2);
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
