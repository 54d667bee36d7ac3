// The name that was probably meant by one that does not exist.

/** Undefined if none is near: at most a third of the letters may be wrong. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of names) {
    // The lengths alone tell most names apart.
    if (Math.abs(name.length - written.length) >= least) continue;
    const changes = distance(written.toLowerCase(), name.toLowerCase());
    if (changes < least) [best, least] = [name, changes];
  }
  return best;
}

/** A remedy for an unknown name: what was probably meant, otherwise what else there is to do. */
export function didYouMean(written: string, names: Iterable<string>, otherwise: string): string {
  const near = nearest(written, names);
  return near === undefined ? otherwise : `did you mean ${near}? Otherwise ${otherwise}`;
}

/** How many letters must be put in, taken out, changed, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? before[j - 2] + 1 : Number.POSITIVE_INFINITY;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, changed, swapped);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}
