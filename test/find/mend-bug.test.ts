import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BugBase } from '../../src/find/bug-base.ts';
import { encodePlan } from '../../src/plan/codec.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NOW = '2026-01-01T00:00:00Z';
const LEFT = { kind: 'panic', engine: 'turso', version: '0.7.2' };

function baseWith(bug: string, plan = encodePlan(planOfScript('SELECT 1', 10))): BugBase {
  const base = new BugBase(temporaryFolder());
  mkdirSync(base.pathOf('panic-1'));
  writeFileSync(join(base.pathOf('panic-1'), 'bug.json'), bug);
  writeFileSync(join(base.pathOf('panic-1'), 'plan.json'), plan);
  return base;
}

describe('a damaged bug', () => {
  it.each([
    ['fields are missing', LEFT],
    ['fields are of another kind', { ...LEFT, timesSeen: -1, needs: 5, notIn: [{}], cause: null, seed: {} }],
    ['it has the id of another', { ...LEFT, id: '../../elsewhere' }],
    ['it would change a prototype', JSON.parse(`{"__proto__":{},${JSON.stringify(LEFT).slice(1)}`)],
  ])('is mended where %s', (_, bug) => {
    const base = baseWith(JSON.stringify(bug));
    expect(base.load().bugs).toEqual([]);
    expect(base.mend('panic-1', NOW)).toBe(true);
    expect(base.load()).toMatchObject({
      bugs: [{ bug: { ...LEFT, id: 'panic-1', timesSeen: 1 } }],
      damaged: [],
    });
  });

  it.each([
    ['it is no JSON', baseWith('{'), 'panic-1'],
    ['nothing is left of it', baseWith('{}'), 'panic-1'],
    ['its plan is damaged, too', baseWith(JSON.stringify(LEFT), '{}'), 'panic-1'],
  ])('is not mended where %s, and can be removed', (_, base, id) => {
    expect(base.mend(id, NOW)).toBe(false);
    expect(base.has(id)).toBe(true);
    base.remove(id);
    expect(base.has(id)).toBe(false);
  });
});
