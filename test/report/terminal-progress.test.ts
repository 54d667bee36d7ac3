import { describe, expect, it } from 'vitest';
import type { CampaignEvent, Shrinking, Totals } from '../../src/events/campaign-event.ts';
import { terminalReporter } from '../../src/report/terminal.ts';
import { progressLines } from '../../src/report/terminal-progress.ts';

const totals = {
  elapsedMs: 20_000,
  budgetMs: 60_000,
  plans: 1,
  statementsPerSecond: 500,
  engineShare: 0.5,
} as Totals;
const none = { found: 0, known: 0, gone: 0 };
const WIDE = 120;
const shrinking: Shrinking = { index: 12, pass: 'drop-steps', before: 83, statements: 14 };

describe('the live lines of a campaign', () => {
  it('say what is being shrunk, and never that nothing is found meanwhile', () => {
    expect(progressLines(totals, none, [], WIDE)).toEqual([
      '20/60 s | nothing found yet | 1 plan | 500 statements/s | 50 % in the engine',
    ]);
    expect(progressLines(totals, none, [shrinking], WIDE)).toEqual([
      '20/60 s | something found | 1 plan | 500 statements/s | 50 % in the engine',
      'shrinking plan 12: 83 → 14 statements',
    ]);
    expect(progressLines(totals, none, [{ ...shrinking, statements: 1 }], WIDE)[1]).toContain(
      '→ 1 statement',
    );
  });

  it('leave out whole parts where the terminal is narrow, the least important first', () => {
    const causes = { found: 7, known: 12, gone: 3 };
    expect(progressLines(totals, causes, [], 79)[0]).toBe(
      '20/60 s | 7 new, 12 known, 3 gone causes | 1 plan | 500 statements/s',
    );
    expect(progressLines(totals, causes, [], 40)[0]).toBe('20/60 s | 7 new, 12 known, 3 gone causes');
  });

  it('count new, known and gone causes', () => {
    expect(progressLines(totals, { found: 2, known: 1, gone: 0 }, [], WIDE)[0]).toMatch(
      /\| 2 new, 1 known causes \|/,
    );
    expect(progressLines(totals, { found: 0, known: 0, gone: 1 }, [], WIDE)[0]).toMatch(/\| 1 gone cause \|/);
    expect(progressLines({ ...totals, dirtIsWrong: 1 }, none, [], 60)[0]).toMatch(
      /\| DIRT itself is wrong: 1 \|/,
    );
  });

  it('say why a campaign goes on after its budget', () => {
    const late = { ...totals, elapsedMs: 62_000 };
    expect(progressLines(late, none, [shrinking], WIDE)[0]).toMatch(
      /^finishing: 2.0 s over budget for the last finding \|/,
    );
    expect(progressLines(late, none, [], WIDE)[0]).toMatch(
      /^finishing: 2.0 s over budget for the last plans \|/,
    );
  });

  it('stay on the screen while it is being shrunk, are drawn over, and leave nothing behind', () => {
    let out = '';
    const screen = { isTerminal: true, columns: 100, write: (text: string) => (out += text) };
    const reporter = terminalReporter(screen, { quiet: false });
    const tell = (event: Partial<CampaignEvent>) => reporter.event(event as CampaignEvent);
    tell({ event: 'starting', doing: 'starting engines' });
    expect(out).toContain('starting engines …');
    tell({ event: 'shrinking', ...shrinking });
    tell({ event: 'progress', ...totals });
    expect(out).toMatch(/something found .*\nshrinking plan 12: 83 → 14 statements$/);
    tell({ event: 'lookedInto', index: 12 });
    tell({ event: 'progress', ...totals });
    expect(out).toMatch(/\r\u001b\[K\u001b\[1A\u001b\[K20\/60 s \| nothing found yet .*$/);
    reporter.end?.();
    expect(out.endsWith('\r\u001b[K')).toBe(true);
  });
});
