// What a single instruction can be changed to: another comparison, another operation, another constant, another branch. What a change
// leaves on the stack has the type of what the instruction leaves there, so every mutant is a valid module.

import { encodeSigned, WasmReader } from '../../src/engines/wasm/bytes.ts';
import { Opcode } from '../../src/engines/wasm/opcodes.ts';

export type ChangeKind = 'comparison' | 'arithmetic' | 'constant' | 'branch';

/** One way to change an instruction. */
export interface Change {
  readonly kind: ChangeKind;
  /** What is changed to what. */
  readonly about: string;
  /** What stands in the place of the instruction. */
  readonly code: readonly number[];
}

const NOP = 0x01;
const DROP = 0x1a;
const SELECT = 0x1b;
const I64_EQZ = 0x50;
const I32_CONST_ONE = [Opcode.i32Const, 1];

/** Names in the order of the opcodes, from the first on. */
function named(first: number, type: string, names: string): [number, string][] {
  return names.split(' ').map((name, i) => [first + i, `${type}.${name}`]);
}

const INTEGER_COMPARISONS = 'eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u';
const REAL_COMPARISONS = 'eq ne lt gt le ge';
const INTEGER_OPERATIONS = 'add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr';
const REAL_OPERATIONS = 'abs neg ceil floor trunc nearest sqrt add sub mul div min max copysign';

const NAMES: ReadonlyMap<number, string> = new Map([
  ...named(0x46, 'i32', INTEGER_COMPARISONS),
  ...named(0x51, 'i64', INTEGER_COMPARISONS),
  ...named(0x5b, 'f32', REAL_COMPARISONS),
  ...named(0x61, 'f64', REAL_COMPARISONS),
  ...named(0x6a, 'i32', INTEGER_OPERATIONS),
  ...named(0x7c, 'i64', INTEGER_OPERATIONS),
  ...named(0x99, 'f64', REAL_OPERATIONS),
]);

const OPCODES: ReadonlyMap<string, number> = new Map([...NAMES].map(([opcode, name]) => [name, opcode]));

/** What an operation becomes; `''` for one operand that stays as it is. */
const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  eq: ['ne'],
  ne: ['eq'],
  lt: ['le', 'ge'],
  le: ['lt', 'gt'],
  gt: ['ge', 'le'],
  ge: ['gt', 'lt'],
};
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  add: ['sub'],
  sub: ['add'],
  mul: ['add'],
  div: ['mul', 'rem'],
  rem: ['div'],
  and: ['or'],
  or: ['and', 'xor'],
  xor: ['or'],
  shl: ['shr'],
  shr: ['shl'],
  rotl: ['rotr'],
  rotr: ['rotl'],
  abs: [''],
  neg: [''],
  ceil: ['floor'],
  floor: ['ceil'],
  trunc: ['nearest'],
  nearest: ['trunc'],
  min: ['max'],
  max: ['min'],
};

const CHANGES = new Map<number, readonly Change[]>();
for (const [opcode, name] of NAMES) {
  const changes = [...renamed(name, COMPARISONS, 'comparison'), ...renamed(name, OPERATIONS, 'arithmetic')];
  if (changes.length > 0) CHANGES.set(opcode, changes);
}
const isZero = (type: string, code: readonly number[]): Change => {
  return { kind: 'comparison', about: `${type}.eqz → ≠ 0`, code };
};
CHANGES.set(Opcode.i32Eqz, [isZero('i32', [Opcode.i32Eqz, Opcode.i32Eqz])]);
CHANGES.set(I64_EQZ, [isZero('i64', [I64_EQZ, Opcode.i32Eqz])]);

function renamed(
  name: string,
  table: Readonly<Record<string, readonly string[]>>,
  kind: ChangeKind,
): Change[] {
  const [, type, operation, sign = ''] = /^(\w+)\.([a-z]+)(_[su])?$/.exec(name)!;
  return (table[operation] ?? []).flatMap((other): Change[] => {
    if (other === '') return [{ kind, about: `${name} → nothing`, code: [NOP] }];
    const to = [`${type}.${other}${sign}`, `${type}.${other}`, `${type}.${other}_u`].find((each) =>
      OPCODES.has(each),
    );
    return to === undefined ? [] : [{ kind, about: `${name} → ${to}`, code: [OPCODES.get(to)!] }];
  });
}

/** All ways to change an instruction; none for most kinds of instructions. */
export function changesOf(opcode: number, instruction: Uint8Array): readonly Change[] {
  const simple = CHANGES.get(opcode);
  if (simple !== undefined) return simple;
  switch (opcode) {
    case Opcode.i32Const:
      return constants('i32', instruction);
    case Opcode.i64Const:
      return constants('i64', instruction);
    case Opcode.if:
      return [branch('if → if not', [Opcode.i32Eqz, ...instruction])];
    case SELECT:
      return [branch('select → the other one', [Opcode.i32Eqz, ...instruction])];
    case Opcode.brIf:
      return [
        branch('br_if → if not', [Opcode.i32Eqz, ...instruction]),
        branch('br_if → never', [DROP]),
        branch('br_if → always', [...ALWAYS, ...instruction]),
      ];
    case Opcode.brTable:
      return [branch('br_table → the next case', [...I32_CONST_ONE, Opcode.i32Add, ...instruction])];
    default:
      return [];
  }
}

/** The condition is dropped, and 1 stands in its place. */
const ALWAYS = [DROP, ...I32_CONST_ONE];

function branch(about: string, code: readonly number[]): Change {
  return { kind: 'branch', about, code };
}

function constants(type: 'i32' | 'i64', instruction: Uint8Array): Change[] {
  const value = new WasmReader(instruction, 1).signed();
  const others = new Set([value + 1n, value - 1n, 0n]);
  others.delete(value);
  const fits = (other: bigint) => (type === 'i32' ? BigInt.asIntN(32, other) : BigInt.asIntN(64, other));
  return [...others].map((other) => ({
    kind: 'constant',
    about: `${type} ${value} → ${fits(other)}`,
    code: [instruction[0], ...encodeSigned(fits(other))],
  }));
}
