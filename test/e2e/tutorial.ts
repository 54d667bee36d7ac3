// Reads docs/tutorial.md: the blocks that a reader would type, and what they are promised to see.

export type Block =
  | { readonly kind: 'commands'; readonly script: string; readonly exit: number; readonly shows: string }
  /** What the commands before it print, from its first to its last line. */
  | { readonly kind: 'output'; readonly lines: readonly string[] }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  /** As `git apply` takes it. */
  | { readonly kind: 'changes'; readonly diff: string };

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
        return { kind: 'changes', diff: body };
      default:
        throw new Error(`the tutorial has a block of the unknown language ${language}`);
    }
  });
}

/** The part of what was printed that begins and ends like these lines do; null if there is none. */
export function partLike(lines: readonly string[], printed: readonly string[]): readonly string[] | null {
  const [first, last] = [lines[0], lines[lines.length - 1]].map(skeleton);
  const from = printed.findIndex((line) => skeleton(line) === first);
  const to = printed.findIndex((line, i) => i >= from && skeleton(line) === last);
  return from < 0 || to < 0 ? null : printed.slice(from, to + 1);
}

/** A line without what changes when DIRT does. */
function skeleton(line: string): string {
  return line
    .replace(/-[0-9a-f]{8}\b/g, '-#')
    .replace(/\d+(?:\.\d+)*/g, '#')
    .trimEnd();
}
