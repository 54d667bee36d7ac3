// XML by hand: elements with escaped text. What XML 1.0 cannot hold at all, such as most control characters, is spelled out.

import { visibleLines } from '../visible.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Besides what is not visible. */
const IMPOSSIBLE = /[\ufffe\uffff]/g;

function escapeText(text: string): string {
  return visibleLines(text)
    .replace(IMPOSSIBLE, '\ufffd')
    .replace(/[&<>"]/g, (character) => ESCAPES[character]);
}

/** Line ends survive in an attribute only as references. */
function escapeAttribute(text: string): string {
  return escapeText(text).replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Children are elements; a string is text. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: readonly string[] | string = [],
): string {
  const start = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeAttribute(value)}"`),
  ].join(' ');
  if (content.length === 0) return `<${start}/>`;
  if (typeof content === 'string') return `<${start}>${escapeText(content)}</${name}>`;
  return `<${start}>\n${content.join('\n')}\n</${name}>`;
}

export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
