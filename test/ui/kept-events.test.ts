import { describe, expect, it } from 'vitest';
import { keptEvents } from '../../src/ui/kept-events.ts';

const kept = (...events: object[]) => events.reduce<readonly object[]>(keptEvents, []);
const shrinking = (index: number, statements: number) => ({ event: 'shrinking', index, statements });
const bug = { event: 'bug' };

describe('the events of a campaign that are kept', () => {
  it('have one size per failure that is being shrunk, so that a long shrinking does not push bugs out', () => {
    const steps = Array.from({ length: 1000 }, (_, i) => shrinking(1, 1000 - i));
    expect(kept(bug, shrinking(2, 9), ...steps)).toEqual([bug, shrinking(2, 9), shrinking(1, 1)]);
  });

  it('have no failure that was looked into, and none once the campaign is over', () => {
    expect(kept(shrinking(1, 9), shrinking(2, 8), { event: 'lookedInto', index: 1 })).toEqual([
      shrinking(2, 8),
    ]);
    expect(kept(shrinking(1, 9), bug, { event: 'summary' })).toEqual([bug, { event: 'summary' }]);
  });

  it('are bounded in number: the oldest go', () => {
    const bugs = Array.from({ length: 500 }, (_, i) => ({ event: 'bug', i }));
    expect(kept(...bugs)).toEqual(bugs.slice(-400));
  });
});
