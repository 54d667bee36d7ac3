// `dirt ui` as people use it: a campaign, a reload in the middle, and the scratch pad.

import { dirname } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startDirt } from '../e2e/dirt.ts';
import { lacks } from '../lacks.ts';
import { launch, overflow, watchedPage } from '../page/browser.ts';
import { freshBase, put } from '../report/github/bugs-on-disk.ts';

describe.skipIf(lacks('chromium', 'dirt ui in a browser'))('dirt ui in a browser', () => {
  const base = freshBase();
  let browser: Browser;
  let ui: Started;
  let address = '';

  beforeAll(async () => {
    put(base, 'wrong-1');
    ui = startDirt(['ui', '--bugs', base.folder], { cwd: dirname(base.folder) });
    let out = '';
    ui.child.stdout?.on('data', (part) => {
      out += part;
    });
    await ui.said('Ctrl-C ends it');
    address = /http:\S+/.exec(out)?.[0] ?? '';
    browser = await launch();
  });

  afterAll(async () => {
    ui?.child.kill('SIGINT');
    await browser?.close();
    await ui?.ended;
  });

  it('starts a campaign, shows its progress also after a reload in the middle, and stops it', async () => {
    const { page, incidents } = await watchedPage(browser, {}, new URL(address).origin);
    page.setDefaultTimeout(60_000);
    await page.goto(`${address}#/campaign`);
    await page.locator('input[name=engine]').fill('sqlite');
    await page.locator('input[name=workers]').fill('1');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.plot canvas').first().waitFor();
    await page.reload();
    await page.locator('.plot canvas').first().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Start' }).waitFor();
    expect(await page.locator('.events').innerText()).toMatch(/interrupted: \d+ plans?/);
    await page.goto(`${address}#/scratch`);
    await page.getByLabel('SQL').fill("SELECT '<img src=x onerror=alert(1)>';");
    await page.locator('.engine input').fill('sqlite');
    await page.getByRole('button', { name: 'Run' }).click();
    expect(await page.locator('.asked .side').first().innerText()).toContain('<img src=x');
    await page.setViewportSize({ width: 400, height: 800 });
    for (const view of ['campaign', 'scratch', 'cause/wrong-1']) {
      await page.goto(`${address}#/${view}`);
      expect(await overflow(page), view).toBe(0);
    }
    expect(incidents).toEqual([]);
  });
});
