import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  FACTS_SECTION,
  instrument,
  type ModuleFacts,
  PAGES_EXPORT,
} from '../../src/engines/turso/instrument.ts';
import { FUEL_EXPORT } from '../../src/engines/wasm/fuel.ts';

const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const TYPES = [1, 5, 1, 0x60, 1, 0x7f, 0]; // one type: (i32) → ()
const FUNCTIONS = [3, 2, 1, 0];
const EXPORTS = [7, 8, 1, 4, 0x73, 0x70, 0x69, 0x6e, 0, 0]; // "spin" is function 0
// loop { $0 = $0 − 1; if ($0 ≠ 0) continue }: runs as often as the parameter says, and for ever with 0.
const LOOP = [0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b];
const CODE = [10, LOOP.length + 4, 1, LOOP.length + 2, 0, ...LOOP, 0x0b];
const SPINNING = Uint8Array.from([...HEADER, ...TYPES, ...FUNCTIONS, ...EXPORTS, ...CODE]);

interface Spinning {
  spin(times: number): void;
  [FUEL_EXPORT]: WebAssembly.Global<'i32'>;
}

function instantiate(wasm: Uint8Array<ArrayBuffer>): Spinning {
  return new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports as unknown as Spinning;
}

describe('a small module without globals', () => {
  test('each iteration of a loop takes one unit of fuel', () => {
    const module = instantiate(instrument(SPINNING));
    module[FUEL_EXPORT].value = 1000;
    module.spin(7);
    expect(module[FUEL_EXPORT].value).toBe(993);
  });

  test('a loop without end traps, and the fuel says why', () => {
    const module = instantiate(instrument(SPINNING));
    module[FUEL_EXPORT].value = 1000;
    expect(() => module.spin(0)).toThrow(WebAssembly.RuntimeError);
    expect(module[FUEL_EXPORT].value).toBe(0);
  });

  test('the last unit of fuel cannot be used', () => {
    const module = instantiate(instrument(SPINNING));
    module[FUEL_EXPORT].value = 7;
    expect(() => module.spin(7)).toThrow(WebAssembly.RuntimeError);
    module[FUEL_EXPORT].value = 8;
    expect(() => module.spin(7)).not.toThrow();
  });
});

describe('a module that imports memory and grows it', () => {
  // (import "m" "m" (memory 2 5)), (global (mut i32) 7), (func "grow" (param i32) (result i32) memory.grow), (func "size" …)
  const IMPORT = [2, 9, 1, 1, 0x6d, 1, 0x6d, 2, 1, 2, 5];
  const GROW_TYPES = [1, 10, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f];
  const GLOBAL = [6, 6, 1, 0x7f, 1, 0x41, 7, 0x0b];
  const NAMES = [7, 15, 2, 4, 0x67, 0x72, 0x6f, 0x77, 0, 0, 4, 0x73, 0x69, 0x7a, 0x65, 0, 1];
  const BODIES = [10, 13, 2, 6, 0, 0x20, 0, 0x40, 0, 0x0b, 4, 0, 0x3f, 0, 0x0b];
  const GROWING = Uint8Array.from([
    ...[...HEADER, ...GROW_TYPES, ...IMPORT, 3, 3, 2, 0, 1],
    ...[...GLOBAL, ...NAMES, ...BODIES],
  ]);

  interface Growing {
    grow(pages: number): number;
    size(): number;
    [PAGES_EXPORT]: WebAssembly.Global<'i32'>;
    dirt_global_0: WebAssembly.Global<'i32'>;
  }

  function growing(): Growing & { bytes(): number } {
    const memory = new WebAssembly.Memory({ initial: 2, maximum: 5, shared: false });
    const module = new WebAssembly.Module(instrument(GROWING));
    const { exports } = new WebAssembly.Instance(module, { m: { m: memory } });
    return { ...(exports as unknown as Growing), bytes: () => memory.buffer.byteLength };
  }

  test('grows as before, up to its limit', () => {
    const module = growing();
    expect([module.size(), module.grow(0), module.grow(1), module.size()]).toEqual([2, 2, 2, 3]);
    expect([module.grow(3), module.grow(-1), module.size()]).toEqual([-1, -1, 3]);
    expect([module.grow(2), module.size(), module.bytes()]).toEqual([3, 5, 5 * 65_536]);
    expect(module.grow(1)).toBe(-1);
  });

  test('can be put back to a size that it had, and grows into the same memory again', () => {
    const module = growing();
    module.grow(2);
    module[PAGES_EXPORT].value = 2;
    expect([module.size(), module.grow(1), module.bytes()]).toEqual([2, 2, 4 * 65_536]);
    expect([module.grow(2), module.size(), module.bytes()]).toEqual([3, 5, 5 * 65_536]);
  });

  test('exports its mutable globals', () => {
    expect(growing().dirt_global_0.value).toBe(7);
  });
});

test('anything but WebAssembly is refused, and so is a file that ends too early', () => {
  expect(() => instrument(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]))).toThrow('not a WebAssembly file');
  expect(() => instrument(new Uint8Array(0))).toThrow('not a WebAssembly file');
  const broken = SPINNING.slice();
  broken[broken.length - 1] = 0x41;
  expect(() => instrument(broken)).toThrow('does not end');
});

test('the real module compiles afterwards, exports its fuel and says what memory it wants', () => {
  const folder = join(createRequire(import.meta.url).resolve('@tursodatabase/database-wasm'), '..');
  const original = readFileSync(join(folder, 'turso.wasm32-wasi.wasm'));
  const module = new WebAssembly.Module(instrument(original));
  const [section] = WebAssembly.Module.customSections(module, FACTS_SECTION);
  const { memory, canBePutBack } = JSON.parse(new TextDecoder().decode(section)) as ModuleFacts;
  expect(memory!.minimumPages).toBeGreaterThan(100);
  expect(memory!.maximumPages).toBeGreaterThan(memory!.minimumPages);
  expect(canBePutBack).toBe(true);
});
