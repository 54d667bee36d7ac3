// A doctor for adapters: what DIRT needs of an engine, tried one by one. Each complaint says what it means for testing and how to
// mend it, because an adapter that is wrong makes campaigns quiet, not loud.

import type { Engine } from '../engines/index.ts';
import { EXAMINATIONS } from './examinations.ts';
import { type Complaint, Patient, type Verdict } from './patient.ts';

export interface Examined {
  readonly claim: string;
  readonly verdict: Verdict;
  readonly complaint?: Complaint;
}

/** One after the other; what an adapter throws is a complaint, too. */
export async function* checkup(engine: Engine): AsyncGenerator<Examined> {
  const patient = new Patient(engine);
  for (const { claim, examine } of EXAMINATIONS) {
    const complaint = await examine(patient).catch(
      (error: unknown): Complaint => ({
        verdict: 'wrong',
        saw: `the adapter threw: ${error instanceof Error ? error.message : String(error)}`,
        means: 'a campaign ends with it, because nothing that an engine does may throw',
        mend: 'catch it in the adapter and return it as a refusal: `return classify(error.message)`, from the package dirt',
      }),
    );
    yield complaint === null ? { claim, verdict: 'ok' } : { claim, verdict: complaint.verdict, complaint };
    // What does not run at all need not be asked for more.
    if (complaint?.verdict === 'wrong' && claim === EXAMINATIONS[0].claim) return;
  }
}
