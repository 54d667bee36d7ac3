// A real browser for tests of the page: Debian's chromium, or the one that CHROMIUM names.

import { spawnSync } from 'node:child_process';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../lacks.ts';

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: spawnSync('which', [CHROMIUM], { encoding: 'utf8' }).stdout.trim() || CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

export interface Watched {
  readonly page: Page;
  /** Errors, refusals of the policy, dialogs, and requests that leave the page: all that must not happen. */
  readonly incidents: string[];
}

/** A page that notes everything that must not happen. `origin` is where requests may go. */
export async function watchedPage(
  browser: Browser,
  options: BrowserContextOptions = {},
  origin = 'file:',
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const incidents: string[] = [];
  page.on('pageerror', (error) => incidents.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      incidents.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(?:data|blob):/.test(url)) incidents.push(`request: ${url}`);
  });
  return { page, incidents };
}

/** How many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}
