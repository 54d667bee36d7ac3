// Breaks long lines at spaces, so that a report fits a terminal.

import { bounded } from '../visible.ts';

/** Continuation lines are indented by two more than the first. Words longer than the width stay whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = bounded(text);
  let indent = '';
  while (indent.length + rest.length > width) {
    const end = rest.lastIndexOf(' ', width - indent.length);
    const cut = end > 0 ? end : rest.indexOf(' ');
    if (cut <= 0) break;
    lines.push(indent + rest.slice(0, cut));
    rest = rest.slice(cut + 1);
    indent = '  ';
  }
  lines.push(indent + rest);
  return lines;
}
