// Foreign text inside Markdown: SQL and messages of engines must not end a code block, make links, call people or refer to issues.

import { visible, visibleLines } from '../visible.ts';

/** A code block that the text cannot end. */
export function fenced(language: string, text: string): string {
  const shown = visibleLines(text.replace(/\n$/, ''));
  const fence = '`'.repeat(Math.max(2, longestIn(shown)) + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** Code in a line, also in a cell of a table. */
export function code(text: string): string {
  const shown = visible(text).replaceAll('|', '\\|');
  if (!shown.includes('`')) return `\`${shown}\``;
  const fence = '`'.repeat(longestIn(shown) + 1);
  return `${fence} ${shown} ${fence}`;
}

function longestIn(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/**
 * One line of ordinary text. The comments keep GitHub from taking what follows an @ for somebody's name, and what follows a # or GH- for the
 * number of an issue; of an address, from making a link.
 */
export function inline(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim())
    .replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
    .replace(/(?:@|\\#(?=\d)|\bGH-|:(?=\/\/)|\bwww(?=\.))/gi, '$&<!-- -->');
}

/** The same where there is no Markdown, as in the title of an issue. */
export function untangled(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim()).replace(/(?:@(?=[\w-])|#(?=\d)|\bGH-(?=\d))/gi, '$& ');
}
