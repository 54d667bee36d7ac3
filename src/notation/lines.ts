// A text of the notation as lines: indentation makes blocks, and a line that is indented deeper than those of its block goes on with
// the line before. Comments are those of SQL.

import { withoutComment } from './parts.ts';
import { wrong } from './problem.ts';

/** A line with what continues it; offsets are those in the text. */
export interface Line {
  readonly from: number;
  readonly to: number;
}

/** A header at the left margin, and the lines below it. */
export interface Block {
  readonly header: Line;
  /** The comment directly above. */
  readonly comment: string;
  readonly lines: readonly Line[];
}

interface PhysicalLine extends Line {
  readonly indent: number;
  /** Without its comment. */
  readonly text: string;
  /** Of a line that is nothing else. */
  readonly comment?: string;
}

export function blocksOf(text: string): Block[] {
  const blocks: { header: Line; comment: string; lines: { from: number; to: number }[]; indent: number }[] =
    [];
  let comment: string[] = [];
  for (const line of physicalLines(text)) {
    if (line.text === '') {
      comment = line.comment === undefined ? [] : [...comment, line.comment];
      continue;
    }
    const from = line.from + line.indent;
    if (line.indent === 0) {
      blocks.push({ header: { from, to: line.to }, comment: comment.join(' ').trim(), lines: [], indent: 0 });
    } else {
      const block = blocks.at(-1);
      if (block === undefined)
        wrong(from, 'an indented line before any `gen`', 'begin with `gen property db:`');
      if (block.indent === 0) block.indent = line.indent;
      if (line.indent < block.indent)
        wrong(from, 'a line stands left of its block', `indent it by ${block.indent} spaces`);
      if (line.indent === block.indent) block.lines.push({ from, to: line.to });
      else continueLine(block.lines, line, from, block.indent);
    }
    comment = [];
  }
  return blocks;
}

function continueLine(lines: { to: number }[], line: PhysicalLine, from: number, indent: number): void {
  if (/^(!|return\b|[\w'(), ]+(<-|:=))/.test(line.text))
    wrong(from, 'a line stands right of its block', `indent it by ${indent} spaces`);
  lines[lines.length - 1].to = line.to;
}

function physicalLines(text: string): PhysicalLine[] {
  let from = 0;
  return text.split('\n').map((line) => {
    const start = from;
    from += line.length + 1;
    const indent = /^ */.exec(line)![0].length;
    const bare = withoutComment(line);
    if (bare.trim() !== '' && line[indent] === '\t')
      wrong(start + indent, 'a tab in the indentation', 'indent by spaces');
    const comment = /^\s*--(.*)$/.exec(line)?.[1].trim();
    return { comment, from: start, to: start + bare.trimEnd().length, indent, text: bare.trim() };
  });
}
