// A plan again, inside a test, as a user of the package does it.

import { describe, expect, it } from 'vitest';
import { type Engine, replay, sqlite, wrapEngine } from '../../src/index.ts';
import { encodePlan } from '../../src/plan/codec.ts';
import { planOfScript } from '../../src/plan/script.ts';

const plan = planOfScript("SELECT 1; SELECT 'a' LIKE 'A'; SELECT 2", 1_000_000);
const lying: Engine = wrapEngine(sqlite, () => ({
  run: ({ text, go }) => go(text.replace(' LIKE ', ' = ')),
}));

describe('replay', () => {
  it('gives what is wrong, and nothing for an engine that passes', async () => {
    expect(await replay(plan, lying)).toMatchObject({ kind: 'difference', at: 1 });
    expect(await replay(plan, sqlite)).toBeNull();
  });

  it('takes the text of a plan.json, the name of an engine, and does without a reference', async () => {
    const text = encodePlan(plan);
    expect(await replay(text, 'turso')).toBeNull();
    expect(await replay(text, lying, { reference: null })).toBeNull();
    await expect(replay('{}', sqlite)).rejects.toThrow('the plan is not a plan');
    await expect(replay(text, 'tursa')).rejects.toThrow('there is no engine "tursa"');
  });
});
