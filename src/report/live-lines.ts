// The lines at the bottom of a terminal that are drawn over; where nothing can be drawn over, one line every few seconds.

import type { Output } from '../events/index.ts';
import { shownLine } from '../visible.ts';

const PLAIN_LINE_MS = 5000;

export class LiveLines {
  readonly #screen: Output;
  #drawn = 0;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(screen: Output) {
    this.#screen = screen;
  }

  /** Takes them away, so that something else can be written. */
  clear(): void {
    for (let line = 0; line < this.#drawn; line++)
      this.#screen.write(line === 0 ? '\r\u001b[K' : '\u001b[1A\u001b[K');
    this.#drawn = 0;
  }

  /** Draws these in the place of the last ones. Elsewhere they are one line, unless the last one is not old enough. */
  draw(lines: readonly string[], elapsedMs: number): void {
    if (this.#screen.isTerminal) {
      this.clear();
      this.#screen.write(lines.map((line) => shownLine(line).slice(0, this.#screen.columns - 1)).join('\n'));
      this.#drawn = lines.length;
    } else if (elapsedMs - this.#shownAt >= PLAIN_LINE_MS) {
      this.#screen.write(`${shownLine(lines.join(' | '))}\n`);
      this.#shownAt = elapsedMs;
    }
  }
}
