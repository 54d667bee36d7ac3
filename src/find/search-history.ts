// The first bad one in a row of revisions of which the last is bad, by halving. What cannot be tried is passed over, as `git bisect
// skip` does; so there may be several candidates in the end.

/** `unclear`: it does not build, or the plan says nothing there. */
export type Quality = 'good' | 'bad' | 'unclear';

/** The revisions among which the first bad one is: only one unless some before it are unclear. The one before the row is good. */
export async function searchHistory<Revision>(
  revisions: readonly Revision[],
  qualityOf: (revision: Revision) => Promise<Quality>,
): Promise<readonly Revision[]> {
  let good = -1;
  let bad = revisions.length - 1;
  const unclear = new Set<number>();
  for (;;) {
    const middle = nearest((good + bad) / 2, good, bad, unclear);
    if (middle === null) return revisions.slice(good + 1, bad + 1);
    const quality = await qualityOf(revisions[middle]);
    if (quality === 'good') good = middle;
    else if (quality === 'bad') bad = middle;
    else unclear.add(middle);
  }
}

/** The position between the two that is nearest to the wanted one and was not tried. */
function nearest(wanted: number, good: number, bad: number, unclear: ReadonlySet<number>): number | null {
  let best: number | null = null;
  for (let at = good + 1; at < bad; at++) {
    if (unclear.has(at)) continue;
    if (best === null || Math.abs(at - wanted) < Math.abs(best - wanted)) best = at;
  }
  return best;
}
