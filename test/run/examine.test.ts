import { describe, expect, it } from 'vitest';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';
import type { Test } from '../../src/plan/test-step.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { examine } from '../../src/run/examine.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { text } from '../../src/sql/build.ts';
import { mutantOf } from '../mutants/mutant.ts';

/** A plan of these queries, each in a group of its own: `SELECT 'word'`. */
function asking(...words: string[]): Test {
  const empty = planOfScript('', DEFAULT_FUEL);
  const groups = words.map((word, id) => ({
    property: 'interaction',
    draws: {},
    steps: [{ do: 'run', id, on: 0, statement: query(word), expect: 'ok', fuel: DEFAULT_FUEL } as const],
  }));
  return testOf({ ...empty, groups });
}

function query(word: string): Statement {
  return {
    kind: 'select',
    body: { kind: 'core', columns: [{ kind: 'expression', expression: text(word) }] },
  };
}

/** Queries that name `lost` give no rows, those that name `more` one row too many, `barred` is refused and `dead` panics. */
const lying = mutantOf(sqlite, {
  name: 'wrong answers',
  lie: (outcome, text) => {
    if (text.includes('dead')) return { kind: 'panic', message: 'dead', location: 'here:1' };
    if (text.includes('barred')) return { kind: 'refused', class: 'other', message: 'no' };
    if (outcome.kind !== 'rows' || !text.startsWith('SELECT')) return outcome;
    if (text.includes('lost')) return { ...outcome, rows: [] };
    return text.includes('more') ? { ...outcome, rows: [...outcome.rows, ...outcome.rows] } : outcome;
  },
});

describe('a wrong answer of a query', () => {
  it('does not hide what is wrong later in the plan', async () => {
    const { finding, others, trace } = await examine(asking('lost', 'fine', 'more', 'dead', 'lost'), lying);
    expect(finding).toMatchObject({ at: 0, signature: 'difference/model/rows missing' });
    expect(others).toMatchObject([
      { at: 2, signature: 'difference/model/rows too many' },
      { at: 3, kind: 'panic' },
    ]);
    expect(trace.records).toHaveLength(5);
  });

  it('is told once where others look the same', async () => {
    const { finding, others } = await examine(asking('lost', 'lost', 'lost'), lying);
    expect(finding).toMatchObject({ at: 0 });
    expect(others).toEqual([]);
  });
});

it('a query that is refused ends the plan, because the engine may have ended its transaction', async () => {
  const { finding, others, trace } = await examine(asking('fine', 'barred', 'lost'), lying);
  expect(finding).toMatchObject({ at: 1, kind: 'error' });
  expect(others).toEqual([]);
  expect(trace.records.map(({ at }) => at)).not.toContain(2);
});
