// The sections of a WebAssembly file: reading and writing them, and what those about imports and globals say.

import { encodeName, WasmReader, WasmWriter } from './bytes.ts';
import { Opcode, skipImmediates } from './opcodes.ts';

export interface Section {
  readonly id: number;
  readonly content: Uint8Array;
}

export interface MemoryLimits {
  readonly minimumPages: number;
  readonly maximumPages: number;
}

export const SectionId = { custom: 0, import: 2, global: 6, export: 7, code: 10 } as const;

/** Sections stand in this order in a file; custom ones anywhere. */
const SECTION_ORDER = [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11];

/** What every file begins with: NUL "asm", then the version. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];
export const HEADER_LENGTH = 8;
export const MUTABLE = 1;
const MAXIMUM_PAGES = 65_536;

/** i32, i64, f32 and f64. */
const NUMBERS = [0x7f, 0x7e, 0x7d, 0x7c];

/** Types of references that name the type they refer to. */
const TYPED_REFERENCES = [0x63, 0x64];

export function readSections(wasm: Uint8Array): Section[] {
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

export function writeSection(output: WasmWriter, id: number, content: Uint8Array): void {
  output.append([id]);
  output.unsigned(content.length);
  output.append(content);
}

export function customSection(name: string, text: string): Uint8Array {
  return Uint8Array.from([...encodeName(name), ...new TextEncoder().encode(text)]);
}

/** The same sections, with an empty one of this kind if there was none. */
export function withSection(sections: readonly Section[], id: number): Section[] {
  if (sections.some((section) => section.id === id)) return [...sections];
  const rank = SECTION_ORDER.indexOf(id);
  const isLater = (section: Section) => section.id !== 0 && SECTION_ORDER.indexOf(section.id) > rank;
  const at = sections.findIndex(isLater);
  return sections.toSpliced(at < 0 ? sections.length : at, 0, { id, content: Uint8Array.of(0) });
}

/** A section that is a vector, with more items. */
export function withItems(section: Section, items: readonly (readonly number[])[]): Uint8Array {
  const reader = new WasmReader(section.content);
  const output = new WasmWriter(section.content.length + 256);
  output.unsigned(reader.unsigned() + items.length);
  output.append(section.content.subarray(reader.position));
  for (const item of items) output.append(item);
  return output.view();
}

// ── Globals and imports ─────────────────────────────────────────────────────────────────────────────────────

export interface Globals {
  /** Imported ones come first. */
  readonly count: number;
  /** The indexes of those that can change. */
  readonly mutable: readonly number[];
  /** Those that can change are numbers and neither vectors nor references. */
  readonly areNumbers: boolean;
}

export function readGlobals(sections: readonly Section[], imports: Imports): Globals {
  const types = [...imports.globals];
  const section = sections.find(({ id }) => id === SectionId.global);
  if (section !== undefined) {
    const reader = new WasmReader(section.content);
    for (let left = reader.unsigned(); left > 0; left--) {
      types.push(readGlobalType(reader));
      skipInitializer(reader);
    }
  }
  const mutable = types.flatMap(({ isMutable }, index) => (isMutable ? [index] : []));
  const areNumbers = mutable.every((index) => types[index].isNumber);
  return { count: types.length, mutable, areNumbers };
}

interface GlobalType {
  readonly isMutable: boolean;
  readonly isNumber: boolean;
}

function readGlobalType(reader: WasmReader): GlobalType {
  const type = reader.byte();
  if (TYPED_REFERENCES.includes(type)) reader.skipNumber();
  return { isMutable: reader.byte() === MUTABLE, isNumber: NUMBERS.includes(type) };
}

function skipInitializer(reader: WasmReader): void {
  for (;;) {
    const opcode = reader.byte();
    if (opcode === Opcode.end) return;
    skipImmediates(opcode, reader);
  }
}

const ImportKind = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

export interface Imports {
  /** How many functions are imported: their indexes come before those of the file's own. */
  readonly functions: number;
  readonly globals: readonly GlobalType[];
  readonly memory: MemoryLimits | null;
}

export function readImports(sections: readonly Section[]): Imports {
  const globals: GlobalType[] = [];
  let memory: MemoryLimits | null = null;
  let functions = 0;
  const section = sections.find(({ id }) => id === SectionId.import);
  if (section === undefined) return { functions, globals, memory };
  const reader = new WasmReader(section.content);
  for (let count = reader.unsigned(); count > 0; count--) {
    reader.skipName();
    reader.skipName();
    const kind = reader.byte();
    if (kind === ImportKind.function) {
      functions++;
      reader.skipNumber();
    } else if (kind === ImportKind.table) {
      reader.skipNumber();
      readLimits(reader);
    } else if (kind === ImportKind.memory) {
      memory = readLimits(reader);
    } else if (kind === ImportKind.global) {
      globals.push(readGlobalType(reader));
    } else {
      reader.skip(1);
      reader.skipNumber();
    }
  }
  return { functions, globals, memory };
}

function readLimits(reader: WasmReader): MemoryLimits {
  const hasMaximum = (reader.byte() & 1) === 1;
  const minimumPages = reader.unsigned();
  return { minimumPages, maximumPages: hasMaximum ? reader.unsigned() : MAXIMUM_PAGES };
}
