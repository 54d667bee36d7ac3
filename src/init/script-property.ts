// The text of a property that runs a script.

/** `name` is in kebab-case. */
export function propertyOfScript(name: string, claims: string, script: string): string {
  const exported = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `// Runs a script in tables of its own, among everything else that a plan does to the database.

import { script } from 'dirt';

export const ${exported} = await script('${name}', { claims: ${JSON.stringify(claims)} }, \`
${escaped(script.trim())}
\`);
`;
}

/** Within a template literal. */
function escaped(text: string): string {
  return text.replace(/\\|`|\$\{/g, '\\$&');
}
