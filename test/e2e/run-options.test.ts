// What a run can be told: when to stop, what to print, and to begin again when the engine was built anew.

import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dirt, startDirt } from './dirt.ts';
import { BROKEN, forgetfulProject } from './forgetful.ts';

const RUN = ['run', '--seed', '1', '--workers', '1', '--profile', 'general', '--steps', '40'];

describe('dirt run', () => {
  it('--stop-after ends a run that would go on for minutes after so many new bugs', () => {
    const cwd = forgetfulProject();
    const { status, out } = dirt([...RUN, '--stop-after', '1', '--budget', '100s', '--json'], {
      cwd,
      env: BROKEN,
    });
    const all = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(status).toBe(1);
    expect(all.at(-1)).toMatchObject({ event: 'summary', ended: 'done', newBugs: 1 });
  });

  it('--log statements prints what every plan ran and what came of it', () => {
    const { status, out } = dirt([...RUN, '--engine', 'sqlite', '--plans', '1', '--log', 'statements']);
    expect(status).toBe(0);
    expect(out).toMatch(/^.*CREATE TABLE t\d+ .*;?$/m);
    expect(out).toMatch(/^.*INSERT .*INTO t\d+ /m);
    expect(dirt([...RUN, '--log', 'everything']).status).toBe(2);
  });

  it('--watch runs again when the engine changes, known bugs first, and ends with Ctrl-C', async () => {
    const cwd = forgetfulProject();
    const build = join(cwd, 'build.txt');
    writeFileSync(build, '1');
    const run = startDirt([...RUN, '--plans', '6', '--watch', 'build.txt'], { cwd, env: BROKEN });
    let out = '';
    run.child.stdout?.on('data', (part) => {
      out += part;
    });
    run.child.stderr?.on('data', (part) => {
      out += part;
    });
    const said = (text: RegExp) => expect.poll(() => out, { timeout: 100_000 }).toMatch(text);
    await said(/new bug[\s\S]*waiting for build.txt to change/);
    out = '';
    appendFileSync(build, '2');
    await said(/still fails[\s\S]*waiting for build.txt to change/);
    run.child.kill('SIGINT');
    const { status } = await run.ended;
    expect([0, 1, 130]).toContain(status);
  });
});
