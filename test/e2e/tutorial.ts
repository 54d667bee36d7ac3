// Reads docs/tutorial.md: the blocks that a reader would type, and what they are promised to see.

export type Block =
  | { readonly kind: 'commands'; readonly script: string; readonly exit: number; readonly shows: string }
  /** What the commands before it print, in parts. */
  | { readonly kind: 'output'; readonly lines: readonly string[] }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'changes'; readonly changes: readonly Change[] };

/** One piece of a file, to be replaced by another. */
export interface Change {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)(.*)\n([\s\S]*?)^```$/gm)].map(([, language, info, body]) => {
    const value = (name: string) =>
      new RegExp(`${name}=(?:"([^"]*)"|(\\S+))`).exec(info)?.slice(1).join('') ?? '';
    switch (language) {
      case 'sh':
        return { kind: 'commands', script: body, exit: Number(value('exit')), shows: value('shows') };
      case 'text':
        return { kind: 'output', lines: body.trimEnd().split('\n') };
      case 'ts':
        return { kind: 'file', path: value('file'), text: body };
      case 'diff':
        return { kind: 'changes', changes: changesOf(body) };
      default:
        throw new Error(`the tutorial has a block of the unknown language ${language}`);
    }
  });
}

/** `+++ file` begins a file, `@@` another piece of it. */
function changesOf(diff: string): Change[] {
  return diff
    .split(/^(?=\+\+\+ )/m)
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [head, ...lines] = part.trimEnd().split('\n');
      const path = head.slice('+++ '.length);
      return lines
        .join('\n')
        .split(/^@@$\n?/m)
        .filter((piece) => piece !== '')
        .map((piece) => ({ path, from: side(piece, '-'), to: side(piece, '+') }));
    });
}

function side(piece: string, sign: '-' | '+'): string {
  const lines = piece.trimEnd().split('\n');
  return lines
    .flatMap((line) => (line === '' || line[0] === ' ' || line[0] === sign ? [`${line.slice(1)}\n`] : []))
    .join('');
}

/** A line without what changes from run to run and from version to version; null for one that is all of that. */
export function skeleton(line: string): string | null {
  // Statements, and what came of them.
  if (/^ {2}(?:[A-Z!]|--| {2})/.test(line)) return null;
  return line
    .replace(/-[0-9a-f]{8}\b/g, '-#')
    .replace(/\d+(?:\.\d+)*/g, '#')
    .replace(/property [\w-]+$/, 'property #')
    .trimEnd();
}
