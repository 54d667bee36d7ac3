// What takes its worker with it: an engine that loops where no fuel reaches, and one that ends the thread.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dirt } from '../e2e/dirt.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** SQLite, which on a DELETE of a generated table does what the text says. */
function projectOf(disaster: string): string {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'dirt.config.mjs'),
    `import { isMainThread } from 'node:worker_threads';
import { sqlite, wrapEngine } from 'dirt';

const fatal = wrapEngine(sqlite, () => ({
  run: ({ text, fuel, go }) => {
    if (!isMainThread && /^DELETE.*\\bc\\d/s.test(text)) { ${disaster} }
    return go();
  },
}));

export default { engine: 'fatal', engines: { fatal } };
`,
  );
  return folder;
}

const campaign = (disaster: string) => {
  const args = [
    'run',
    '--json',
    '--profile',
    'general',
    '--seed',
    '1',
    '--plans',
    '2',
    '--workers',
    '1',
    '--stuck',
    '2s',
    '--steps',
    '20',
  ];
  const { status, out } = dirt(args, { cwd: projectOf(disaster) });
  const events = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { status, events, lost: events.filter(({ event }) => event === 'workerLost') };
};

it('a worker that tries a hang again with more fuel is left in peace for as long as that takes', () => {
  const { events, lost } = campaign(
    "for (const end = Date.now() + 3000; fuel > 4e7 && Date.now() < end; ); return { kind: 'fuel' };",
  );
  expect(lost).toEqual([]);
  const { bug } = events.find(({ event }) => event === 'bug');
  expect(bug).toMatchObject({ kind: 'hang', signature: 'hang/noHang/', outvoted: 'engine' });
});

it('a failure whose worker is lost while it is looked into is kept as it was found, to be merged with one that is shrunk', () => {
  const { events, lost } = campaign(
    "if (globalThis.isLookedInto) for (;;); globalThis.isLookedInto = true; return { kind: 'refused', class: 'other', message: 'strange' };",
  );
  expect(lost).toMatchObject([{ reason: 'no sign of life for 2 s' }]);
  const { bug } = events.find(({ event }) => event === 'bug');
  expect(bug).toMatchObject({
    kind: 'error',
    message: expect.stringContaining('strange'),
    isUnfinished: true,
  });
});

it('a plan on which DIRT itself breaks is told and left, and the campaign goes on', () => {
  // What only DIRT can do wrong is made to go wrong under it.
  const { status, events } = campaign(
    "const { set } = Map.prototype; Map.prototype.set = function (key, value) { Map.prototype.set = set; throw new TypeError('strange'); }; return go();",
  );
  expect(events.filter(({ event }) => event === 'broken')).toMatchObject([
    { index: 0, message: expect.stringMatching(/strange\n +at /) },
  ]);
  expect(events.at(-1)).toMatchObject({ event: 'summary', ended: 'done', plans: 1, dirtIsWrong: 1 });
  expect(status).toBe(3);
});

describe.each([
  ['loops where no fuel reaches', 'for (;;);', 'hang', 'no sign of life for 2 s'],
  ['ends the thread', 'process.exit(1);', 'panic', 'the worker ended'],
])('a worker whose engine %s', (_, disaster, kind, reason) => {
  it('is attributed to its plan and step, replaced, and the campaign goes on', () => {
    const { status, events, lost } = campaign(disaster);
    expect(lost).toMatchObject([{ index: 0, reason }]);
    // The last statement of the bug's plan is the one that did it.
    const { bug } = events.find(({ event }) => event === 'bug');
    expect(bug).toMatchObject({ kind, seed: '1', index: 0 });
    expect(bug.skeleton).toMatch(/DELETE[^;]*$/);
    // The other ran, on the worker that took its place.
    expect(events.at(-1)).toMatchObject({ event: 'summary', ended: 'done', plans: 1 });
    expect(status).toBe(1);
  });
});
