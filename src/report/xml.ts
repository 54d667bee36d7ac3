// XML by hand: elements with escaped text. What XML 1.0 cannot hold at all, such as most control characters, is spelled out.

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const IMPOSSIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function spelledOut(text: string): string {
  return text.replace(IMPOSSIBLE, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

function escapeText(text: string): string {
  return spelledOut(text).replace(/[&<>"]/g, (character) => ESCAPES[character]);
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
