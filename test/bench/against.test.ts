import { expect, test } from 'vitest';
import { less, type Run, resultLines, workOf } from '../../bench/against.ts';

function ran(cpuSeconds: number, wallSeconds: number, statements = 1000, workload = 'same'): Run {
  return { cpuSeconds, wallSeconds, plans: 10, statements, planShare: 1, workload };
}

const START_UPS = [ran(1.5, 2), ran(1.25, 2)] as const;

test('ratios above 1 say that the working tree is faster, by CPU time and by the clock', () => {
  const rounds = [
    [ran(10, 20), ran(5, 10)],
    [ran(10, 20), ran(5, 20)],
    [ran(10, 20), ran(4, 40)],
  ] as const;
  expect(resultLines(START_UPS, rounds)).toEqual([
    '  both ran the same 1000 statements',
    '  subtracted: start-up and the first plan, 1.50 s of CPU time then, 1.25 s now; of the rest what looks into failures, 0 % then, 0 % now',
    '  statements per CPU second  100 then, 200 now: ratio 2.000 (middle half 2.000 to 2.250, range 2.000 to 2.500), of the fastest runs 2.500',
    '  statements per second      50 then, 50 now: ratio 1.000 (middle half 0.750 to 1.500, range 0.500 to 2.000), of the fastest runs 2.000',
  ]);
});

test('plans that differ are told, and what is compared is the time per statement', () => {
  const lines = resultLines(START_UPS, [[ran(10, 10, 1000, 'one'), ran(10, 10, 2000, 'another')]]);
  expect(lines[0]).toBe(
    '  the plans or their outcomes differ: 1000 statements then, 2000 now; ratios are by statement',
  );
  expect(lines[2]).toContain('ratio 2.000');
});

test('statements are what the engine accepted and refused, whatever a report counts as statements', () => {
  const summary = { plans: 2, refusals: 3, discards: 1, accepted: { select: 10, insert: 20 } };
  expect(workOf(summary)).toMatchObject({ plans: 2, statements: 33 });
});

test('looking into failures does not count as the time of plans', () => {
  const { planShare } = workOf({
    plans: 2,
    refusals: 0,
    discards: 0,
    accepted: {},
    workerMs: 1000,
    lookMs: 3000,
  });
  expect(planShare).toBe(0.25);
  expect(less({ ...ran(10, 22), planShare }, ran(2, 2))).toMatchObject({ cpuSeconds: 2, wallSeconds: 5 });
});

test('two campaigns did the same work if their counts are the same, in whatever order', () => {
  const workload = (accepted: Record<string, number>, refusals = 0) =>
    workOf({ plans: 1, refusals, discards: 0, accepted }).workload;
  expect(workload({ select: 1, insert: 2 })).toBe(workload({ insert: 2, select: 1 }));
  expect(workload({ select: 1, insert: 2 })).not.toBe(workload({ select: 2, insert: 1 }));
  expect(workload({ select: 1 })).not.toBe(workload({ select: 1 }, 1));
});
