// The sizes of src/: what is longer than this is more than one concept.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const FILE_LINES = 400;
const FUNCTION_LINES = 80;

/** A longer function is one switch or one table, but for a share of its lines: it is read entry by entry. */
const REST_SHARE = 0.25;

/** The functions that are too long, each with where it is, how long, and how much of it is a switch or a table. */
function longFunctions(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const linesOf = (node: ts.Node) => lineAt(node.end) - lineAt(node.getStart()) + 1;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isFunction = ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
    if (isFunction && linesOf(node) > FUNCTION_LINES) {
      const lines = linesOf(node);
      const inTable = Math.max(0, ...tablesIn(node).map(linesOf));
      if (lines - inTable > REST_SHARE * lines) {
        const place = `${file}:${lineAt(node.getStart()) + 1}`;
        found.push(
          `${place} ${nameOf(node)} has ${lines} lines, of which its longest switch or table has ${inTable}`,
        );
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Switches and literals of the function itself, not of functions in it. */
function tablesIn(root: ts.Node): ts.Node[] {
  const tables: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isSwitchStatement(node) || ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node))
      tables.push(node);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(root, visit);
  return tables;
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamed ? parent.name.getText() : 'a function without a name';
}

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length;
}

describe('the check of sizes', () => {
  const lines = (count: number, line: string) => Array(count).fill(line).join('\n');
  const body = lines(FUNCTION_LINES, 'work();');

  it('names a function that is too long, in whatever form it is written', () => {
    const said = `has ${FUNCTION_LINES + 2} lines, of which its longest switch or table has 0`;
    expect(longFunctions('a.ts', `\n/** Long. */\nfunction long() {\n${body}\n}`)).toEqual([
      `a.ts:3 long ${said}`,
    ]);
    expect(longFunctions('a.ts', `const arrow = () => {\n${body}\n};`)).toEqual([`a.ts:1 arrow ${said}`]);
    expect(longFunctions('a.ts', `run(function () {\n${body}\n});`)).toEqual([
      `a.ts:1 a function without a name ${said}`,
    ]);
    expect(longFunctions('a.ts', `class A {\nmethod() {\n${body}\n}\n}`)).toEqual([`a.ts:2 method ${said}`]);
  });

  it('lets a function pass that is a switch or a table', () => {
    const cases = lines(FUNCTION_LINES, 'case 1: work();');
    expect(longFunctions('a.ts', `function f() {\nswitch (x) {\n${cases}\n}\n}`)).toEqual([]);
    const entries = lines(FUNCTION_LINES, 'a: 1,');
    expect(longFunctions('a.ts', `const f = () => ({\n${entries}\n});`)).toEqual([]);
  });

  it('does not take a small switch, or one of another function, for an excuse', () => {
    expect(longFunctions('a.ts', `function f() {\nswitch (x) {\ncase 1:\n}\n${body}\n}`)).toHaveLength(1);
    const inner = `const g = () => {\nswitch (x) {\n${lines(FUNCTION_LINES, 'case 1: work();')}\n}\n};`;
    expect(longFunctions('a.ts', `function f() {\n${inner}\n}`)).toEqual([
      expect.stringContaining('a.ts:1 f'),
    ]);
  });
});

describe('src/', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name: join('src', name), text: readFileSync(join('src', name), 'utf8') }));

  it('is looked at', () => {
    expect(files.length).toBeGreaterThan(100);
  });

  it(`has no file of more than ${FILE_LINES} lines`, () => {
    const long = files.filter(({ text }) => lineCount(text) > FILE_LINES);
    expect(long.map(({ name, text }) => `${name} has ${lineCount(text)} lines`)).toEqual([]);
  });

  it(`has no function of more than ${FUNCTION_LINES} lines that is not a switch or a table`, () => {
    const large = files.filter(({ text }) => lineCount(text) > FUNCTION_LINES);
    expect(large.flatMap(({ name, text }) => longFunctions(name, text))).toEqual([]);
  });
});
