// The text of dirt.config.ts.

import type { EngineChoice } from './engine-choice.ts';

/** Where an engine of the project's own is found from the configuration. */
export const ENGINE_FILE = 'dirt/engine.ts';

export function configTemplate(choice: EngineChoice): string {
  const { imports, engine } = partsFor(choice);
  return `// What DIRT tests here, and how. docs/config.md of the package explains every key, and \`npx dirt config\` prints the result.

import { ${imports} } from 'dirt';
${choice.kind === 'typescript' ? `import { engine } from './${ENGINE_FILE}';\n` : ''}
export default defineConfig({
${engine}
  // Who decides when the engine and DIRT's own model disagree; 'none' does without.
  reference: 'sqlite',

  // Every property that these files export is tested, beside those that come with DIRT.
  properties: 'dirt/**/*.property.ts',
});
`;
}

function partsFor(choice: EngineChoice): { imports: string; engine: string } {
  if (choice.kind === 'builtIn') {
    const engine = `  // What is tested, if \`--engine\` says nothing else.\n  engine: '${choice.spec}',\n`;
    return { imports: 'defineConfig', engine };
  }
  const key = /^\w+$/.test(choice.name) ? choice.name : `'${choice.name}'`;
  const chosen = `  engine: '${choice.name}',\n`;
  if (choice.kind === 'typescript')
    return { imports: 'defineConfig', engine: `  engines: { ${key}: engine },\n${chosen}` };
  return {
    imports: 'defineConfig, program',
    engine: `  engines: {
    // A program that speaks the protocol of docs/program-protocol.md on its standard input and output. Put yours here.
    ${key}: program({ command: ['./${choice.name}', '--dirt'] }),
  },
${chosen}`,
  };
}
