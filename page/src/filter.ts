// Which causes the filters of the address leave, and what can be chosen from.

import type { PageCause } from '../../src/page/page-data.ts';
import { inWords } from './words.ts';

/** What can be filtered by, and the values that a cause has of it. */
export const FACETS = {
  severity: (cause) => [cause.severity],
  kind: (cause) => [cause.kind],
  need: (cause) => cause.needs,
  oracle: (cause) => [cause.oracle],
  feature: (cause) => cause.features,
  version: (cause) => cause.versions.filter(({ came }) => came === 'fails').map(({ version }) => version),
  status: (cause) => (cause.isNew ? [statusOf(cause), 'new'] : [statusOf(cause)]),
} as const satisfies Record<string, (cause: PageCause) => readonly string[]>;

export type Facet = keyof typeof FACETS;
export const FACET_NAMES = Object.keys(FACETS) as readonly Facet[];

/** Kinds and judges have names of the code; all other values are words already. */
export function labelOf(facet: Facet, value: string): string {
  return facet === 'kind' || facet === 'oracle' ? inWords(value) : value;
}

export function statusOf({ status, passesIn }: PageCause): string {
  if (status === 'muted') return 'muted';
  return passesIn === undefined ? 'open' : 'fixed';
}

/** What a search looks through, made once per cause. */
const texts = new WeakMap<PageCause, string>();

function textOf(cause: PageCause): string {
  const known = texts.get(cause);
  if (known !== undefined) return known;
  const { id, title, message, script, needs, property, skeletons } = cause;
  const text = [id, title, message, script, property, ...needs, ...skeletons].join('\n').toLowerCase();
  texts.set(cause, text);
  return text;
}

export type Query = ReadonlyMap<string, string>;

export function matches(cause: PageCause, query: Query, without?: Facet): boolean {
  for (const facet of FACET_NAMES) {
    const wanted = query.get(facet);
    if (facet === without || wanted === undefined || wanted === '') continue;
    if (!FACETS[facet](cause).includes(wanted)) return false;
  }
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 || words.every((word) => textOf(cause).includes(word));
}

/** In which order: as they come, which is the worst first, or by what `sort` of the address names. */
export const ORDERS: Readonly<Record<string, (a: PageCause, b: PageCause) => number>> = {
  newest: (a, b) => after(a.firstSeen, b.firstSeen),
  'last seen': (a, b) => after(a.lastSeen, b.lastSeen),
  shortest: (a, b) => a.statements - b.statements,
  'most seen': (a, b) => b.timesSeen - a.timesSeen,
};

/** ISO dates are in the order of their letters. */
function after(a: string, b: string): number {
  return a === b ? 0 : a < b ? 1 : -1;
}

export function filtered(causes: readonly PageCause[], query: Query): readonly PageCause[] {
  const left = causes.filter((cause) => matches(cause, query));
  const by = query.get('sort') ?? '';
  return Object.hasOwn(ORDERS, by) ? left.sort(ORDERS[by]) : left;
}

export interface Choice {
  readonly value: string;
  readonly count: number;
}

/** The worst first. */
export const SEVERITY_ORDER: readonly string[] = ['data', 'answer', 'crash', 'refusal', 'cosmetic'];

/** The values of a facet among the causes that the other filters leave, with how many each would leave: the worst or the most frequent first. */
export function choices(causes: readonly PageCause[], query: Query, facet: Facet): Choice[] {
  const counts = new Map<string, number>();
  for (const cause of causes) {
    if (!matches(cause, query, facet)) continue;
    for (const value of FACETS[facet](cause)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => inOrder(facet, a, b) || b.count - a.count || (a.value < b.value ? -1 : 1));
}

function inOrder(facet: Facet, a: Choice, b: Choice): number {
  return facet === 'severity' ? SEVERITY_ORDER.indexOf(a.value) - SEVERITY_ORDER.indexOf(b.value) : 0;
}
