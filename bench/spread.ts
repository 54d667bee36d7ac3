// The middle of some measurements, and how far they lie apart.

import { invariant } from '../src/errors.ts';

export interface Spread {
  readonly median: number;
  /** Half of the measurements lie between these. */
  readonly quartiles: readonly [number, number];
  readonly range: readonly [number, number];
}

export function spreadOf(measurements: readonly number[]): Spread {
  invariant(measurements.length > 0, 'something was measured');
  const sorted = measurements.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.75)],
    range: [sorted[0], sorted[sorted.length - 1]],
  };
}

export function median(measurements: readonly number[]): number {
  return spreadOf(measurements).median;
}

/** Between two measurements, as far from each as the share says. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.ceil(at);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}
