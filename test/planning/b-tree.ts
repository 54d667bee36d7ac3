// Looks into a database file: how deep its B-trees are, and whether rows have overflow pages.

import { DATABASE_FILE } from '../../src/engines/engine.ts';
import type { Disk } from '../../src/world/disk.ts';

const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;

function pagesOf(disk: Disk): { bytes: Uint8Array; view: DataView; size: number; count: number } {
  const bytes = disk.files().get(DATABASE_FILE) ?? new Uint8Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stored = view.getUint16(16);
  const size = stored === 1 ? 65536 : stored;
  return { bytes, view, size, count: Math.floor(bytes.length / size) };
}

const headerAt = (page: number, size: number): number => (page - 1) * size + (page === 1 ? 100 : 0);

/** Levels of the deepest tree. The parents of a page are found by looking at all interior pages. */
export function deepestTree(disk: Disk): number {
  const { bytes, view, size, count } = pagesOf(disk);
  const depths = new Map<number, number>();
  const depthOf = (page: number): number => {
    const known = depths.get(page);
    if (known !== undefined) return known;
    depths.set(page, 1);
    const header = headerAt(page, size);
    const kind = bytes[header];
    if (kind !== INTERIOR_INDEX && kind !== INTERIOR_TABLE) return 1;
    const children = [view.getUint32(header + 8)];
    for (let cell = view.getUint16(header + 3) - 1; cell >= 0; cell--) {
      children.push(view.getUint32((page - 1) * size + view.getUint16(header + 12 + 2 * cell)));
    }
    const depth = 1 + Math.max(...children.filter((child) => child >= 1 && child <= count).map(depthOf));
    depths.set(page, depth);
    return depth;
  };
  return Math.max(...Array.from({ length: count }, (_, i) => depthOf(i + 1)));
}

/** Whether there are pages that are neither part of a tree nor free: the rest of rows that do not fit. */
export function hasOverflow(disk: Disk): boolean {
  const { bytes, view, size, count } = pagesOf(disk);
  const free = view.getUint32(36);
  const kinds = [INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE];
  let others = 0;
  for (let page = 1; page <= count; page++) if (!kinds.includes(bytes[headerAt(page, size)])) others++;
  return others > free;
}
