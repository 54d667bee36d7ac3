// The pictures of the README, from a real run: docs/pictures/run.svg, what the terminal showed and when, and docs/pictures/page.png, the page of
// its bugs; and one of its reports, which the README quotes. Needs a build and chromium (or the one that CHROMIUM names).
//
//   npm run docs:pictures

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const MAIN = resolve('dist/cli/main.js');
const PICTURES = resolve('docs/pictures');
const ARGS = [
  'run',
  '--engine',
  'turso',
  '--seed',
  '7',
  '--plans',
  '16',
  '--workers',
  '1',
  '--bisect-budget',
  '0s',
];
/** As wide as the summary of a run that is not on a terminal. */
const WIDTH = 120;
const SHOWN_LINES = 34;
/** The cause that is shown and quoted. */
const TELLING = 'INTEGER PRIMARY KEY';
/** The cast takes so long, however long the run was. */
const CAST_SECONDS = 24;

const folder = mkdtempSync(join(tmpdir(), 'dirt-pictures-'));
mkdirSync(PICTURES, { recursive: true });
const lines = await run();
writeFileSync(join(PICTURES, 'run.svg'), cast(lines));
quote(lines);
await photograph();

/** The lines of a run, each with when it came. */
function run() {
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn(process.execPath, [MAIN, ...ARGS], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = Date.now();
  const told = [{ at: 0, text: `$ npx dirt ${ARGS.slice(0, 5).join(' ')}` }];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    const whole = (rest + part).split('\n');
    rest = whole.pop();
    for (const text of whole) told.push({ at: (Date.now() - started) / 1000, text: text.slice(0, WIDTH) });
  });
  return new Promise((done) => child.on('close', () => done(told)));
}

/** The report of the cause that is shown goes into the README, as it was printed. */
function quote(told) {
  const readme = readFileSync('README.md', 'utf8');
  const from = told.findIndex(({ text }) => text.startsWith(TELLING));
  const to = told.findIndex(({ text }, i) => i > from && text.startsWith('  script: '));
  if (from < 0 || to < 0) throw new Error(`the run has not found ${TELLING}: choose another cause or seed`);
  const report = told.slice(from, to + 1).map(({ text }) => text);
  const block = /(?<=^This is a report, as it was printed [^\n]*\n\n```\n)[\s\S]*?(?=\n```)/m;
  if (!block.test(readme)) throw new Error('README.md has no place for a report');
  writeFileSync(
    'README.md',
    readme.replace(block, () => report.join('\n')),
  );
}

/** A terminal that scrolls: the lines stand below each other, and the window moves when one comes. */
function cast(told) {
  const [lineHeight, margin] = [17, 14];
  const end = told.at(-1).at || 1;
  const frames = [];
  let last = -1;
  told.forEach(({ at }, i) => {
    const percent = Math.floor((at / end) * 940) / 10;
    const shift = Math.max(0, i + 1 - SHOWN_LINES) * lineHeight;
    if (percent === last) frames.pop();
    frames.push({ percent, shift, shown: i + 1 });
    last = percent;
  });
  const step = ({ percent, shift, shown }) =>
    `${percent}%{transform:translateY(${-shift}px);clip-path:inset(0 0 ${(told.length - shown) * lineHeight}px 0)}`;
  const final = frames.at(-1);
  const height = SHOWN_LINES * lineHeight + 2 * margin;
  const rows = told.map(
    ({ text }, i) => `<text class="${styleOf(text)}" y="${(i + 1) * lineHeight - 4}">${escaped(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * 7.3 + 2 * margin}" height="${height}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="12">
<style>
text{fill:#d6d9e0;white-space:pre}.sql{fill:#fff;font-weight:600}.bad{fill:#ff8080}.title{fill:#ff8080;font-weight:600}.quiet{fill:#8b93a3}.prompt{fill:#8fd694}
.cast{animation:cast ${CAST_SECONDS}s step-end infinite}
@keyframes cast{${frames.map(step).join('')}100%{transform:translateY(${-final.shift}px)}}
</style>
<rect width="100%" height="100%" rx="9" fill="#14171f"/>
<svg x="${margin}" y="${margin}" width="${WIDTH * 7.3}" height="${SHOWN_LINES * lineHeight}"><g class="cast">
<rect width="1" height="${told.length * lineHeight}" fill="none"/>
${rows.join('\n')}
</g></svg>
</svg>
`;
}

function styleOf(text) {
  if (text.startsWith('$')) return 'prompt';
  if (text.startsWith('  !')) return 'bad';
  if (/^ {2}[A-Z]{3,} /.test(text)) return 'sql';
  if (/\((?:SELECT|INSERT|UPDATE|DELETE|WITH|COMMIT|PRAGMA)\)/.test(text) && !text.startsWith(' '))
    return 'title';
  return text.startsWith('    ') || /^\d/.test(text) ? 'quiet' : 'plain';
}

function escaped(text) {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
}

/** The page with the most telling cause open. */
async function photograph() {
  const file = join(folder, 'report.html');
  spawnSync(process.execPath, [MAIN, 'report', 'html', '-o', file], { cwd: folder, stdio: 'inherit' });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await page.goto(pathToFileURL(file).href);
  await page.locator('.cause-row').filter({ hasText: TELLING }).first().click();
  await page.locator('article.cause').waitFor();
  await page.screenshot({ path: join(PICTURES, 'page.png') });
  await browser.close();
}
