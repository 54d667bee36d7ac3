// How deeply values are nested, found without recursion: what is too deep for functions that walk through it recursively must not end this one.

/** Whether lists and objects stand in each other for more levels than this. */
export function isDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}

function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.values(value).filter((part) => typeof part === 'object' && part !== null);
}
