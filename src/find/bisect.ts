// Which versions of an engine have a bug. All that are given are tried, not half of them by turns: a bug may come and go, and where a
// version lacks what the plan needs, it tells nothing about its neighbours.

import { dialect, type FeatureId } from '../dialect/index.ts';
import type { Engine } from '../engines/index.ts';
import { probe } from '../ledger/index.ts';
import { type Plan, unrehearsed } from '../plan/index.ts';
import type { Finding, Referee } from '../run/index.ts';
import type { Bug } from './bug.ts';
import { canTry, triedAgain } from './can-try.ts';
import { afterRetry, type Retried, retriedIn } from './retried.ts';
import { shortened } from './title.ts';

/** As in `NotIn`. */
export interface Tried {
  readonly version: string;
  /** Null if the engine cannot run the plan. */
  readonly came: Retried | null;
  readonly lacking?: string;
  readonly why?: string;
}

const MOST_CHARACTERS = 80;

/** `isPatient`: a hang is tried again with more fuel, which may take minutes. */
export async function tryOn(
  bug: Bug,
  plan: Plan,
  engine: Engine,
  referee: Referee,
  isPatient = true,
): Promise<Omit<Tried, 'version'>> {
  const verdict = canTry(bug, plan, engine, referee)
    ? await triedAgain(bug, plan, engine, referee, () => isPatient)
    : null;
  if (verdict === null) return { came: null };
  const { came, finding } = retriedIn(bug, verdict);
  if (finding === null || came === 'fails') return { came };
  if (came === 'fails otherwise') return { came, why: shortened(finding.message, MOST_CHARACTERS) };
  const lacking = await lackingIn(engine, plan, finding);
  return lacking === null ? { came, why: shortened(saidIn(finding), MOST_CHARACTERS) } : { came, lacking };
}

/** What the engine said when it refused. */
function saidIn({ message, actual }: Finding): string {
  return actual?.kind === 'outcome' && actual.outcome.kind === 'refused' ? actual.outcome.message : message;
}

/** The feature that the refused statement needs and the engine has not; null if no witness tells. */
async function lackingIn(engine: Engine, plan: Plan, { at }: Finding): Promise<string | null> {
  const { statement } = [...unrehearsed(plan).steps][at] ?? {};
  if (statement === undefined) return null;
  const ids: FeatureId[] = [...dialect.features.of(statement)].sort();
  const { features } = await probe(engine, { ids });
  const missing = ids.find((id) => features[id]?.status === 'unsupported');
  return missing === undefined ? null : dialect.features.catalogue[missing].description;
}

export interface Version {
  readonly version: string;
  readonly load: () => Promise<Engine>;
}

export interface BisectOptions {
  readonly referee: Referee;
  /** False ends it. */
  readonly goOn?: () => boolean;
  readonly isPatient?: boolean;
  readonly onTried?: (tried: Tried) => void;
}

/** The bug with what came of it in each version, in the order in which they are given. */
export async function bisect(
  bug: Bug,
  plan: Plan,
  versions: readonly Version[],
  { referee, goOn = () => true, isPatient, onTried }: BisectOptions,
): Promise<Bug> {
  let known = bug;
  for (const { version, load } of versions) {
    if (!goOn()) break;
    const { came, ...how } = await tryOn(bug, plan, await load(), referee, isPatient);
    onTried?.({ version, came, ...how });
    known = afterRetry(known, came, version, how);
  }
  return known;
}
