// Where a WebAssembly file can be changed, which of these places a run comes by, and the file with one change.

import { encodeUnsigned, WasmWriter } from '../../src/engines/wasm/bytes.ts';
import { FUEL_EXPORT, fuelCode, globalExport, numberGlobal } from '../../src/engines/wasm/fuel.ts';
import { Opcode } from '../../src/engines/wasm/opcodes.ts';
import { type Code, type CodeVisitor, rewriteCode, visitCode } from '../../src/engines/wasm/rewrite.ts';
import {
  HEADER_LENGTH,
  readGlobals,
  readImports,
  readSections,
  SectionId,
  withItems,
  writeSection,
} from '../../src/engines/wasm/sections.ts';
import { changesOf } from './changes.ts';

/** An instruction that can be changed. */
export interface Site {
  /** Where it begins in the content of the code section. */
  readonly at: number;
  /** The number of its function among those that the file defines. */
  readonly definition: number;
  /** All instructions of a stretch are executed one after the other, or none is. */
  readonly stretch: number;
}

export interface Sites {
  readonly sites: readonly Site[];
  readonly stretches: number;
}

/** What a stretch was executed by, as flags. */
export const EXECUTED = { byWitnesses: 1, byPlans: 2 } as const;

/** The exported global that is the address of the map: a byte per stretch. */
export const MAP_EXPORT = 'dirt_map';
/** The exported global that is 1 since the changed instruction was executed. */
export const MET_EXPORT = 'dirt_met';

/** An exported global of a started module. */
export function globalOf(functions: object, name: string): WebAssembly.Global<'i32'> | null {
  return (functions as Readonly<Record<string, WebAssembly.Global<'i32'>>>)[name] ?? null;
}

const STORE_BYTE = 0x3a;

export function sitesOf(wasm: Uint8Array): Sites {
  const code = codeOf(wasm);
  const sites: Site[] = [];
  const stretches = new Stretches();
  visitCode(code, (instruction) => {
    const { opcode, start, end, definition } = instruction;
    stretches.at(definition);
    if (changesOf(opcode, code.subarray(start, end)).length > 0)
      sites.push({ at: start, definition, stretch: stretches.current });
    stretches.behind(opcode, instruction.isLast);
  });
  return { sites, stretches: stretches.count };
}

/** Counts stretches: one begins with a function, and behind everything that jumps or is jumped to. */
class Stretches {
  count = 0;
  #definition = -1;

  get current(): number {
    return this.count - 1;
  }

  at(definition: number): boolean {
    if (definition === this.#definition) return false;
    this.#definition = definition;
    this.count++;
    return true;
  }

  behind(opcode: number, isLast: boolean): boolean {
    if (isLast || !BOUNDS.has(opcode)) return false;
    this.count++;
    return true;
  }
}

const BOUNDS: ReadonlySet<number> = new Set([Opcode.loop, Opcode.if, Opcode.else, Opcode.end, Opcode.brIf]);

/** The file with a map of what was executed, and fuel for its loops. Before its address is set, the map lies at `map`. */
export function withMap(wasm: Uint8Array, map: number): Uint8Array {
  const stretches = new Stretches();
  return rewritten(wasm, [FUEL_EXPORT, MAP_EXPORT], [START_FUEL, map], ([fuel, address]) => {
    const mark = (): number[] => [
      ...[Opcode.globalGet, ...encodeUnsigned(address), Opcode.i32Const, 1],
      ...[STORE_BYTE, 0, ...encodeUnsigned(stretches.current)],
    ];
    const code = codeOf(wasm);
    return {
      enter(definition) {
        stretches.at(definition);
        return mark();
      },
      instruction({ opcode, start, end, isLast }) {
        if (!stretches.behind(opcode, isLast)) return null;
        const own = code.subarray(start, end);
        return [...own, ...(opcode === Opcode.loop ? fuelCode(fuel) : []), ...mark()];
      },
    };
  });
}

/** The file with other instructions in these places. */
export function withChanges(wasm: Uint8Array, changes: ReadonlyMap<number, Code>): Uint8Array {
  const code = codeOf(wasm);
  return rewritten(wasm, [FUEL_EXPORT, MET_EXPORT], [START_FUEL, 0], ([fuel, met]) => {
    const note = [Opcode.i32Const, 1, Opcode.globalSet, ...encodeUnsigned(met)];
    return {
      instruction({ opcode, start, end }) {
        const replacement = changes.get(start);
        if (replacement !== undefined) return [...note, ...replacement];
        return opcode === Opcode.loop ? [...code.subarray(start, end), ...fuelCode(fuel)] : null;
      },
    };
  });
}

/** For what a module does before its first statement. */
const START_FUEL = 200_000_000;

function codeOf(wasm: Uint8Array): Uint8Array {
  return readSections(wasm).find(({ id }) => id === SectionId.code)!.content;
}

/** With exported globals that begin with these values, and other code. */
function rewritten(
  wasm: Uint8Array,
  names: readonly string[],
  values: readonly number[],
  visitorOf: (indexes: readonly number[]) => CodeVisitor,
): Uint8Array {
  const sections = readSections(wasm);
  const { count } = readGlobals(sections, readImports(sections));
  const indexes = names.map((_, i) => count + i);
  const output = new WasmWriter(Math.ceil(wasm.length * 1.5));
  output.append(wasm.subarray(0, HEADER_LENGTH));
  for (const { id, content } of sections) {
    if (id === SectionId.global)
      writeSection(output, id, withItems({ id, content }, values.map(numberGlobal)));
    else if (id === SectionId.export)
      writeSection(
        output,
        id,
        withItems(
          { id, content },
          names.map((name, i) => globalExport(name, indexes[i])),
        ),
      );
    else if (id === SectionId.code) writeSection(output, id, rewriteCode(content, visitorOf(indexes)));
    else writeSection(output, id, content);
  }
  return output.view();
}
