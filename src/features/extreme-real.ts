// Reals that engines, and versions of one engine, read, print and round differently.

export function isExtreme(value: number): boolean {
  if (value === 0) return false;
  const size = Math.abs(value);
  return size >= 1e15 || size < 1e-15 || Number(value.toPrecision(15)) !== value;
}
