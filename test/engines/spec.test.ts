import { describe, expect, it } from 'vitest';
import {
  type EngineSpec,
  nameIn,
  parseSpec,
  printSpec,
  titleOf,
  versionOfFile,
} from '../../src/engines/spec.ts';

describe('what an engine is called', () => {
  it.each<[string, EngineSpec]>([
    ['turso', { kind: 'named', name: 'turso' }],
    ['turso@0.4.4', { kind: 'named', name: 'turso', version: '0.4.4' }],
    ['my-db_2@1.0.0-pre.1', { kind: 'named', name: 'my-db_2', version: '1.0.0-pre.1' }],
    ['file:./build/turso.wasm', { kind: 'file', path: './build/turso.wasm' }],
    ['file:/a@b/turso.node', { kind: 'file', path: '/a@b/turso.node' }],
    ['mydb@file:/a@b/turso.wasm', { kind: 'named', name: 'mydb', version: 'file:/a@b/turso.wasm' }],
  ])('%s is read, and printed as it was written', (text, spec) => {
    expect(parseSpec(text)).toEqual(spec);
    expect(printSpec(spec)).toBe(text);
  });

  it.each(['', '@1', 'turso@', 'turso@1@2', 'a b', 'none', 'none@1', 'file:', 'a/b'])(
    '"%s" is no name of an engine',
    (text) => {
      expect(parseSpec(text)).toBeNull();
    },
  );

  it.each([
    ['turso@0.4.4', 'turso'],
    ['turso', 'turso'],
    ['file:./a.wasm', 'file:./a.wasm'],
  ])('bugs of %s belong to %s', (text, name) => {
    expect(nameIn(text)).toBe(name);
  });
});

describe('an engine in a message', () => {
  it.each([
    [{ name: 'turso', version: '0.4.4' }, 'turso@0.4.4'],
    [{ name: 'turso', version: versionOfFile('./a.wasm') }, 'file:./a.wasm'],
    [{ name: 'file:./a.wasm', version: versionOfFile('./a.wasm') }, 'file:./a.wasm'],
    [{ name: 'mydb', version: versionOfFile('./a.wasm') }, 'mydb@file:./a.wasm'],
  ])('%j is called as it can be asked for: %s', (engine, title) => {
    expect(titleOf(engine)).toBe(title);
    expect(parseSpec(title)).not.toBeNull();
  });
});
