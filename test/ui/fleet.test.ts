// `dirt ui` where a queue is configured: a fleet as it works.

import { Queue } from 'bullmq';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed } from '../../src/fleet/wire.ts';
import { type Started, startDirt } from '../e2e/dirt.ts';
import { PASSWORD, type Server, startRedis } from '../fleet/servers.ts';
import { lacks } from '../lacks.ts';
import { launch, watchedPage } from '../page/browser.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const EVIL = '<img src=x onerror=alert(1)>';

describe.skipIf(lacks('chromium', 'a fleet in a browser') || lacks('redis', 'a fleet in a browser'))(
  'a fleet on the page',
  () => {
    const cwd = temporaryFolder();
    const started: Started[] = [];
    let server: Server;
    let browser: Browser;
    const start = (...args: string[]) => {
      const one = startDirt(args, { cwd, env: { DIRT_QUEUE: server.url } });
      started.push(one);
      return one;
    };
    beforeAll(async () => {
      server = await startRedis();
      browser = await launch();
    });
    afterAll(async () => {
      for (const { child } of started) child.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      await browser?.close();
      await server?.stop();
    });

    it('shows campaigns and their workers while they work, what failed, and foreign text as text', async () => {
      const ui = start('ui');
      let out = '';
      ui.child.stdout?.on('data', (part) => {
        out += part;
      });
      await ui.said('Ctrl-C ends it');
      const address = /http:\S+/.exec(out)?.[0] ?? '';
      start('fleet', 'worker', '--workers', '1');
      start('fleet', 'run', '--engine', 'sqlite', '--seed', '5', '--plans', '2000', '--chunk', '1s');
      const records = new Queue('dirt-records', {
        connection: { port: Number(new URL(server.url).port), password: PASSWORD },
      });
      const forged = {
        campaign: 'dirt-0',
        engine: EVIL,
        seed: EVIL,
        elapsedMs: 1,
        plans: 1,
        of: null,
        statements: 1,
        statementsPerSecond: 1,
        newBugs: 0,
        knownBugs: 0,
        causes: 0,
        undecided: 0,
        at: 1,
        workers: { 'host-1': { statements: 1, busyMs: 1, lastMs: 1 } },
        failed: [`plan 7: ${EVIL}`],
      };
      await records.add('record', { text: packed(forged) }, { jobId: 'dirt-0.progress' });
      await records.close();
      const { page, incidents } = await watchedPage(browser, {}, new URL(address).origin);
      page.setDefaultTimeout(60_000);
      await page.goto(address);
      await page.getByRole('link', { name: 'Fleet' }).click();
      const own = page.locator('section').filter({ hasText: 'seed 5' });
      await own.locator('tbody tr').first().waitFor();
      expect(await own.textContent()).toMatch(/of 2000/);
      await own.locator('.plot canvas').first().waitFor();
      const other = page.locator('section').filter({ hasText: 'dirt-0' });
      expect(await other.textContent()).toContain(`plan 7: ${EVIL}`);
      expect(await other.textContent()).toContain('Its coordinator has said nothing for');
      expect(incidents).toEqual([]);
      // It stays where it is when the queue goes away, and says so.
      await server.stop();
      await page.getByText('does not answer').waitFor();
    });
  },
);
