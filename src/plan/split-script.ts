// Cuts a SQL script into statements and comments. It knows the syntax of quotes, comments and
// the bodies of triggers, in which a semicolon does not end a statement.

export type ScriptPart =
  | { readonly kind: 'statement'; readonly sql: string; readonly line: number }
  /** A line comment between statements, without its dashes. */
  | { readonly kind: 'comment'; readonly text: string; readonly line: number };

const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };

export function splitScript(script: string): ScriptPart[] {
  const parts: ScriptPart[] = [];
  let start = -1;
  let at = 0;
  /** Of the statement that begins at `start`, once it is known. */
  let isTrigger: boolean | undefined;
  const lineAt = lineCounter(script);
  const endStatement = (end: number): void => {
    if (start >= 0)
      parts.push({ kind: 'statement', sql: script.slice(start, end).trim(), line: lineAt(start) });
    start = -1;
    isTrigger = undefined;
  };
  while (at < script.length) {
    const character = script[at];
    if (script.startsWith('--', at)) {
      const end = endOf(script, '\n', at);
      if (start < 0) parts.push({ kind: 'comment', text: script.slice(at + 2, end), line: lineAt(at) });
      at = end;
    } else if (script.startsWith('/*', at)) {
      at = Math.min(script.length, endOf(script, '*/', at + 2) + 2);
    } else if (character in CLOSING) {
      if (start < 0) start = at;
      at = endOf(script, CLOSING[character], at + 1) + 1;
    } else if (character === ';') {
      isTrigger ??= start >= 0 && TRIGGER.test(script.slice(start, at));
      if (!isTrigger || isAfterEnd(script, at)) endStatement(at);
      at++;
    } else {
      if (start < 0 && !/\s/.test(character)) start = at;
      at++;
    }
  }
  endStatement(script.length);
  return parts;
}

function endOf(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found < 0 ? text.length : found;
}

const TRIGGER = /^create\s+(temp\s+|temporary\s+)?trigger\b/i;

/** A trigger's body holds statements of its own and ends with END. */
function isAfterEnd(script: string, at: number): boolean {
  let end = at;
  while (end > 0 && /\s/.test(script[end - 1])) end--;
  return /(?:^|\W)end$/i.test(script.slice(Math.max(0, end - 4), end));
}

/** The line of positions that only grow: scripts of megabytes are not counted anew for each statement. */
function lineCounter(script: string): (position: number) => number {
  let line = 1;
  let counted = 0;
  return (position) => {
    for (let at = script.indexOf('\n', counted); at >= 0 && at < position; at = script.indexOf('\n', at + 1))
      line++;
    counted = position;
    return line;
  };
}
