// What a bug is called in one line, in lists and as the title of an issue.

import type { Bug } from './bug.ts';

export function bugTitle({ message }: Pick<Bug, 'message'>, mostCharacters: number): string {
  const title = message.replace(/\s+/g, ' ').trim();
  return title.length > mostCharacters ? `${title.slice(0, mostCharacters - 1)}…` : title;
}
