// Which instructions witnesses and plans execute.

import { dialect } from '../../src/dialect/index.ts';
import type { Engine } from '../../src/engines/engine.ts';
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
  const mapped = new MappedEngine(wasm);
  const executed = new Uint8Array(mapped.stretches);
  const add = (flag: number): void => {
    for (const stretch of mapped.take()) executed[stretch] |= flag;
  };
  for await (const planned of plansOf(corpus)) {
    await examine(planned, mapped.engine, { opener: sqlite });
    onPlan(planned.plan.index + 1);
  }
  add(EXECUTED.byPlans);
  await probe(mapped.engine);
  add(EXECUTED.byWitnesses);
  return executed;
}

/** What the witness of a feature executes and no plan: a number of instructions that can be changed. */
export interface Gap {
  readonly feature: string;
  readonly instructions: number;
  /** Of them, those that no other witness executes. */
  readonly alone: number;
}

/** What plans do not come by, by the features that would bring them there; the largest first. */
export async function gapsIn(wasm: Uint8Array, executed: Uint8Array): Promise<Gap[]> {
  const mapped = new MappedEngine(wasm);
  const weights = new Uint32Array(mapped.stretches);
  for (const { stretch } of sitesOf(wasm).sites) weights[stretch]++;
  const witnesses = new Uint32Array(mapped.stretches);
  const missed = new Map<string, readonly number[]>();
  // What every boot executes is not the witness's own.
  await probe(mapped.engine, { ids: dialect.features.ids.slice(0, 1) });
  for (const id of dialect.features.ids) {
    mapped.take();
    await probe(mapped.engine, { ids: [id] });
    const own = mapped.take().filter((stretch) => executed[stretch] === EXECUTED.byWitnesses);
    for (const stretch of own) witnesses[stretch]++;
    missed.set(id, own);
  }
  const weigh = (stretches: readonly number[]) => stretches.reduce((sum, each) => sum + weights[each], 0);
  return [...missed]
    .map(([feature, own]) => ({
      feature,
      instructions: weigh(own),
      alone: weigh(own.filter((stretch) => witnesses[stretch] === 1)),
    }))
    .filter(({ instructions }) => instructions > 0)
    .sort((a, b) => b.alone - a.alone || b.instructions - a.instructions);
}

/** The sound module, which notes what it executes. */
class MappedEngine {
  readonly engine: Engine;
  readonly stretches: number;
  #bytes: () => Uint8Array = () => new Uint8Array();

  constructor(wasm: Uint8Array) {
    const { stretches } = sitesOf(wasm);
    this.stretches = stretches;
    const pages = readImports(readSections(wasm)).memory!.minimumPages;
    this.engine = rewrittenSqlite({
      // Until there is a place for the map, it lies at the end of the memory, where nothing is yet.
      wasm: withMap(wasm, pages * PAGE_BYTES - stretches),
      onStart: ({ functions, memory }) => {
        const at = functions.malloc(stretches);
        globalOf(functions, MAP_EXPORT)!.value = at;
        this.#bytes = () => new Uint8Array(memory.buffer, at, stretches);
        this.#bytes().fill(0);
      },
    });
  }

  /** The stretches that were executed since they were last asked for. */
  take(): number[] {
    const bytes = this.#bytes();
    const taken: number[] = [];
    for (let i = 0; i < bytes.length; i++) if (bytes[i] !== 0) taken.push(i);
    bytes.fill(0);
    return taken;
  }
}
