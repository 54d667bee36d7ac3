// What a function is called: by the name section if there is one; else by its number, the exported function before it (the compiler keeps
// the order of the source) and the texts that it mentions.

import { WasmReader } from '../../src/engines/wasm/bytes.ts';
import { Opcode } from '../../src/engines/wasm/opcodes.ts';
import { visitCode } from '../../src/engines/wasm/rewrite.ts';
import { readImports, readSections, type Section, SectionId } from '../../src/engines/wasm/sections.ts';

const FUNCTION_EXPORT = 0;
const FUNCTION_NAMES = 1;
const DATA_SECTION = 11;
const MOST_TEXTS = 4;
const SHORTEST_TEXT = 5;

/** Names functions by their numbers among those that the file defines. */
export function functionNames(wasm: Uint8Array): (definition: number) => string {
  const sections = readSections(wasm);
  const imported = readImports(sections).functions;
  const names = namesIn(sections);
  const exported = [...exportsIn(sections)].sort(([a], [b]) => a - b);
  const code = sections.find(({ id }) => id === SectionId.code)!.content;
  let texts: ReadonlyMap<number, readonly string[]> | null = null;
  return (definition) => {
    const index = imported + definition;
    const name = names.get(index) ?? exported.find(([each]) => each === index)?.[1];
    if (name !== undefined) return name;
    const neighbour = exported.findLast(([each]) => each < index);
    const place = neighbour === undefined ? '' : `, ${index - neighbour[0]} behind ${neighbour[1]}`;
    texts ??= textsIn(code, sections);
    const mentioned = texts.get(definition) ?? [];
    const says =
      mentioned.length === 0 ? '' : `, says ${mentioned.map((text) => JSON.stringify(text)).join(' ')}`;
    return `function ${index}${place}${says}`;
  };
}

function exportsIn(sections: readonly Section[]): Map<number, string> {
  const found = new Map<number, string>();
  const reader = new WasmReader(sections.find(({ id }) => id === SectionId.export)!.content);
  for (let left = reader.unsigned(); left > 0; left--) {
    const name = reader.name();
    const kind = reader.byte();
    const index = reader.unsigned();
    if (kind === FUNCTION_EXPORT) found.set(index, name);
  }
  return found;
}

function namesIn(sections: readonly Section[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const { id, content } of sections) {
    if (id !== SectionId.custom) continue;
    const reader = new WasmReader(content);
    if (reader.name() !== 'name') continue;
    while (reader.position < content.length) {
      const part = reader.byte();
      const end = reader.unsigned() + reader.position;
      if (part === FUNCTION_NAMES)
        for (let left = reader.unsigned(); left > 0; left--) found.set(reader.unsigned(), reader.name());
      reader.position = end;
    }
  }
  return found;
}

/** Texts at the addresses that are constants of the code. */
function textsIn(code: Uint8Array, sections: readonly Section[]): Map<number, string[]> {
  const data = dataIn(sections);
  const found = new Map<number, string[]>();
  visitCode(code, ({ opcode, start, definition }) => {
    if (opcode !== Opcode.i32Const) return;
    const text = textAt(data, Number(new WasmReader(code, start + 1).signed()));
    if (text === null) return;
    const texts = found.get(definition) ?? [];
    if (texts.length === 0) found.set(definition, texts);
    if (texts.length < MOST_TEXTS && !texts.includes(text)) texts.push(text);
  });
  return found;
}

interface Data {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** The active segments of the first memory. */
function dataIn(sections: readonly Section[]): Data[] {
  const section = sections.find(({ id }) => id === DATA_SECTION);
  if (section === undefined) return [];
  const reader = new WasmReader(section.content);
  return Array.from({ length: reader.unsigned() }, () => {
    const isActive = reader.unsigned() === 0;
    let address = -1;
    if (isActive) {
      reader.skip(1);
      address = Number(reader.signed());
      reader.skip(1);
    }
    const length = reader.unsigned();
    const bytes = reader.bytes.subarray(reader.position, reader.position + length);
    reader.skip(length);
    return { address, bytes };
  });
}

/** A text that a NUL stands before and behind. */
function textAt(data: readonly Data[], address: number): string | null {
  const segment = data.find(
    ({ address: at, bytes }) => at >= 0 && address > at && address < at + bytes.length,
  );
  if (segment === undefined) return null;
  const { bytes } = segment;
  const start = address - segment.address;
  const end = bytes.indexOf(0, start);
  if (bytes[start - 1] !== 0 || end - start < SHORTEST_TEXT) return null;
  const text = new TextDecoder().decode(bytes.subarray(start, end));
  return /^[\x20-\x7e]+$/.test(text) ? text.slice(0, 40) : null;
}
