// `dirt ui` as people use it: a campaign, a reload in the middle, its crash, the scratch pad, and what others try to do to it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startDirt } from '../e2e/dirt.ts';
import { lacks } from '../lacks.ts';
import { launch, overflow, watchedPage } from '../page/browser.ts';
import { freshBase, put } from '../report/github/bugs-on-disk.ts';

/** Breaks out of whatever it is put into, if anything can. */
const EVIL = '<img src=x onerror=alert(1)></script><script>alert(2)</script>\u001b[31m\u202e__proto__';

/** SQLite, which answers GROUP BY with what breaks pages, and panics with it in UPDATE … WHERE. */
const CONFIG = `import { sqlite, wrapEngine } from 'dirt';
const evil = ${JSON.stringify(EVIL)};
const big = 'x'.repeat(1_000_000);
export default {
  engines: {
    evil: wrapEngine(sqlite, () => ({
      run: ({ statement, go }) => {
        if (statement.kind === 'select' && statement.body.groupBy) return { kind: 'rows', rows: [[evil], [big]], changes: 0 };
        if (statement.kind === 'update' && statement.where) return { kind: 'panic', message: evil, location: evil };
        return go();
      },
    })),
  },
};
`;

describe.skipIf(lacks('chromium', 'dirt ui in a browser'))('dirt ui in a browser', () => {
  const base = freshBase();
  let browser: Browser;
  let ui: Started;
  let address = '';

  beforeAll(async () => {
    put(base, 'wrong-1');
    writeFileSync(join(dirname(base.folder), 'dirt.config.ts'), CONFIG);
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
    await page.setViewportSize({ width: 400, height: 800 });
    for (const view of ['campaign', 'scratch', 'cause/wrong-1']) {
      await page.goto(`${address}#/${view}`);
      expect(await overflow(page), view).toBe(0);
    }
    expect(incidents).toEqual([]);
  });

  it('shows that a campaign has crashed, also after a reload, and starts the next one', async () => {
    const { page, incidents } = await watchedPage(browser, {}, new URL(address).origin);
    await page.goto(`${address}#/campaign`);
    await page.locator('input[name=engine]').fill('sqlite');
    await page.locator('input[name=workers]').fill('1');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.plot canvas').first().waitFor();
    // The plots of the campaign before are there until the next one begins.
    await expect.poll(() => childrenOf(ui.child.pid), { timeout: 60_000 }).not.toEqual([]);
    for (const child of childrenOf(ui.child.pid)) process.kill(child, 'SIGKILL');
    await page.getByText('ended with SIGKILL').waitFor();
    await page.reload();
    await page.getByText('ended with SIGKILL').waitFor();
    await page.locator('input[name=engine]').fill('sqlite');
    await page.locator('input[name=plans]').fill('1');
    await page.locator('input[name=workers]').fill('1');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText(/: 1 plans?, \d+ statements/).waitFor();
    expect(incidents).toEqual([]);
  });

  it('asks an engine, SQLite and the model in the scratch pad, shrinks what differs, and saves it as a property', async () => {
    const { page, incidents } = await watchedPage(browser, {}, new URL(address).origin);
    await page.goto(`${address}#/scratch`);
    await page.getByLabel('SQL').fill(`CREATE TABLE t(a INTEGER PRIMARY KEY);
CREATE TABLE other(b);
SAVEPOINT s;
INSERT INTO t VALUES (NULL), (NULL);
UPDATE t SET a = 0;
SELECT * FROM t;`);
    await page.locator('.engine input').fill('turso');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const last = page.locator('.answers > li').nth(5).locator('.side');
    await last.first().waitFor();
    expect(await last.locator('h4').allInnerTexts()).toEqual([
      'turso ≠ differs',
      'sqlite',
      'sqlite@3.54.1',
      'model',
    ]);
    expect(await last.locator('pre').allInnerTexts()).toEqual(['0\n2', '1\n2', '1\n2', '1\n2']);
    expect(await page.locator('.side.other').count()).toBe(1);
    await page.reload();
    expect(await page.getByLabel('SQL').inputValue()).toContain('UPDATE t SET a = 0;');
    await page.getByRole('button', { name: 'Shrink' }).click();
    const smaller = page.locator('.smaller');
    await smaller.waitFor();
    expect(await smaller.innerText()).not.toMatch(/\bTABLE other\b/);
    await page.getByRole('button', { name: 'Save as a property' }).click();
    await page.getByLabel('Name of the property').fill('whole');
    await page.getByLabel('What it claims').fill('A refused UPDATE changes nothing.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('wrote dirt/whole.property.ts').waitFor();
    expect(existsSync(join(dirname(base.folder), 'dirt/whole.property.ts'))).toBe(true);
    await page.setViewportSize({ width: 400, height: 800 });
    expect(await overflow(page)).toBe(0);
    expect(incidents).toEqual([]);
  });

  it('shows whatever an engine says as text, in the scratch pad, the events, the list, causes and steps', async () => {
    const { page, incidents } = await watchedPage(browser, {}, new URL(address).origin);
    await page.goto(`${address}#/scratch`);
    await page
      .getByLabel('SQL')
      .fill(`CREATE TABLE "${EVIL.slice(0, 28)}"(a); SELECT '${EVIL}'; UPDATE t SET a = 1; -- ${EVIL}`);
    await page.locator('.engine input').fill('evil');
    await page.getByRole('button', { name: 'Run' }).click();
    // What all engines do alike is folded.
    await page.locator('.answers .side:visible').first().waitFor();
    expect(await page.locator('.answers').innerText()).toContain('<img src=x onerror=alert(1)>');
    expect(await overflow(page), 'scratch').toBe(0);
    await page.goto(`${address}#/campaign`);
    await page.locator('input[name=engine]').fill('evil');
    await page.locator('input[name=workers]').fill('1');
    await page.locator('input[name=seed]').fill('1');
    await page.locator('input[name=plans]').fill('2');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('A campaign is running').waitFor();
    await page.getByText('No campaign is running').waitFor();
    expect(await page.locator('.events').innerText()).toContain('<img src=x onerror=alert(1)>');
    expect(await overflow(page), 'campaign').toBe(0);
    const ids = base.ids().filter((id) => id !== 'wrong-1');
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids.slice(0, 3)) {
      for (const view of [`cause/${id}`, `cause/${id}/steps`]) {
        await page.goto(`${address}#/${view}`);
        await page.locator(view.endsWith('steps') ? '.stepper' : 'article.cause').waitFor();
        expect(await overflow(page), view).toBe(0);
      }
    }
    await page.goto(`${address}#/history`);
    await page.locator('h1').first().waitFor();
    expect(await overflow(page), 'history').toBe(0);
    expect(await page.locator('#app script, #app img, #app iframe').count()).toBe(0);
    expect(incidents).toEqual([]);
  });

  it('gives a page of another origin nothing to read and nothing to start, even with the token', async () => {
    const { origin, searchParams } = new URL(address);
    const other = createServer((_, response) =>
      response.end('<!doctype html><title>elsewhere</title>'),
    ).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const tried = await page.evaluate(
      async ([target, token]) => {
        const json = { 'content-type': 'application/json', 'x-dirt-token': token };
        const asked = (path: string, init?: object) =>
          fetch(target + path, init).then(
            async (response) => `${response.type} ${await response.text()}`,
            () => 'refused',
          );
        return Promise.all([
          asked('/api/data', { headers: json }),
          asked('/api/start', { method: 'POST', headers: json, body: '{}' }),
          asked('/api/start', { method: 'POST', mode: 'no-cors', body: '{}' }),
          asked(`/?token=${token}`, { mode: 'no-cors' }),
        ]);
      },
      [origin, searchParams.get('token') ?? ''],
    );
    expect(tried).toEqual(['refused', 'refused', expect.stringMatching(/^(?:opaque |refused)/), 'refused']);
    other.close();
    await page.close();
    const { page: own } = await watchedPage(browser, {}, origin);
    await own.goto(`${address}#/campaign`);
    await own.getByText('No campaign is running').waitFor();
  });
});

function childrenOf(pid: number | undefined): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
