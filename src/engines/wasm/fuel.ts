// Code that is put into WebAssembly files, and the globals that it uses.

import { encodeName, encodeSigned, encodeUnsigned } from './bytes.ts';
import { Opcode } from './opcodes.ts';
import { MUTABLE } from './sections.ts';

/** The exported mutable i32 global. It is 0 exactly when a loop used up the last of it. */
export const FUEL_EXPORT = 'dirt_fuel';

const TYPE_I32 = 0x7f;
const EXPORT_GLOBAL = 3;
const EMPTY_BLOCK = 0x40;

/** A mutable i32 global, as the global section has it. */
export function numberGlobal(value: number): number[] {
  return [TYPE_I32, MUTABLE, Opcode.i32Const, ...encodeSigned(BigInt(value)), Opcode.end];
}

/** The export of a global, as the export section has it. */
export function globalExport(name: string, index: number): number[] {
  return [...encodeName(name), EXPORT_GLOBAL, ...encodeUnsigned(index)];
}

/** fuel = fuel − 1; if (fuel = 0) trap */
export function fuelCode(fuel: number): number[] {
  const index = encodeUnsigned(fuel);
  return [
    ...[Opcode.globalGet, ...index, Opcode.i32Const, 1, Opcode.i32Sub, Opcode.globalSet, ...index],
    ...[Opcode.globalGet, ...index, Opcode.i32Eqz, Opcode.if, EMPTY_BLOCK, Opcode.unreachable, Opcode.end],
  ];
}
