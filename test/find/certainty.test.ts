import { describe, expect, it } from 'vitest';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { wrapEngine } from '../../src/engines/wrap-engine.ts';
import { certainAfter, type Varied } from '../../src/find/certainty.ts';
import { planOfScript, readScript, sqlOf } from '../../src/plan/index.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { judged, refereeWith } from '../../src/run/index.ts';

/** Queries lose their rows once this many UPDATEs were run. */
function forgetful(updates: number) {
  return wrapEngine(sqlite, () => {
    let seen = 0;
    return {
      run: ({ text, go }) => {
        if (/^UPDATE/.test(text)) seen++;
        return go(seen >= updates && /^SELECT/.test(text) ? 'SELECT 1, 1 WHERE FALSE' : undefined);
      },
    };
  });
}

const SCRIPT = [
  'CREATE TABLE t(a, b)',
  'CREATE TABLE u(a)',
  'INSERT INTO u VALUES (1)',
  'INSERT INTO t VALUES (1, 2)',
  'UPDATE t SET b = 3',
  'INSERT INTO u VALUES (2)',
  'UPDATE t SET b = 4',
  'DELETE FROM u',
  'INSERT INTO u VALUES (3)',
  'SELECT a, b FROM t',
];

async function certainOn(updates: number): Promise<{ after: string | undefined; varied: Varied[] }> {
  const { plan } = await readScript(planOfScript(SCRIPT.join(';\n'), DEFAULT_FUEL));
  const [engine, referee] = [forgetful(updates), refereeWith()];
  const { finding } = await judged(plan, engine, referee);
  const varied: Varied[] = [];
  const options = { engine, referee, times: 6, seed: 'test', onVaried: (each: Varied) => varied.push(each) };
  const at = await certainAfter(plan, finding!, options);
  return { after: sqlOf(plan)[at], varied };
}

describe('a failure is certain after the statement', () => {
  it('that makes it, and not after those before it, which need what follows', async () => {
    const { after, varied } = await certainOn(1);
    expect(after).toBe('UPDATE t SET b = 3');
    expect(varied.some(({ failed, of }) => failed > 0 && failed < of)).toBe(true);
  });

  it('that completes what makes it', async () => {
    expect((await certainOn(2)).after).toBe('UPDATE t SET b = 4');
  });
});
