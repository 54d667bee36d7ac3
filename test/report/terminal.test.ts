// What a person reads. A change of the snapshot is a change of the product: look at it.

import { beforeAll, describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../src/events/campaign-event.ts';
import { exportedFiles } from '../../src/find/exports.ts';
import type { BugEvent } from '../../src/report/campaign-record.ts';
import { terminalReporter } from '../../src/report/terminal.ts';
import { foundBug } from './found-bug.ts';

let bugEvent: BugEvent;

beforeAll(async () => {
  bugEvent = await foundBug();
});

function printed(event: CampaignEvent, columns = 80, verbose = false): string {
  let out = '';
  const output = { isTerminal: false, columns, write: (part: string) => (out += part) };
  terminalReporter(output, { quiet: false, verbose }).event(event);
  return out;
}

describe('the report of a bug', () => {
  it('reads like this at 80 columns and without colour', () => {
    expect(printed(bugEvent)).toMatchInlineSnapshot(`
      "
      WHERE in a write: the table holds too many rows (SELECT)
        content in mutant@1, property deleted-rows-are-gone
        Deleted rows are gone: after DELETE WHERE p, nothing that p is TRUE of is
          left.

        CREATE TABLE t0 (c0);
        INSERT INTO t0 VALUES (0);
        DELETE FROM t0 WHERE 1;
        SELECT * FROM t0;
        ! table t0 does not hold the rows it must
        ! expected: 0 rows
        ! actual: 1 row
        !   0

        the engine is outvoted: sqlite@3.50.4 and the model agree with each other
        3 statements shrunk to 3; seed 42, plan 7; new bug
        replay: npx dirt replay content-12345678
        script: .dirt/bugs/content-12345678/repro.sql

      "
    `);
  });

  it('does not fill the terminal with what an engine says at length, and says how much is left out', () => {
    const long = `${'word '.repeat(2 ** 17)}${'x'.repeat(2 ** 20)}`;
    const finding = {
      ...bugEvent.investigated.finding,
      message: long,
      expected: { kind: 'text', text: long },
      actual: { kind: 'text', text: long },
    } as const;
    const investigated = { ...bugEvent.investigated, finding };
    const out = printed({ ...bugEvent, bug: { ...bugEvent.bug, claims: long, message: long }, investigated });
    expect(out.length).toBeLessThan(30_000);
    expect(out.match(/\(\d{7} more\s+characters\)/g)).toHaveLength(4);
    const lines = { ...finding, message: 'line\n'.repeat(1000), expected: undefined, actual: undefined };
    const short = printed({ ...bugEvent, investigated: { ...investigated, finding: lines } });
    expect(short.split('\n').length).toBeLessThan(60);
    expect(short).toContain('981 more lines');
    const broken = { event: 'broken', index: 1, message: long } as const;
    expect(printed(broken).length).toBeLessThan(10_000);
  });

  it('tells what came of it in other versions only to those who want all: the end of the run says since when', () => {
    const event = { event: 'bisected', bug: { ...bugEvent.bug, version: '1.0', alsoIn: ['0.9'] } } as const;
    expect(printed(event)).toBe('');
    expect(printed(event, 80, true)).toBe('content-12345678: in every version that was tried from 0.9 on\n');
  });

  it('is one line for all known bugs that cannot be tried again', () => {
    expect(printed({ event: 'notRetried', bugs: 2 })).toBe(
      'Known bugs that this engine and reference cannot try again: 2.\n',
    );
  });

  it('has no line longer than the terminal, words aside', () => {
    for (const line of printed(bugEvent, 80).split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('is a script for any shell', () => {
    expect(exportedFiles(bugEvent.bug, bugEvent.investigated)['repro.sql']).toMatchInlineSnapshot(`
      "-- content-12345678: WHERE in a write: the table holds too many rows (SELECT)
      -- mutant@1; seed 42, plan 7
      CREATE TABLE t0 (c0);
      INSERT INTO t0 VALUES (0);
      DELETE FROM t0 WHERE 1;
      SELECT * FROM t0;
      --   table t0 does not hold the rows it must
      --   expected: 0 rows
      --   actual: 1 row
      --     0
      "
    `);
  });
});
