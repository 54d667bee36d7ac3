// WebAssembly instructions, as far as one must know them to step from one to the next.

import type { WasmReader } from './bytes.ts';

export const Opcode = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  try: 0x06,
  catch: 0x07,
  throw: 0x08,
  rethrow: 0x09,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  call: 0x10,
  callIndirect: 0x11,
  returnCall: 0x12,
  returnCallIndirect: 0x13,
  delegate: 0x18,
  selectTyped: 0x1c,
  localGet: 0x20,
  globalGet: 0x23,
  globalSet: 0x24,
  tableSet: 0x26,
  firstLoad: 0x28,
  lastStore: 0x3e,
  memorySize: 0x3f,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  i32Eqz: 0x45,
  i32NotEqual: 0x47,
  i32LessOrEqualUnsigned: 0x4d,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  refNull: 0xd0,
  refFunc: 0xd2,
  prefixMisc: 0xfc,
  prefixVector: 0xfd,
  prefixAtomic: 0xfe,
} as const;

const Misc = {
  memoryInit: 8,
  dataDrop: 9,
  memoryCopy: 10,
  memoryFill: 11,
  tableInit: 12,
  elemDrop: 13,
  tableCopy: 14,
  tableGrow: 15,
  tableSize: 16,
  tableFill: 17,
} as const;

const Vector = {
  lastLoadStore: 11,
  constant: 12,
  shuffle: 13,
  firstLane: 21,
  lastLane: 34,
  firstLaneLoadStore: 84,
  lastLaneLoadStore: 91,
  load32Zero: 92,
  load64Zero: 93,
} as const;

const ATOMIC_FENCE = 3;

/** Skips what follows an opcode in the byte stream. */
export function skipImmediates(opcode: number, code: WasmReader): void {
  if (opcode >= Opcode.localGet && opcode <= Opcode.tableSet) code.skipNumber();
  else if (opcode >= Opcode.firstLoad && opcode <= Opcode.lastStore) skipMemoryArgument(code);
  else skipOther(opcode, code);
}

/** Whether an instruction changes a table, or may; `operation` is the byte behind its opcode. */
export function changesTables(opcode: number, operation: number): boolean {
  return opcode === Opcode.tableSet || (opcode === Opcode.prefixMisc && TABLE_CHANGES.has(operation));
}

const TABLE_CHANGES: ReadonlySet<number> = new Set([
  Misc.tableInit,
  Misc.tableCopy,
  Misc.tableGrow,
  Misc.tableFill,
]);

function skipOther(opcode: number, code: WasmReader): void {
  switch (opcode) {
    case Opcode.block:
    case Opcode.loop:
    case Opcode.if:
    case Opcode.try:
    case Opcode.catch:
    case Opcode.throw:
    case Opcode.rethrow:
    case Opcode.delegate:
    case Opcode.br:
    case Opcode.brIf:
    case Opcode.call:
    case Opcode.returnCall:
    case Opcode.memorySize:
    case Opcode.memoryGrow:
    case Opcode.i32Const:
    case Opcode.i64Const:
    case Opcode.refNull:
    case Opcode.refFunc:
      code.skipNumber();
      break;
    case Opcode.callIndirect:
    case Opcode.returnCallIndirect:
      code.skipNumber();
      code.skipNumber();
      break;
    case Opcode.brTable:
      for (let targets = code.unsigned() + 1; targets > 0; targets--) code.skipNumber();
      break;
    case Opcode.selectTyped:
      for (let types = code.unsigned(); types > 0; types--) code.skipNumber();
      break;
    case Opcode.f32Const:
      code.skip(4);
      break;
    case Opcode.f64Const:
      code.skip(8);
      break;
    case Opcode.prefixMisc:
      skipMisc(code.unsigned(), code);
      break;
    case Opcode.prefixVector:
      skipVector(code.unsigned(), code);
      break;
    case Opcode.prefixAtomic:
      if (code.unsigned() === ATOMIC_FENCE) code.skip(1);
      else skipMemoryArgument(code);
      break;
  }
}

/** Alignment and offset; bit 6 of the alignment announces the index of a memory. */
function skipMemoryArgument(code: WasmReader): void {
  if (code.unsigned() & 0x40) code.skipNumber();
  code.skipNumber();
}

function skipMisc(operation: number, code: WasmReader): void {
  switch (operation) {
    case Misc.memoryInit:
    case Misc.memoryCopy:
    case Misc.tableInit:
    case Misc.tableCopy:
      code.skipNumber();
      code.skipNumber();
      break;
    case Misc.dataDrop:
    case Misc.memoryFill:
    case Misc.elemDrop:
    case Misc.tableGrow:
    case Misc.tableSize:
    case Misc.tableFill:
      code.skipNumber();
      break;
  }
}

function skipVector(operation: number, code: WasmReader): void {
  const isLoadOrStore = operation <= Vector.lastLoadStore;
  if (isLoadOrStore || operation === Vector.load32Zero || operation === Vector.load64Zero) {
    skipMemoryArgument(code);
  } else if (operation === Vector.constant || operation === Vector.shuffle) {
    code.skip(16);
  } else if (operation >= Vector.firstLane && operation <= Vector.lastLane) {
    code.skip(1);
  } else if (operation >= Vector.firstLaneLoadStore && operation <= Vector.lastLaneLoadStore) {
    skipMemoryArgument(code);
    code.skip(1);
  }
}
