// Every reporter on the same events: those of a campaign that found a bug, and those of hostile ones.

import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CampaignEvent, Totals } from '../../src/events/campaign-event.ts';
import type { BugEvent } from '../../src/report/campaign-record.ts';
import type { ReporterName } from '../../src/report/reporters.ts';
import { reporters } from '../../src/report/reporters.ts';
import { foundBug } from './found-bug.ts';
import { elementsOf } from './well-formed.ts';

const FOLDER = new URL('../../src/report/', import.meta.url);

const totals: Totals = {
  seed: '42',
  engine: 'mutant',
  version: '1',
  elapsedMs: 61_234,
  budgetMs: 60_000,
  plans: 1200,
  profiles: { general: 1200 },
  statements: 120_000,
  statementsPerSecond: 1960,
  workerMs: 1000,
  lookMs: 0,
  engineMs: 500,
  engineShare: 0.61,
  refusals: 7,
  discards: 8,
  findings: { content: 1 },
  newBugs: 1,
  knownBugs: 0,
  unfinishedBugs: 0,
  dirtIsWrong: 0,
  referenceIsWrong: 0,
  unsupportedCombinations: 0,
  regressions: 0,
  properties: {
    norec: { drawn: 9, discarded: 1, checked: 8, vacuous: 0, skipped: 0 },
    pqs: { drawn: 9, discarded: 9, checked: 0, vacuous: 0, skipped: 0 },
  },
  tolerated: {},
  accepted: {},
  features: {},
  featuresUsed: 0,
  featuresUsable: 0,
  exercised: {},
  vacuity: [],
  untested: null,
  unstored: null,
  breach: null,
};

const start: CampaignEvent = {
  event: 'start',
  seed: '42',
  engine: 'mutant',
  version: '1',
  build: 'WebAssembly',
  reference: 'sqlite',
  against: 'sqlite@3.50.4',
  opener: 'sqlite@3.50.4',
  profile: 'default',
  statements: 100,
  properties: [],
  workers: 2,
  budgetMs: 60_000,
  plans: null,
};

const summary: CampaignEvent = { event: 'summary', ended: 'done', ...totals };

let found: BugEvent;

beforeAll(async () => {
  found = await foundBug();
});

function written(name: ReporterName, events: readonly CampaignEvent[], quiet = false): string {
  let out = '';
  const write = (text: string): void => {
    out += text;
  };
  const reporter = reporters[name]({ isTerminal: false, columns: 80, write }, { quiet });
  for (const event of events) reporter.event(event);
  reporter.end?.();
  return out;
}

/** A bug with foreign text wherever there is some. */
function hostile(text: string): BugEvent {
  const { bug, investigated } = found;
  const signature = 'content/contents/of another kind';
  const finding = { ...investigated.finding, signature, message: text };
  return { ...found, bug: { ...bug, signature, message: text }, investigated: { ...investigated, finding } };
}

const stillFails = (returned: boolean): CampaignEvent => ({ event: 'stillFails', bug: found.bug, returned });

const regression: CampaignEvent = {
  event: 'regression',
  feature: 'select',
  description: 'SELECT',
  since: '0.1, 0.2: all',
  reason: 'no 100 % of it',
  statements: ['SELECT 1'],
};

it('every reporter that src/report holds can be asked for by its name', async () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));
  const made = await Promise.all(files.map((name) => import(new URL(name, FOLDER).href)));
  const exported = made.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (name.endsWith('Reporter') ? [value] : [])),
  );
  expect(exported.length).toBeGreaterThan(3);
  expect(new Set(Object.values(reporters))).toEqual(new Set(exported));
});

describe('junit', () => {
  const cases = (xml: string, tag: string) => elementsOf(xml).filter((name) => name === tag).length;

  it('fails the case of the judge that found a bug, with the report, and no other', () => {
    const xml = written('junit', [start, found, summary]);
    expect(xml).toContain(
      '<testcase classname="dirt.judges" name="contents">\n<failure message="content-12345678: WHERE in a write: the table holds too many',
    );
    expect(xml).toContain('DELETE FROM t0 WHERE 1;');
    expect(cases(xml, 'failure')).toBe(1);
    expect(xml).toMatch(
      /<testsuites name="dirt" tests="\d+" failures="1" errors="0" skipped="1" time="61.234">/,
    );
  });

  it('fails the case of a property whose own check found it', () => {
    const finding = { ...found.investigated.finding, judge: 'property' } as const;
    const event = { ...found, investigated: { ...found.investigated, finding } };
    const xml = written('junit', [start, event, summary]);
    expect(xml).toContain('<testcase classname="dirt.properties" name="deleted-rows-are-gone">\n<failure');
  });

  it('passes a property that was checked and skips one that never was', () => {
    const xml = written('junit', [start, summary]);
    expect(xml).toContain('<testcase classname="dirt.properties" name="norec"/>');
    expect(xml).toContain('name="pqs">\n<skipped');
  });

  it('does not fail for what is known, but for what had passed', () => {
    const known = written('junit', [stillFails(false), start, { ...found, isNew: false }, summary]);
    expect(cases(known, 'failure')).toBe(0);
    expect(known).toContain('known, still fails: content-12345678');
    expect(cases(written('junit', [stillFails(true), start, summary]), 'failure')).toBe(1);
  });

  it('tells a bug of DIRT and a campaign that was broken off apart, as errors', () => {
    const own: BugEvent = { ...found, bug: { ...found.bug, outvoted: 'model' } };
    expect(cases(written('junit', [start, own, summary]), 'error')).toBe(1);
    expect(cases(written('junit', [start, own]), 'error')).toBe(2);
    expect(written('junit', [])).toContain('broken off');
  });

  it('is XML whatever the engine says', () => {
    const text = '\u0000\u0008<&>"\']]>\u001b[31m\ud800 \udfff\ufffe\t\r\n&amp; 🦆';
    const xml = written('junit', [start, hostile(text), summary]);
    expect(cases(xml, 'failure')).toBe(1);
    expect(xml).toContain('\\u{0}');
    expect(xml).toContain('\\u{d800}');
    expect(xml).toContain('🦆');
  });
});

describe('markdown', () => {
  it('reads like this', () => {
    expect(written('markdown', [start, found, summary])).toMatchInlineSnapshot(`
      "## DIRT: mutant (1, WebAssembly)

      **1 new bug, 0 known bugs.**

      | seconds | plans | statements | statements/s | in the engine | reference | profile | seed |
      | --- | --- | --- | --- | --- | --- | --- | --- |
      | 61 | 1200 | 120000 | 1960 | 61 % | sqlite@<!-- -->3.50.4 | default | 42 |

      ### New: \`content-12345678\`

      WHERE in a write: the table holds too many rows (SELECT) (property \`deleted-rows-are-gone\`; the engine is outvoted: sqlite@<!-- -->3.50.4 and the model agree with each other)

      \`\`\`sql
      CREATE TABLE t0 (c0);
      INSERT INTO t0 VALUES (0);
      DELETE FROM t0 WHERE 1;
      SELECT * FROM t0;
      --   table t0 does not hold the rows it must
      --   expected: 0 rows
      --   actual: 1 row
      --     0
      \`\`\`

      \`npx dirt replay content-12345678\`

      \`npx dirt run --engine mutant --seed 42 --steps 100\` repeats it.
      "
    `);
  });

  it('lets no foreign text end a code block or write Markdown', () => {
    const text = '```\n# <b>broken</b> | @someone [x](y)';
    const lines = written('markdown', [start, hostile(text), summary]).split('\n');
    expect(lines.filter((line) => line === '````' || line === '````sql')).toHaveLength(2);
    expect(lines.find((line) => line.includes('broken'))).toBe(
      'WHERE in a write: \\`\\`\\` \\# \\<b\\>broken\\</b\\> \\| @<!-- -->someone \\[x\\](y) (SELECT) (property `deleted-rows-are-gone`; the engine is outvoted: sqlite@<!-- -->3.50.4 and the model agree with each other)',
    );
  });

  it('shows a limited number of bugs and names the others', () => {
    const many = Array.from(
      { length: 25 },
      (_, i): BugEvent => ({ ...found, bug: { ...found.bug, id: `b-${i}` } }),
    );
    const text = written('markdown', [start, ...many, summary]);
    expect(text.match(/```sql/g)).toHaveLength(20);
    expect(text).toContain('- `b-24`');
  });

  it('says so when there was no campaign', () => {
    expect(written('markdown', [])).toContain('broken off');
  });
});

describe('annotations', () => {
  it('are one line each, escaped as GitHub wants it', () => {
    const text = written('annotations', [
      regression,
      stillFails(true),
      start,
      hostile('50 %\r\nof a, b: c'),
      summary,
    ]);
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('::error file=dirt.features.json,title=regression%3A select::');
    expect(lines[0]).toContain('no 100 %25 of it');
    expect(lines[2]).toContain('title=new bug%3A WHERE in a write%3A 50 %25 of a%2C b%3A c (SELECT)::');
    expect(lines[2]).toContain('50 %25\\r%0A');
  });

  it('are not made for what is known or no bug', () => {
    const combination: BugEvent = { ...found, bug: { ...found.bug, kind: 'unsupportedCombination' } };
    expect(
      written('annotations', [stillFails(false), { ...found, isNew: false }, combination, summary]),
    ).toBe('');
  });

  it('are at most ten, which is what GitHub shows', () => {
    expect(written('annotations', Array(30).fill(found)).match(/^::error/gm)).toHaveLength(10);
  });
});

describe('terminal, when it is quiet', () => {
  it('shows no progress and no table, but lists what is known', () => {
    const progress: CampaignEvent = { event: 'progress', ...totals };
    expect(written('terminal', [stillFails(false), start, progress, summary], true)).toMatchInlineSnapshot(`
      "dirt: mutant (1, WebAssembly) against sqlite@3.50.4, seed 42

      Done after 61 s: 1200 plans, 120000 statements (1960/s, 61 % in the engine).
      Seed 42: \`npx dirt run --engine mutant --seed 42 --steps 100\` repeats it.

      Known (still fails):                                                           statements
        data      content-12345678  WHERE in a write: the table holds too many rows (SELECT)  3
      0 new bugs, 1 known, 0 gone.
      \`npx dirt report html\` makes a page of them, \`npx dirt ui\` shows it live.
      "
    `);
  });
});

describe('foreign text', () => {
  const TEXT =
    'x\u001b]0;title\u0007\u009b2J\u202eevil\u2028\r\n::error::injected\n##[error]injected @all fixes #1';

  /** In every place that something from outside has. */
  const events = (): CampaignEvent[] => {
    const event = hostile(TEXT);
    const bug = {
      ...event.bug,
      version: TEXT,
      property: TEXT,
      claims: TEXT,
      seed: TEXT,
      needs: [TEXT],
      passesIn: TEXT,
    };
    const [group] = event.investigated.plan.groups;
    const step = {
      do: 'run',
      id: 9,
      on: 0,
      statement: { kind: 'raw', sql: `SELECT '${TEXT}'`, changes: [] },
      expect: 'any',
      fuel: 1,
    } as const;
    const world = { ...event.investigated.plan.world, seed: TEXT };
    const plan = { ...event.investigated.plan, world, groups: [{ ...group, steps: [step, ...group.steps] }] };
    const investigated = { ...event.investigated, plan };
    return [
      { ...start, version: TEXT, seed: TEXT, profile: TEXT, engine: TEXT } as CampaignEvent,
      {
        ...(regression as Extract<CampaignEvent, { event: 'regression' }>),
        since: TEXT,
        reason: TEXT,
        statements: [TEXT],
      },
      { event: 'stillFails', bug, returned: true },
      { event: 'passes', bug, wasMuted: false },
      {
        event: 'referenceIsWrong',
        reference: TEXT,
        opener: TEXT,
        index: 1,
        signature: TEXT,
        message: TEXT,
        sql: TEXT,
      },
      { event: 'workerLost', index: 1, step: 2, reason: TEXT },
      { ...event, bug, investigated },
      { ...summary, seed: TEXT, untested: TEXT, vacuity: [TEXT] } as CampaignEvent,
    ];
  };

  it.each(Object.keys(reporters) as ReporterName[])('does nothing in the output of %s', (name) => {
    const lines = written(name, events()).split('\n');
    expect(lines.join('').length).toBeGreaterThan(100);
    for (const line of lines) {
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|##\[/u);
      if (name !== 'annotations') expect(line).not.toMatch(/^\s*::/);
      // GitHub's reporter writes commands of its own.
      else expect(line).toMatch(/^(?:::error (?:file=[^:]*,)?title=[^:]*::.*|)$/);
    }
    if (name === 'markdown')
      expect(
        lines
          .join('\n')
          .replace(/```[\s\S]*?\n```/g, '')
          .replace(/`[^`]*`/g, ''),
      ).not.toMatch(/@all|#1/);
  });

  it('does nothing on a terminal that has colours', () => {
    let out = '';
    const reporter = reporters.terminal(
      { isTerminal: true, columns: 80, write: (text) => (out += text) },
      { quiet: false },
    );
    for (const event of events()) reporter.event(event);
    expect(out.replace(/\u001b\[(?:\d+m|K)|[\r\n]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|##\[/u);
  });
});
