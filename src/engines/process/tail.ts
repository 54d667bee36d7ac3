// The end of what a process has written to its stderr, to explain why it died.

import type { Readable } from 'node:stream';

const LENGTH = 16_384;
const LINES = 3;

export class Tail {
  #text = '';

  constructor(stderr: Readable) {
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#text = (this.#text + text).slice(-LENGTH);
    });
  }

  /** What comes from now on is about something else. */
  forget(): void {
    this.#text = '';
  }

  get text(): string {
    return this.#text;
  }

  /** The last lines as one; '' if there are none. */
  get summary(): string {
    return summaryOf(this.#text);
  }
}

export function summaryOf(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-LINES)
    .join(' | ');
}
