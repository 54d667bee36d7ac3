// Types that somebody meets in a signature of the package and cannot write down, because the package does not export them.

import ts from 'typescript';
import { behind, fileOf, type Package } from './exported.ts';

/** Each as `name (file), in where it is met`. */
export function unnameableTypes({ checker, exports }: Package): string[] {
  const nameable = new Set(exports.map(({ symbol }) => symbol));
  const met = new Map<ts.Symbol, string>();

  function meet(symbol: ts.Symbol | undefined, where: string): void {
    if (symbol === undefined || nameable.has(symbol) || met.has(symbol)) return;
    if (fileOf(symbol) === null || symbol.flags & ts.SymbolFlags.TypeParameter) return;
    met.set(symbol, where);
    visitSymbol(symbol, `${where} > ${symbol.name}`, false);
  }

  function visitSymbol({ declarations = [] }: ts.Symbol, where: string, isTypeOnly: boolean): void {
    for (const declaration of declarations) visit(declaration, where, isTypeOnly);
  }

  /** The types in a piece of source that shows outside: no bodies, no values, nothing private. */
  function visit(node: ts.Node, where: string, isTypeOnly: boolean): void {
    if (ts.isBlock(node) || isPrivate(node) || (isTypeOnly && ts.isConstructorDeclaration(node))) return;
    if (ts.isTypeReferenceNode(node)) visitReference(node, where);
    else if (ts.isExpressionWithTypeArguments(node)) meet(symbolAt(node.expression), where);
    else if (ts.isTypeQueryNode(node)) visitTypeOf(node, where);
    else if (isUnannotated(node))
      for (const each of namesIn(checker.getTypeAtLocation(node))) meet(each, where);
    node.forEachChild((child) => {
      if (!isValue(child, node)) visit(child, where, isTypeOnly);
    });
  }

  /** How a conditional type is computed does not show. What it comes to has the name of the alias that it is computed for. */
  function visitReference(node: ts.TypeReferenceNode, where: string): void {
    const symbol = symbolAt(node.typeName);
    const isComputed = symbol?.declarations?.some(
      (each) => ts.isTypeAliasDeclaration(each) && ts.isConditionalTypeNode(each.type),
    );
    if (!isComputed) meet(symbol, where);
    else for (const each of namesIn(checker.getTypeFromTypeNode(node), symbol)) meet(each, where);
  }

  function symbolAt(name: ts.Node): ts.Symbol | undefined {
    const symbol = checker.getSymbolAtLocation(ts.isQualifiedName(name) ? name.right : name);
    return symbol && behind(symbol, checker);
  }

  /** `typeof value` stands for the type of the value, and that shows. */
  function visitTypeOf({ exprName }: ts.TypeQueryNode, where: string): void {
    const symbol = symbolAt(exprName);
    if (symbol !== undefined && !nameable.has(symbol)) visitSymbol(symbol, where, true);
  }

  for (const { name, symbol, isTypeOnly } of exports) visitSymbol(symbol, name, isTypeOnly);
  return [...met].map(([symbol, where]) => `${symbol.name} (${fileOf(symbol)}), in ${where}`).sort();
}

/** The names that an inferred type is made of, but for the alias that it was computed by. */
function namesIn(type: ts.Type, computedBy?: ts.Symbol): ts.Symbol[] {
  if (type.aliasSymbol !== undefined && type.aliasSymbol !== computedBy) return [type.aliasSymbol];
  if (type.isUnionOrIntersection()) return type.types.flatMap((part) => namesIn(part));
  const results = type.getCallSignatures().flatMap((signature) => namesIn(signature.getReturnType()));
  const isNamed = type.isClassOrInterface() && type.symbol !== undefined;
  return isNamed ? [type.symbol, ...results] : results;
}

function isPrivate(node: ts.Node): boolean {
  if (!ts.isClassElement(node)) return false;
  const isHidden = node.name !== undefined && ts.isPrivateIdentifier(node.name);
  return isHidden || (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0;
}

/** Its type is not written down, so that the compiler must be asked. */
function isUnannotated(node: ts.Node): boolean {
  const hasType = ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isFunctionLike(node);
  return hasType && !ts.isConstructorDeclaration(node) && node.type === undefined;
}

/** Functions are looked at for their parameters and results; other values say nothing about types. */
function isValue(child: ts.Node, parent: ts.Node): boolean {
  if (ts.isArrowFunction(parent)) return parent.body === child;
  const isInitializer =
    (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isParameter(parent)) &&
    parent.initializer === child;
  return isInitializer && !ts.isArrowFunction(child);
}
