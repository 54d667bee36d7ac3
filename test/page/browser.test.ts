// The page as people see it, in a real browser, from disk.

import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visible } from '../../src/visible.ts';
import { lacks } from '../lacks.ts';
import { launch, overflow, watchedPage } from './browser.ts';
import { HOSTILE, hostileCauses, manyCauses, pageOnDisk } from './pages.ts';

describe.skipIf(lacks('chromium', 'the page in a browser'))('the page in a browser', () => {
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    browser = await launch();
    address = pageOnDisk(manyCauses(40));
  });

  afterAll(() => browser?.close());

  const rows = (page: Page) => page.locator('.cause-row');

  it('opens from disk, shows causes, and asks for nothing outside of its file', async () => {
    const { page, incidents } = await watchedPage(browser);
    await page.goto(address);
    await rows(page).first().click();
    expect(await page.locator('h1').innerText()).toContain('LEFT JOIN with index 0');
    expect(await page.locator('.side.expected').first().innerText()).toContain("'a'");
    // What only one side has is marked there, and only there.
    expect(await page.locator('.side.actual tr.only').first().innerText()).toContain('2');
    expect(await page.locator('.side.expected tr.only').count()).toBe(0);
    expect(incidents).toEqual([]);
  });

  it('keeps filters, search and the chosen cause in the address, so that they survive a reload', async () => {
    const { page, incidents } = await watchedPage(browser);
    await page.goto(address);
    await page.getByRole('button', { name: /^crash/ }).click();
    await page.getByLabel('kind').selectOption('panic');
    await page.getByLabel('Search').fill('index 1');
    await eventually(async () => page.url()).toMatch(/q=index/);
    await rows(page).first().click();
    await eventually(async () => page.url()).toMatch(
      /#\/cause\/wrong-\w+\?.*severity=crash.*kind=panic.*q=index/,
    );
    await eventually(() => page.locator('h1').innerText()).toContain('index 1');
    const title = await page.locator('h1').innerText();
    const shown = await page.locator('.found').innerText();
    await page.reload();
    await eventually(() => page.locator('h1').innerText()).toBe(title);
    await eventually(() => page.locator('.found').innerText()).toBe(shown);
    expect(await page.getByLabel('Search').inputValue()).toBe('index 1');
    expect(incidents).toEqual([]);
  });

  it('steps through a failure with the keyboard alone, from where engine and model part', async () => {
    const { page, incidents } = await watchedPage(browser);
    await page.goto(address);
    await rows(page).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('index 7:');
    await eventually(() => page.locator('.found').innerText()).toContain(' of ');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await eventually(() => page.locator('h1').innerText()).toContain('index 7:');
    const isReached = () => page.evaluate("document.activeElement?.textContent === 'Step through it'");
    for (let tabs = 0; tabs < 60 && !(await isReached()); tabs++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const statement = page.locator('.statement pre');
    await eventually(() => statement.innerText()).toMatch(/^DELETE/);
    await eventually(() => page.locator('.table-now .side.actual tr.only').innerText()).toBe('2');
    await page.keyboard.press('ArrowRight');
    await eventually(() => statement.innerText()).toMatch(/^SELECT/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await eventually(() => statement.innerText()).toMatch(/^INSERT/);
    await eventually(() => page.locator('.table-now tr.changed').count()).toBe(4);
    await eventually(async () => page.url()).toMatch(/steps\/minimal\/1/);
    await page.keyboard.press('Home');
    await eventually(() => statement.innerText()).toMatch(/^CREATE/);
    expect(incidents).toEqual([]);
  });

  it('copies script, issue text and command', async () => {
    const { page } = await watchedPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${address}#/cause/wrong-00000003`);
    const copied = async (button: string) => {
      await page.getByRole('button', { name: button }).first().click();
      await page.getByText('Copied').first().waitFor();
      return page.evaluate('navigator.clipboard.readText()');
    };
    expect(await copied('Copy script')).toContain('SELECT * FROM t3;');
    expect(await copied('Copy issue text')).toBe('# an issue');
    expect(await copied('Copy replay command')).toBe('npx dirt replay wrong-00000003');
  });

  it('fits a window of 400 pixels, light and dark, in every view', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, incidents } = await watchedPage(browser, {
        viewport: { width: 400, height: 800 },
        colorScheme,
      });
      for (const view of ['#/', '#/cause/wrong-00000001', '#/cause/wrong-00000001/steps']) {
        await page.goto(address + view);
        await page.locator('.brand').waitFor();
        expect(await overflow(page), view).toBe(0);
      }
      const [ground, ink] = (await page.evaluate(
        '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color].map((c) => Number(/\\d+/.exec(c)[0]))',
      )) as number[];
      expect(ground > ink).toBe(colorScheme === 'light');
      expect(incidents).toEqual([]);
    }
  });

  it('shows 2,000 causes and filters them, and draws only what can be seen, so that it is fast', async () => {
    const large = pageOnDisk(manyCauses(2000));
    const { page, incidents } = await watchedPage(browser);
    await page.goto(large);
    await rows(page).first().waitFor();
    expect(await page.locator('.found').innerText()).toBe('2,000 causes');
    for (const words of ['index 1', 'index 19', 'index 199']) await search(page, words);
    expect(await page.locator('.found').innerText()).toContain('of 2,000 causes');
    await page.getByRole('button', { name: 'clear filters' }).click();
    expect(await rows(page).count()).toBeLessThan(60);
    expect(incidents).toEqual([]);
  });

  it('shows whatever a database holds as text: nothing runs, nothing breaks the layout', async () => {
    const hostile = hostileCauses();
    const { page, incidents } = await watchedPage(browser);
    const evil = pageOnDisk(hostile);
    await page.goto(evil);
    await rows(page).first().waitFor();
    for (const [i, { id }] of hostile.entries()) {
      await page.goto(`${evil}#/cause/${encodeURIComponent(id)}`);
      await page.locator('article.cause').waitFor();
      expect(await page.locator('h1').textContent()).toBe(visible(HOSTILE[i]));
      expect(await overflow(page), id).toBe(0);
      expect(await inner(page), id).toEqual([]);
      await page.goto(`${evil}#/cause/${encodeURIComponent(id)}/steps`);
      await page.locator('.stepper').waitFor();
      expect(await overflow(page), id).toBe(0);
    }
    expect(await page.locator('#app script, #app img, #app iframe, #app svg').count()).toBe(0);
    expect(incidents).toEqual([]);
  });

  it('says what is missing where there is no data', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(pathToFileURL('dist/page.html').href);
    expect(await page.locator('.empty').innerText()).toContain('npx dirt report html');
    await page.goto(pageOnDisk([]));
    expect(await page.locator('.overview').innerText()).toContain('No bugs so far');
  });
});

/** What is wider than the part of the page that it is in, and cannot be scrolled there by itself. */
function inner(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.list, .filters, .detail')]
    .filter((part) => part.scrollWidth > part.clientWidth)
    .map((part) => part.className)`);
}

async function search(page: Page, words: string): Promise<void> {
  const before = await page.locator('.found').innerText();
  await page.locator('#search').fill(words);
  await page.waitForFunction(`document.querySelector('.found').innerText !== ${JSON.stringify(before)}`);
}

/** The page is drawn after a key was pressed, and a busy machine takes its time. */
function eventually<T>(look: () => Promise<T>) {
  return expect.poll(look, { timeout: 30_000 });
}
