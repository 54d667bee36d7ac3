// What differs between two lists of rows.

export type Mark = 'same' | 'only' | 'moved';

export interface MarkedRow {
  readonly cells: readonly string[];
  /** `only`: the other side has no such row. `moved`: it has it in another place. */
  readonly mark: Mark;
  /** The cells that differ from the row of the other side that it is most likely meant to be. */
  readonly differing: ReadonlySet<number>;
}

type Rows = readonly (readonly string[])[];

const NONE: ReadonlySet<number> = new Set();

/** Both sides with marks. Without an order, only how often each row is there counts. */
export function marked(left: Rows, right: Rows, inAnyOrder: boolean): [MarkedRow[], MarkedRow[]] {
  const onlyLeft = unmatched(left, right);
  const onlyRight = unmatched(right, left);
  const isPermuted = onlyLeft.size === 0 && onlyRight.size === 0 && !inAnyOrder;
  const pairs = partners(left, onlyLeft, right, onlyRight);
  const side = (
    rows: Rows,
    others: Rows,
    only: ReadonlySet<number>,
    partnerOf: ReadonlyMap<number, number>,
  ) =>
    rows.map((cells, index): MarkedRow => {
      if (only.has(index))
        return { cells, mark: 'only', differing: differingCells(cells, others[partnerOf.get(index) ?? -1]) };
      const isMoved = isPermuted && key(others[index] ?? []) !== key(cells);
      return { cells, mark: isMoved ? 'moved' : 'same', differing: NONE };
    });
  return [
    side(left, right, onlyLeft, new Map(pairs)),
    side(right, left, onlyRight, new Map(pairs.map(([one, other]) => [other, one]))),
  ];
}

/** Which rows are most likely meant to be the same: those with most cells in common first. Rows of several cells with none in common are not. */
function partners(
  left: Rows,
  onlyLeft: ReadonlySet<number>,
  right: Rows,
  onlyRight: ReadonlySet<number>,
): [number, number][] {
  const candidates = [...onlyLeft].flatMap((one) =>
    [...onlyRight].map((other) => ({ one, other, alike: cellsAlike(left[one], right[other]) })),
  );
  const taken = { left: new Set<number>(), right: new Set<number>() };
  const pairs: [number, number][] = [];
  for (const { one, other, alike } of candidates.sort((a, b) => b.alike - a.alike)) {
    const isUnlike = alike === 0 && left[one].length > 1;
    if (isUnlike || taken.left.has(one) || taken.right.has(other)) continue;
    taken.left.add(one);
    taken.right.add(other);
    pairs.push([one, other]);
  }
  return pairs;
}

function cellsAlike(one: readonly string[], other: readonly string[]): number {
  return one.filter((cell, i) => cell === other[i]).length;
}

/** The positions of rows that the other side has less often. */
export function unmatched(rows: Rows, others: Rows): Set<number> {
  const counts = new Map<string, number>();
  for (const row of others) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  const left = new Set<number>();
  rows.forEach((row, index) => {
    const count = counts.get(key(row)) ?? 0;
    if (count > 0) counts.set(key(row), count - 1);
    else left.add(index);
  });
  return left;
}

function key(row: readonly string[]): string {
  return JSON.stringify(row);
}

/** All of them if there is no partner: then the whole row is what is wrong, and no cell of it in particular. */
function differingCells(
  cells: readonly string[],
  partner: readonly string[] | undefined,
): ReadonlySet<number> {
  if (partner === undefined || partner.length !== cells.length) return NONE;
  return new Set(cells.flatMap((cell, index) => (cell === partner[index] ? [] : [index])));
}
