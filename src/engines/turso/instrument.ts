// Rewrites a WebAssembly file so that no loop in it can run for ever: each iteration takes one from an exported
// counter, and the one that takes the last traps. The result also says in a section of its own how much memory the
// module wants to import, which JavaScript cannot ask a compiled module.

import { encodeName, encodeUnsigned, WasmReader, WasmWriter } from './wasm-bytes.ts';
import { Opcode, skipImmediates } from './wasm-opcodes.ts';

/** Part of the cache's key: change it with anything that changes the output. */
export const INSTRUMENTER_VERSION = 1;

/** The exported mutable i32 global. It is 0 exactly when a loop used up the last of it. */
export const FUEL_EXPORT = 'dirt_fuel';

/** The custom section with the limits of the imported memory, as JSON of `MemoryLimits`. */
export const MEMORY_SECTION = 'dirt_memory';

export interface MemoryLimits {
  readonly minimumPages: number;
  readonly maximumPages: number;
}

interface Section {
  readonly id: number;
  readonly content: Uint8Array;
}

const SectionId = { custom: 0, import: 2, global: 6, export: 7, code: 10 } as const;

/** Sections stand in this order in a file; custom ones anywhere. */
const SECTION_ORDER = [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11];

/** What every file begins with: NUL "asm", then the version. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];
const HEADER_LENGTH = 8;
const TYPE_I32 = 0x7f;
const MUTABLE = 1;
const EXPORT_GLOBAL = 3;
const EMPTY_BLOCK = 0x40;
const MAXIMUM_PAGES = 65_536;

export function instrument(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = withSection(withSection(readSections(wasm), SectionId.global), SectionId.export);
  const imports = readImports(sections);
  const fuelIndex = imports.globals + countOf(sections, SectionId.global);

  const output = new WasmWriter(Math.ceil(wasm.length * 1.1));
  output.append(wasm.subarray(0, HEADER_LENGTH));
  for (const section of sections) writeSection(output, section.id, rewritten(section, fuelIndex));
  if (imports.memory !== null) {
    const limits = new TextEncoder().encode(JSON.stringify(imports.memory));
    writeSection(output, SectionId.custom, Uint8Array.from([...encodeName(MEMORY_SECTION), ...limits]));
  }
  return output.view();
}

function rewritten(section: Section, fuelIndex: number): Uint8Array {
  switch (section.id) {
    case SectionId.global:
      return withItem(section, [TYPE_I32, MUTABLE, Opcode.i32Const, 0, Opcode.end]);
    case SectionId.export:
      return withItem(section, [...encodeName(FUEL_EXPORT), EXPORT_GLOBAL, ...encodeUnsigned(fuelIndex)]);
    case SectionId.code:
      return instrumentCode(section, fuelCode(fuelIndex));
    default:
      return section.content;
  }
}

/** fuel = fuel − 1; if (fuel = 0) trap */
function fuelCode(global: number): number[] {
  const index = encodeUnsigned(global);
  return [
    ...[Opcode.globalGet, ...index, Opcode.i32Const, 1, Opcode.i32Sub, Opcode.globalSet, ...index],
    ...[Opcode.globalGet, ...index, Opcode.i32Eqz, Opcode.if, EMPTY_BLOCK, Opcode.unreachable, Opcode.end],
  ];
}

function instrumentCode(section: Section, fuel: readonly number[]): Uint8Array {
  const code = new WasmReader(section.content);
  const output = new WasmWriter(Math.ceil(section.content.length * 1.1));
  const body = new WasmWriter(65_536);
  const functions = code.unsigned();
  output.unsigned(functions);
  for (let i = 0; i < functions; i++) {
    const length = code.unsigned();
    body.clear();
    instrumentFunction(code, code.position + length, body, fuel);
    output.unsigned(body.length);
    output.append(body.view());
  }
  return output.view();
}

function instrumentFunction(
  code: WasmReader,
  end: number,
  output: WasmWriter,
  fuel: readonly number[],
): void {
  let copied = code.position;
  for (let groups = code.unsigned(); groups > 0; groups--) {
    code.skipNumber();
    code.skipNumber();
  }
  while (code.position < end) {
    const opcode = code.byte();
    skipImmediates(opcode, code);
    if (opcode === Opcode.loop) {
      output.append(code.bytes.subarray(copied, code.position));
      output.append(fuel);
      copied = code.position;
    }
  }
  if (code.position !== end) throw new Error(`a WebAssembly function does not end at byte ${end}`);
  output.append(code.bytes.subarray(copied, end));
}

// ── Sections ────────────────────────────────────────────────────────────────────────────────────────────────

function readSections(wasm: Uint8Array): Section[] {
  if (wasm.length < HEADER_LENGTH || MAGIC.some((byte, i) => wasm[i] !== byte)) {
    throw new Error('not a WebAssembly file');
  }
  const reader = new WasmReader(wasm, HEADER_LENGTH);
  const sections: Section[] = [];
  while (reader.position < wasm.length) {
    const id = reader.byte();
    const length = reader.unsigned();
    sections.push({ id, content: wasm.subarray(reader.position, reader.position + length) });
    reader.skip(length);
  }
  return sections;
}

function writeSection(output: WasmWriter, id: number, content: Uint8Array): void {
  output.append([id]);
  output.unsigned(content.length);
  output.append(content);
}

/** The same sections, with an empty one of this kind if there was none. */
function withSection(sections: readonly Section[], id: number): Section[] {
  if (sections.some((section) => section.id === id)) return [...sections];
  const rank = SECTION_ORDER.indexOf(id);
  const isLater = (section: Section) => section.id !== 0 && SECTION_ORDER.indexOf(section.id) > rank;
  const at = sections.findIndex(isLater);
  return sections.toSpliced(at < 0 ? sections.length : at, 0, { id, content: Uint8Array.of(0) });
}

function countOf(sections: readonly Section[], id: number): number {
  const section = sections.find((candidate) => candidate.id === id);
  return section === undefined ? 0 : new WasmReader(section.content).unsigned();
}

/** A section that is a vector, with one item more. */
function withItem(section: Section, item: readonly number[]): Uint8Array {
  const reader = new WasmReader(section.content);
  const output = new WasmWriter(section.content.length + item.length + 1);
  output.unsigned(reader.unsigned() + 1);
  output.append(section.content.subarray(reader.position));
  output.append(item);
  return output.view();
}

// ── Imports ─────────────────────────────────────────────────────────────────────────────────────────────────

const ImportKind = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

function readImports(sections: readonly Section[]): { globals: number; memory: MemoryLimits | null } {
  let globals = 0;
  let memory: MemoryLimits | null = null;
  const section = sections.find(({ id }) => id === SectionId.import);
  if (section === undefined) return { globals, memory };
  const reader = new WasmReader(section.content);
  for (let count = reader.unsigned(); count > 0; count--) {
    reader.skipName();
    reader.skipName();
    const kind = reader.byte();
    if (kind === ImportKind.function) {
      reader.skipNumber();
    } else if (kind === ImportKind.table) {
      reader.skipNumber();
      readLimits(reader);
    } else if (kind === ImportKind.memory) {
      memory = readLimits(reader);
    } else if (kind === ImportKind.global) {
      reader.skip(2);
      globals++;
    } else {
      reader.skip(1);
      reader.skipNumber();
    }
  }
  return { globals, memory };
}

function readLimits(reader: WasmReader): MemoryLimits {
  const hasMaximum = (reader.byte() & 1) === 1;
  const minimumPages = reader.unsigned();
  return { minimumPages, maximumPages: hasMaximum ? reader.unsigned() : MAXIMUM_PAGES };
}
