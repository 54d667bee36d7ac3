import { describe, expect, it } from 'vitest';
import { DirtError } from '../../src/errors.ts';
import {
  ASK_DIRECTIVE,
  connectionDirective,
  DIRECTIVE_FORMS,
  parseDirective,
  statementDirectives,
  stepDirective,
  worldDirectives,
} from '../../src/plan/directive.ts';
import type { RunStep } from '../../src/plan/plan.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { splitScript } from '../../src/plan/split-script.ts';
import { type FaultStep, UNSYNCED } from '../../src/world/faults/index.ts';

const statements = (script: string) =>
  splitScript(script).flatMap((part) => (part.kind === 'statement' ? [part.sql] : []));

describe('splitting a script', () => {
  it('is not fooled by semicolons in quotes, names and comments', () => {
    const script = `SELECT ';', ";", \`;\`, [;] /* ; */ -- ;\n; SELECT 'it''s;' ;;`;
    expect(statements(script)).toEqual([`SELECT ';', ";", \`;\`, [;] /* ; */ -- ;`, `SELECT 'it''s;'`]);
  });

  it('keeps the statements of a trigger together', () => {
    const trigger = 'CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t; SELECT 1; END';
    expect(statements(`${trigger}; SELECT 2`)).toEqual([trigger, 'SELECT 2']);
  });

  it('counts lines, so that an error can name the place', () => {
    expect(splitScript('SELECT 1;\n\n-- a\nSELECT 2').map(({ line }) => line)).toEqual([1, 3, 4]);
  });

  it('takes no longer per statement where there are many, or where a trigger has no end', () => {
    const began = process.cpuUsage();
    const script = `${'SELECT 1;\n'.repeat(200_000)}CREATE TRIGGER r AFTER INSERT ON t BEGIN ${'SELECT backend ;\n'.repeat(100_000)}`;
    const parts = splitScript(script);
    expect(parts.at(-1)!.line).toBe(200_001);
    const { user, system } = process.cpuUsage(began);
    // By the square of its length it would take minutes.
    expect(user + system).toBeLessThan(20_000_000);
  });

  it('ends with what an unclosed quote leaves', () => {
    expect(statements("SELECT 'open; ended")).toEqual(["SELECT 'open; ended"]);
  });
});

describe('directives', () => {
  it('read back as what they were written from, for every fault between statements', () => {
    const steps: FaultStep[] = [
      { do: 'reopen' },
      { do: 'disconnect', on: 1 },
      { do: 'clockJump', milliseconds: -5000 },
      ...UNSYNCED.map((unsynced): FaultStep => ({ do: 'powerCut', survival: { unsynced, choice: '7' } })),
    ];
    for (const step of steps) {
      expect(parseDirective(stepDirective(step)!.slice(2), 1)).toEqual({ kind: 'step', step });
    }
  });

  it('read back as what they were written from, for every fault of a statement', () => {
    const changes: Pick<RunStep, 'cut' | 'ioFault'>[] = [
      { cut: { afterMutatingIo: 3, unsynced: 'torn', choice: '9' } },
      ...(['readError', 'shortRead', 'writeError', 'syncError', 'diskFull'] as const).map((kind) => ({
        ioFault: { kind, nth: 2 },
      })),
    ];
    for (const change of changes) {
      expect(parseDirective(statementDirectives(change)[0].slice(2), 1)).toEqual({
        kind: 'statement',
        change,
      });
    }
  });

  it('let SQLite answer the next statement, and only that one', () => {
    const [group] = planOfScript(`${ASK_DIRECTIVE}\nSELECT 1; SELECT 2;`, 10).groups;
    expect(group.steps.map((step) => step.do)).toEqual(['askSqlite', 'run']);
    expect(group.steps[0]).toEqual({ do: 'askSqlite', sql: 'SELECT 1' });
  });

  it('make a world and choose a connection', () => {
    const world = { seed: '5', pageSize: 512, journalMode: 'delete', start: 'checkpointed' } as const;
    const script = `${worldDirectives(world).join('\n')}\nSELECT 1;\n${connectionDirective(1)}\nSELECT 2;`;
    const plan = planOfScript(script, 10);
    expect(plan.world).toEqual(world);
    expect(plan.groups[0].steps.map((step) => step.do === 'run' && step.on)).toEqual([0, 1]);
  });

  it('that nobody knows are an error that names the line and lists the forms', () => {
    expect(() => planOfScript('SELECT 1;\n-- dirt: power cut sometimes', 10)).toThrow(DirtError);
    expect(() => planOfScript('SELECT 1;\n-- dirt: power cut sometimes', 10)).toThrow(
      /line 2.*power cut sometimes/,
    );
    expect(() => planOfScript('-- dirt: nonsense', 10)).toThrow(DIRECTIVE_FORMS[0]);
  });

  it('of the world after the first statement are an error, since the world exists by then', () => {
    expect(() => planOfScript('SELECT 1;\n-- dirt: page size 512', 10)).toThrow(/line 2/);
  });

  it('leave ordinary comments alone', () => {
    expect(planOfScript('-- dirty: reopen\n-- hello\nSELECT 1', 10).groups[0].steps).toHaveLength(1);
  });
});

it('a statement in which characters are spelt out is run as it was, and the next one as it is written', () => {
  const script = "-- dirt: escapes\nSELECT '\\u{a}\\u{5c}';\nSELECT '\\u{a}';";
  const steps = planOfScript(script, 10).groups[0].steps as RunStep[];
  expect(steps.map(({ statement }) => 'sql' in statement && statement.sql)).toEqual([
    "SELECT '\n\\'",
    "SELECT '\\u{a}'",
  ]);
});
