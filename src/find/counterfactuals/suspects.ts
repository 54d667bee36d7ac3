// What a bug may need. A suspect is taken out by an edit that keeps the meaning of the plan as far as it can be kept: what then no longer
// fails needed the suspect, and not something that went with it.

import type { FeatureId } from '../../dialect/index.ts';
import type { Plan } from '../../plan/index.ts';

export type Edit = (plan: Plan) => Plan | null;

export interface Suspect {
  /** As a report says it: "goes away without …". */
  readonly name: string;
  /** Ways to take it out, the best first: the next one is for plans that are no valid test after it. Each gives null if there is nothing to take out. */
  readonly ways: readonly Edit[];
  /** `structure`: of tables, transactions and worlds, which one cause shows in many ways; `query` and `value` are in what fails itself. */
  readonly sort: 'structure' | 'query' | 'value';
  /** Puts something of the same sort in its place: what still fails needs one of that sort, and not just this one. */
  readonly exchanged?: Edit;
  /** The edit changes no rows, so that a plan that must give other rows after it shows nothing. */
  readonly keepsRows?: boolean;
  /** Many plans of any cause need it, so it says little about the cause. */
  readonly isCommon?: boolean;
  /** It holds what is wrong and is never wrong itself: it tells of a cause only if nothing else is needed. */
  readonly isContainer?: boolean;
  /** Features that a plan leaves out to stay away from it. */
  readonly features?: readonly FeatureId[];
  /** What is needed whenever this is. */
  readonly covers?: readonly string[];
  /** The suspect that stands for all of its kind. */
  readonly family?: string;
  /** It takes the place of one of its family, and is never tried itself. */
  readonly isFamily?: boolean;
}

type More = Omit<Suspect, 'name' | 'ways' | 'sort'>;

const suspectOf =
  (sort: Suspect['sort']) =>
  (name: string, ways: Edit | readonly Edit[], more: More = {}): Suspect => ({
    name,
    ways: typeof ways === 'function' ? [ways] : ways,
    sort,
    ...more,
  });

export const structure = suspectOf('structure');
export const query = suspectOf('query');
export const value = suspectOf('value');

/** Without those that come with another. */
export function ownNeeds(needed: readonly Suspect[]): readonly Suspect[] {
  const covered = new Set(needed.flatMap(({ covers = [] }) => covers));
  return needed.filter(({ name }) => !covered.has(name));
}

const MOST_TELLING = 2;

/**
 * The most telling of what a bug needs: what is rare comes first, in the order in which suspects are tried. What is common
 * beside something rare is often no more than the place where that stands, unless both are structures.
 */
export function heartOf(needed: readonly Suspect[]): readonly Suspect[] {
  const all = ownNeeds(needed);
  const telling = all.filter(({ isContainer }) => !isContainer);
  const own = telling.length > 0 ? telling : all;
  const rare = own.filter(({ isCommon }) => !isCommon);
  const isStructural = rare.length > 0 && rare[0].sort === 'structure';
  const common = own.filter(
    ({ isCommon, sort }) => isCommon && (rare.length === 0 || (isStructural && sort === 'structure')),
  );
  return [...rare, ...common].slice(0, MOST_TELLING);
}
