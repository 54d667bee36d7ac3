// The ratchet: what a ledger calls supported must stay so. What is refused now is a regression, reported once per feature and
// still tested; what works now although the ledger says otherwise is announced.

import { dialect, type FeatureId } from '../dialect/index.ts';
import type { Regression } from '../events/index.ts';
import { type Ledger, ledgerChanges, printSilenced } from '../ledger/index.ts';
import { expand, type Plan, stepAt } from '../plan/index.ts';
import { type Finding, normalised } from '../run/index.ts';

export interface Ratchet {
  readonly regressions: readonly Regression[];
  readonly gained: readonly FeatureId[];
}

export const NO_RATCHET: Ratchet = { regressions: [], gained: [] };

/** A ledger against what a probe of the engine says today. */
export function ratchetOf(ledger: Ledger, probed: Ledger): Ratchet {
  const changes = ledgerChanges(ledger, probed);
  return {
    regressions: changes
      .filter(({ from, to }) => from === 'supported' && to !== undefined)
      .map(({ id, reason }) => ({
        feature: id,
        description: dialect.features.catalogue[id].description,
        since: ledger.features[id]?.since ?? ledger.version,
        reason: reason ?? '',
        statements: dialect.features.catalogue[id].witness.statements,
      })),
    gained: changes
      .filter(
        ({ from, to, id }) =>
          from !== undefined && to === 'supported' && ledger.features[id]?.link === undefined,
      )
      .map(({ id }) => id),
  };
}

/** What is known of refusals before the campaign begins. */
export interface KnownRefusals {
  /** Refusals, without names and numbers, that the ledger silences. */
  readonly silenced: readonly string[];
  /** Features that are reported as regressions already. */
  readonly regressed: readonly FeatureId[];
}

/** Is this an unsupported combination that the ledger silences, or that a regression explains? */
export function isKnownRefusal(finding: Finding, plan: Plan, known: KnownRefusals): boolean {
  if (finding.kind !== 'unsupportedCombination') return false;
  if (known.silenced.includes(refusalIn(finding))) return true;
  const at = stepAt(plan, finding.at);
  if (known.regressed.length === 0 || at?.step.do !== 'run') return false;
  return dialect.features
    .of(expand(at.step.statement, at.group.draws))
    .some((id) => known.regressed.includes(id));
}

/** The line that silences this combination, for the ledger. */
export function silencingLine({ finding, plan }: { readonly finding: Finding; readonly plan: Plan }): string {
  const at = stepAt(plan, finding.at);
  const sql = at?.step.do === 'run' ? dialect.print(expand(at.step.statement, at.group.draws)) : '';
  return printSilenced({ message: refusalIn(finding), sql });
}

/** What the engine said, without names and numbers. */
function refusalIn({ actual }: Finding): string {
  const outcome = actual?.kind === 'outcome' ? actual.outcome : undefined;
  if (outcome?.kind === 'refused') return normalised(outcome.message);
  // Many places say nothing but "not yet implemented".
  return outcome?.kind === 'panic' ? normalised(`${outcome.location}: ${outcome.message}`) : '';
}
