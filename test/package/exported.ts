// What the package exports, by the TypeScript compiler: for the test that every type can be named, and for docs/reference.md.

import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INDEX = `${ROOT}src/index.ts`;

export interface Exported {
  /** As a user writes it: `select`, `sql.and`. */
  readonly name: string;
  /** What is behind the name, whatever it was called on the way. */
  readonly symbol: ts.Symbol;
  /** A class of which only the type is exported cannot be constructed. */
  readonly isTypeOnly: boolean;
}

export interface Package {
  readonly checker: ts.TypeChecker;
  readonly exports: readonly Exported[];
}

let read: Package | undefined;

export function readPackage(): Package {
  read ??= packageOf(createProgram());
  return read;
}

function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [INDEX] }, ts.sys, ROOT);
  return ts.createProgram([INDEX], options);
}

function packageOf(program: ts.Program): Package {
  const checker = program.getTypeChecker();
  const exportsOf = (module: ts.Symbol, prefix: string): Exported[] =>
    checker.getExportsOfModule(module).flatMap((exported) => {
      const symbol = behind(exported, checker);
      const name = `${prefix}${exported.name}`;
      // `export * as sql` gives a namespace, which is a module of its own.
      if (symbol.flags & ts.SymbolFlags.ValueModule) return exportsOf(symbol, `${name}.`);
      // `sql` is a function, too.
      if (symbol.flags & ts.SymbolFlags.NamespaceModule && symbol.flags & ts.SymbolFlags.Variable) {
        const members = checker.getPropertiesOfType(checker.getTypeOfSymbol(symbol));
        return [
          { name, symbol, isTypeOnly: false },
          ...members.map((each) => ({
            name: `${name}.${each.name}`,
            symbol: behind(each, checker),
            isTypeOnly: false,
          })),
          ...exportsOf(symbol, `${name}.`).map((each) => ({
            ...each,
            symbol: renamedType(each.symbol, checker),
          })),
        ];
      }
      return [
        { name, symbol, isTypeOnly: (exported.declarations ?? []).some(ts.isTypeOnlyExportDeclaration) },
      ];
    });
  return { checker, exports: exportsOf(checker.getSymbolAtLocation(program.getSourceFile(INDEX)!)!, '') };
}

/** What `type A = B` is another name of. */
function renamedType(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return type.aliasSymbol ?? type.getSymbol() ?? symbol;
}

/** What an import or export stands for. */
export function behind(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The file of src/ that declares it; null for what is not ours. */
export function fileOf({ declarations = [] }: ts.Symbol): string | null {
  const file = declarations[0]?.getSourceFile().fileName;
  return file?.startsWith(`${ROOT}src/`) ? file.slice(ROOT.length) : null;
}
