// Every limit of work and size, with its reason. Fuel is the work that a statement may do before it counts as a hang.

/** For what no plan limits: boots, inspections, witnesses, scripts. A correct engine never needs as much. */
export const DEFAULT_FUEL = 100_000_000;

/** Enough for a statement on a few rows; burning it takes Turso half a second to a second. */
const LEAST_FUEL = 5_000_000;

/** Engines need far less per row that a statement visits. */
const FUEL_PER_ROW = 1_000;

/** A statement hangs only if it also runs out of fuel with this many times as much: joins were seen that took more than ten times. */
const CONFIRMING_FACTOR = 100;

/** Every candidate that still hangs burns all of its fuel, so hangs are shrunk with little of it. */
export const SHRINKING_FUEL = LEAST_FUEL / 10;

/** What is left of a hang has this much. */
export const SHRUNK_FUEL = LEAST_FUEL;

/** What is left of a hang must hang with this much, too; it has few rows, so that more would only take longer. */
export const SHRUNK_CONFIRMING_FUEL = LEAST_FUEL * 10;

/** Fuel is a 32-bit counter. */
const MOST_FUEL = 2 ** 31 - 1;

/** A statement that visits more rows would take too long, and may look like a hang. */
export const MOST_VISITED = 60_000;

/** A statement that gives more rows never ends: with the fuel that confirms a hang, its rows would fill the memory before it ran out. */
export const MOST_ROWS_GIVEN = 1_000_000;

/** Safety factor on the estimate of rows, where the model does not follow a view or a trigger. */
const ESTIMATE_FACTOR = 10;

/** Tables must not grow without end; this is enough for B-trees of three levels. */
export const MOST_TABLE_ROWS = 3_000;

/** The fuel of a statement that visits this many rows; `isEstimate` if the model did not count them. */
export function fuelFor(rows: number, isEstimate: boolean): number {
  return LEAST_FUEL + FUEL_PER_ROW * (isEstimate ? Math.min(MOST_VISITED, rows * ESTIMATE_FACTOR) : rows);
}

export function confirmingFuel(fuel: number): number {
  return Math.min(fuel * CONFIRMING_FACTOR, MOST_FUEL);
}
