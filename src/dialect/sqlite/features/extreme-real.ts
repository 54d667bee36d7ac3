// Reals that engines, and versions of one engine, read, print and round differently.

export function isExtreme(value: number): boolean {
  if (value === 0) return false;
  const size = Math.abs(value);
  // Quick for what is common: at most 11 digits before the point and 3 after it.
  if (size < 1e11 && Number.isInteger(value * 8)) return false;
  return size >= 1e15 || size < 1e-15 || Number(value.toPrecision(15)) !== value;
}
