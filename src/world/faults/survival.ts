// What survives a power cut, as data. Every detail is fixed while planning; nothing is drawn while a plan runs.

import { type Fields, oneOf, text } from '../../json/index.ts';

/**
 * What happens to writes that were never synced when the power goes off, the plainest first:
 * `drop` loses all of them, `keep` loses none (a kill −9: only the process dies), `prefix` keeps the first few of each
 * file, `subset` keeps any of them, `torn` keeps any of their 512-byte sectors.
 */
export const UNSYNCED = ['drop', 'keep', 'prefix', 'subset', 'torn'] as const;

export type Unsynced = (typeof UNSYNCED)[number];

export interface Survival {
  /** What happens to writes that were never synced. */
  readonly unsynced: Unsynced;
  /** Seeds the choice of survivors where `unsynced` leaves one. */
  readonly choice: string;
}

export const SURVIVAL_FORM = `<${UNSYNCED.join('|')}> [choice]`;

export const survivalFields: Fields = { unsynced: oneOf(...UNSYNCED), choice: text };

/** A power cut that keeps everything is a kill of the process. */
export function kindOfCut({ unsynced }: Survival): 'kill' | 'powerCut' {
  return unsynced === 'keep' ? 'kill' : 'powerCut';
}

export function parseSurvival(words: readonly string[]): Survival | null {
  const [unsynced, choice = '0', ...more] = words;
  if (!UNSYNCED.includes(unsynced as Unsynced) || more.length > 0) return null;
  return { unsynced: unsynced as Unsynced, choice };
}

export function printSurvival({ unsynced, choice }: Survival): string {
  return `${unsynced} ${choice}`;
}

export function weakerSurvivals({ unsynced, choice }: Survival): Survival[] {
  const plainer = UNSYNCED.slice(0, UNSYNCED.indexOf(unsynced)).map((mode) => ({
    unsynced: mode,
    choice: '0',
  }));
  return choice === '0' ? plainer : [...plainer, { unsynced, choice: '0' }];
}
