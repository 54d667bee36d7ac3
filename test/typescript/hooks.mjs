// Lets a child process import TypeScript as it is. (A loader that turns modules into CommonJS would break live bindings.)

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';

const compilerOptions = { target: 'es2023', module: 'esnext', verbatimModuleSyntax: true };

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const fileName = fileURLToPath(url);
  const text = readFileSync(fileName, 'utf8');
  const { outputText: source } = typescript.transpileModule(text, { compilerOptions, fileName });
  return { format: 'module', source, shortCircuit: true };
}
