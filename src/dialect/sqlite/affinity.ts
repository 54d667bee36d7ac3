// Type affinity, by the rules of https://sqlite.org/datatype3.html §3.1: a declared type's name decides.

import type { Affinity } from '../view.ts';

export function affinityOfType(type: string): Affinity {
  const name = type.toUpperCase();
  if (name.includes('INT')) return 'integer';
  if (name.includes('CHAR') || name.includes('CLOB') || name.includes('TEXT')) return 'text';
  if (name.includes('BLOB') || name === '') return 'blob';
  if (name.includes('REAL') || name.includes('FLOA') || name.includes('DOUB')) return 'real';
  return 'numeric';
}
