// Which instructions witnesses and plans execute.

import { rewrittenSqlite, sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { readImports, readSections } from '../../src/engines/wasm/sections.ts';
import { probe } from '../../src/ledger/probe.ts';
import { examine } from '../../src/run/examine.ts';
import { type Corpus, plansOf } from './corpus.ts';
import { EXECUTED, globalOf, MAP_EXPORT, sitesOf, withMap } from './sites.ts';

const PAGE_BYTES = 65_536;

/** Flags of `EXECUTED` for each stretch of instructions. */
export async function executedBy(
  wasm: Uint8Array,
  corpus: Corpus,
  onPlan: (done: number) => void = () => {},
): Promise<Uint8Array> {
  const { stretches } = sitesOf(wasm);
  const pages = readImports(readSections(wasm)).memory!.minimumPages;
  /** What was executed since it was last asked for. */
  let take = (): Uint8Array => new Uint8Array(stretches);
  const engine = rewrittenSqlite({
    // Until there is a place for the map, it lies at the end of the memory, where nothing is yet.
    wasm: withMap(wasm, pages * PAGE_BYTES - stretches),
    onStart: ({ functions, memory }) => {
      const at = functions.malloc(stretches);
      globalOf(functions, MAP_EXPORT)!.value = at;
      const mapped = () => new Uint8Array(memory.buffer, at, stretches);
      mapped().fill(0);
      take = () => {
        const taken = mapped().slice();
        mapped().fill(0);
        return taken;
      };
    },
  });
  const executed = new Uint8Array(stretches);
  const add = (flag: number): void => {
    take().forEach((byte, i) => {
      if (byte !== 0) executed[i] |= flag;
    });
  };
  for await (const planned of plansOf(corpus)) {
    await examine(planned, engine, { opener: sqlite });
    onPlan(planned.plan.index + 1);
  }
  add(EXECUTED.byPlans);
  await probe(engine);
  add(EXECUTED.byWitnesses);
  return executed;
}
