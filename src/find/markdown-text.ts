// Foreign text inside Markdown: SQL and messages of engines must not end a code block, make links or call people.

/** A code block that the text cannot end. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** One line of ordinary text; the comment after @ keeps GitHub from taking what follows for somebody's name. */
export function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
    .replaceAll('@', '@<!-- -->');
}
