// Rewrites a WebAssembly file so that no loop in it can run for ever, and so that an instance can be put back into an earlier
// state. Each iteration of a loop takes one from an exported counter, and the one that takes the last traps. All mutable
// globals are exported, and the module sees as much memory as an exported global says: what it has grown by can be taken
// back. The result also says in a section of its own what JavaScript cannot ask a compiled module.

import { encodeUnsigned, WasmWriter } from '../wasm/bytes.ts';
import { FUEL_EXPORT, fuelCode, globalExport, numberGlobal } from '../wasm/fuel.ts';
import { changesTables, Opcode } from '../wasm/opcodes.ts';
import { type Code, type Instruction, rewriteCode } from '../wasm/rewrite.ts';
import {
  customSection,
  HEADER_LENGTH,
  type MemoryLimits,
  readGlobals,
  readImports,
  readSections,
  type Section,
  SectionId,
  withItems,
  withSection,
  writeSection,
} from '../wasm/sections.ts';

/** Part of the cache's key: change it with anything that changes the output. */
export const INSTRUMENTER_VERSION = 2;

/** The exported mutable i32 global that is the size of the memory, in pages, as the module sees it. */
export const PAGES_EXPORT = 'dirt_pages';

/** What the exports of the module's own mutable globals begin with; then comes the index. */
export const GLOBAL_EXPORT_PREFIX = 'dirt_global_';

/** The custom section with `ModuleFacts` as JSON. */
export const FACTS_SECTION = 'dirt_facts';

export interface ModuleFacts {
  /** Of the memory that it imports. */
  readonly memory: MemoryLimits | null;
  /** Memory and mutable globals are all of its state that can change, and JavaScript can read and write them. */
  readonly canBePutBack: boolean;
}

/** The globals that are added, by their indexes. */
interface Added {
  readonly fuel: number;
  readonly pages: number;
  /** How many pages a memory.grow asks for, while it is worked on. */
  readonly wanted: number;
}

const TYPE_I32 = 0x7f;
const MEMORY_0 = 0;
const MINUS_ONE = 0x7f;

export function instrument(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = withSection(withSection(readSections(wasm), SectionId.global), SectionId.export);
  const imports = readImports(sections);
  const globals = readGlobals(sections, imports);
  const added = { fuel: globals.count, pages: globals.count + 1, wanted: globals.count + 2 };
  const rewriter = new CodeRewriter(added, imports.memory !== null);
  const rewritten = ({ id, content }: Section): Uint8Array => {
    if (id === SectionId.global) return withItems({ id, content }, addedGlobals(imports.memory));
    if (id === SectionId.export) return withItems({ id, content }, addedExports(added, globals.mutable));
    return id === SectionId.code ? rewriter.section(content) : content;
  };

  const output = new WasmWriter(Math.ceil(wasm.length * 1.1));
  output.append(wasm.subarray(0, HEADER_LENGTH));
  for (const section of sections) writeSection(output, section.id, rewritten(section));
  const canBePutBack = imports.memory !== null && globals.areNumbers && !rewriter.changesTables;
  const facts: ModuleFacts = { memory: imports.memory, canBePutBack };
  writeSection(output, SectionId.custom, customSection(FACTS_SECTION, JSON.stringify(facts)));
  return output.view();
}

/** In the order of `Added`. */
function addedGlobals(memory: MemoryLimits | null): number[][] {
  return [0, memory?.minimumPages ?? 0, 0].map(numberGlobal);
}

function addedExports(added: Added, mutable: readonly number[]): number[][] {
  return [
    globalExport(FUEL_EXPORT, added.fuel),
    globalExport(PAGES_EXPORT, added.pages),
    ...mutable.map((index) => globalExport(GLOBAL_EXPORT_PREFIX + index, index)),
  ];
}

/**
 * memory.grow in a memory that may be larger already than the module sees:
 * spare = memory.size − pages; wanted ≤ spare or memory.grow(wanted − spare) ≠ −1 ? (pages, pages = pages + wanted) : −1
 */
function growCode(added: Added): number[] {
  const pages = [Opcode.globalGet, ...encodeUnsigned(added.pages)];
  const wanted = [Opcode.globalGet, ...encodeUnsigned(added.wanted)];
  const spare = [Opcode.memorySize, MEMORY_0, ...pages, Opcode.i32Sub];
  return [
    ...[Opcode.globalSet, ...encodeUnsigned(added.wanted)],
    ...[...wanted, ...spare, Opcode.i32LessOrEqualUnsigned],
    ...[Opcode.if, TYPE_I32, Opcode.i32Const, 1, Opcode.else],
    ...[...wanted, ...spare, Opcode.i32Sub, Opcode.memoryGrow, MEMORY_0],
    ...[Opcode.i32Const, MINUS_ONE, Opcode.i32NotEqual, Opcode.end],
    ...[Opcode.if, TYPE_I32, ...pages],
    ...[...pages, ...wanted, Opcode.i32Add, Opcode.globalSet, ...encodeUnsigned(added.pages)],
    ...[Opcode.else, Opcode.i32Const, MINUS_ONE, Opcode.end],
  ];
}

class CodeRewriter {
  changesTables = false;
  readonly #fuel: Code;
  readonly #size: Code;
  readonly #grow: Code;
  readonly #importsMemory: boolean;

  constructor(added: Added, importsMemory: boolean) {
    this.#fuel = fuelCode(added.fuel);
    this.#size = [Opcode.globalGet, ...encodeUnsigned(added.pages)];
    this.#grow = growCode(added);
    this.#importsMemory = importsMemory;
  }

  section(content: Uint8Array): Uint8Array {
    return rewriteCode(content, { instruction: (instruction) => this.#instead(instruction, content) });
  }

  #instead({ opcode, start, end }: Instruction, content: Uint8Array): Code | null {
    this.changesTables ||= changesTables(opcode, content[start + 1]);
    if (opcode === Opcode.loop) return [...content.subarray(start, end), ...this.#fuel];
    if (!this.#importsMemory) return null;
    if (opcode === Opcode.memorySize) return this.#size;
    return opcode === Opcode.memoryGrow ? this.#grow : null;
  }
}
