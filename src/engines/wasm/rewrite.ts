// The code of a WebAssembly file, one instruction after the other: what stands in the place of each is up to the caller.

import { WasmReader, WasmWriter } from './bytes.ts';
import { skipImmediates } from './opcodes.ts';

export type Code = Uint8Array | readonly number[];

/** An instruction in its place. One object is used for all of them: it is valid during the call. */
export interface Instruction {
  opcode: number;
  /** Where it begins and ends in the content of the code section. */
  start: number;
  end: number;
  /** The number of its function among those that the file defines; imported ones come before them in the index space. */
  definition: number;
  /** The `end` of a function. */
  isLast: boolean;
}

export interface CodeVisitor {
  /** What is put in front of the first instruction of a function. */
  enter?(definition: number): Code | null;
  /** What stands in the place of an instruction; null leaves it as it is. */
  instruction(instruction: Instruction): Code | null;
}

/** The content of the code section, as the visitor wants it. */
export function rewriteCode(content: Uint8Array, visitor: CodeVisitor): Uint8Array {
  const code = new WasmReader(content);
  const output = new WasmWriter(Math.ceil(content.length * 1.1));
  const body = new WasmWriter(65_536);
  const functions = code.unsigned();
  output.unsigned(functions);
  for (let definition = 0; definition < functions; definition++) {
    const length = code.unsigned();
    body.clear();
    rewriteFunction(code, code.position + length, body, definition, visitor);
    output.unsigned(body.length);
    output.append(body.view());
  }
  return output.view();
}

/** Only looks. */
export function visitCode(content: Uint8Array, visit: (instruction: Instruction) => void): void {
  const nothing = new WasmWriter(0);
  const code = new WasmReader(content);
  const functions = code.unsigned();
  const instruction = (each: Instruction): null => {
    visit(each);
    return null;
  };
  for (let definition = 0; definition < functions; definition++) {
    const length = code.unsigned();
    nothing.clear();
    rewriteFunction(code, code.position + length, nothing, definition, { instruction });
  }
}

function rewriteFunction(
  code: WasmReader,
  end: number,
  output: WasmWriter,
  definition: number,
  visitor: CodeVisitor,
): void {
  let copied = code.position;
  for (let groups = code.unsigned(); groups > 0; groups--) {
    code.skipNumber();
    code.skipNumber();
  }
  const put = (from: number, replacement: Code): void => {
    output.append(code.bytes.subarray(copied, from));
    output.append(replacement);
    copied = code.position;
  };
  const entry = visitor.enter?.(definition);
  if (entry) put(code.position, entry);
  const instruction: Instruction = { opcode: 0, start: 0, end: 0, definition, isLast: false };
  while (code.position < end) {
    instruction.start = code.position;
    instruction.opcode = code.byte();
    skipImmediates(instruction.opcode, code);
    instruction.end = code.position;
    instruction.isLast = code.position >= end;
    const replacement = visitor.instruction(instruction);
    if (replacement !== null) put(instruction.start, replacement);
  }
  if (code.position !== end) throw new Error(`a WebAssembly function does not end at byte ${end}`);
  output.append(code.bytes.subarray(copied, end));
}
