// Is it XML? A strict reading of the little that reports use: tags, attributes, text and references.

/** Element names in their order; throws if the text is not well-formed. */
export function elementsOf(xml: string): string[] {
  const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
  if (!allowed.test(xml)) throw new Error('a character that XML cannot hold');
  const rest = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  if (rest === xml) throw new Error('no declaration');
  const token =
    /<(\/?)([a-z-]+)((?: [a-z]+="(?:[^<>&"]|&(?:amp|lt|gt|quot|#\d+);)*")*)(\/?)>|((?:[^<>&]|&(?:amp|lt|gt|quot|#\d+);)+)/y;
  const open: string[] = [];
  const names: string[] = [];
  while (token.lastIndex < rest.length) {
    const at = token.lastIndex;
    const match = token.exec(rest);
    if (match === null) throw new Error(`not XML: ${rest.slice(at, at + 60)}`);
    const [, closes, name, , isEmpty] = match;
    if (name === undefined) continue;
    if (closes) {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    names.push(name);
    if (!isEmpty) open.push(name);
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} left open`);
  return names;
}
