// How fast the page is with 2,000 causes, and how large the file is with 500: the causes of a real bug base, over and over. Needs a build and
// chromium (or the one that CHROMIUM names).
//
//   npm run bench:page -- .dirt/bugs

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { pageDataOf } from '../src/cli/page-data-of.ts';
import { type PageData, pageHtml } from '../src/page/index.ts';

const ROUNDS = 3;

/** What is done to the page, one after the other: search, choose a severity, drop it, choose a kind, drop all. */
const ACTS = [
  "const input = document.getElementById('search'); input.value = 'join'; input.dispatchEvent(new Event('input', { bubbles: true }));",
  "document.querySelector('.pill:not(:disabled)').click();",
  "document.querySelector('.pill[aria-pressed=true]').click();",
  "const select = document.querySelector('.selects select'); select.selectedIndex = 1; select.dispatchEvent(new Event('change', { bubbles: true }));",
  "document.querySelector('.found .link').click();",
];

const bugs = process.argv[2] ?? '.dirt/bugs';
const data = pageDataOf(bugs, console.error);
if (data.causes.length === 0) throw new Error(`there are no bugs in ${bugs}`);
console.log(`${data.causes.length} causes in ${bugs}`);

const folder = mkdtempSync(join(tmpdir(), 'dirt-bench-page-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const small = written(500);
  console.log(`500 causes: ${megabytes(statSync(small).size)} MB`);
  const large = written(2000);
  console.log(`2000 causes: ${megabytes(statSync(large).size)} MB`);
  for (let round = 1; round <= ROUNDS; round++) {
    const { paint, filters } = await timed(browser, pathToFileURL(large).href);
    const words = filters.map(({ clock, cpu }) => `${clock} (${cpu})`);
    console.log(
      `  round ${round}: first paint ${paint.clock} ms (${paint.cpu}), filters until drawn ${words.join(', ')} ms`,
    );
  }
  console.log(
    '  (in brackets: CPU time of the main thread, which other work on the machine does not lengthen)',
  );
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

/** A page of so many causes, each with an id and a title of its own. */
function written(count: number): string {
  const causes = Array.from({ length: count }, (_, i) => {
    const cause = data.causes[i % data.causes.length];
    return { ...cause, id: `${cause.id}-${i}`, title: `${cause.title} ${i}` };
  });
  const file = join(folder, `${count}.html`);
  const page: PageData = { ...data, causes };
  writeFileSync(file, pageHtml(page));
  return file;
}

interface Took {
  readonly clock: number;
  readonly cpu: number;
}

/** All in milliseconds: since the page was asked for, and since each act. */
async function timed(on: Browser, url: string): Promise<{ paint: Took; filters: Took[] }> {
  const page = await on.newPage({ viewport: { width: 1280, height: 860 } });
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await inspector.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.goto(url);
  await page.locator('.cause-row').first().waitFor();
  const clock = await page.evaluate<number>(`new Promise((done) => {
    const look = () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (paint === undefined) requestAnimationFrame(look);
      else done(paint.startTime);
    };
    look();
  })`);
  const paint = { clock: Math.round(clock), cpu: Math.round(await busy()) };
  const filters: Took[] = [];
  for (const act of ACTS) {
    const before = await busy();
    const took = await page.evaluate<number>(`new Promise((done) => {
      const found = () => document.querySelector('.found').textContent;
      const before = found();
      const started = performance.now();
      ${act}
      const look = () => {
        if (found() === before && performance.now() - started < 5000) requestAnimationFrame(look);
        else requestAnimationFrame(() => done(performance.now() - started));
      };
      look();
    })`);
    filters.push({ clock: Math.round(took), cpu: Math.round((await busy()) - before) });
  }
  await page.close();
  return { paint, filters };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}
