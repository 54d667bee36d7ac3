// Hidden notes in issues and comments, by which the next run knows what was said. They stand in front of everything that
// comes from an engine, and only the first of them counts, so SQL that looks like one changes nothing.

import { visible } from '../../visible.ts';

const FINGERPRINT = /^<!-- dirt:fingerprint ([\w.-]+) -->[^\S\n]*$/m;
const NOTE = /^<!-- dirt:(seen|passes) ([^\s>]+(?: [^\s>]+)*) -->[^\S\n]*$/;

/** What was said about versions, in an issue's text or a comment. */
export interface Note {
  readonly about: 'seen' | 'passes';
  readonly versions: readonly string[];
}

export function fingerprintMarker(id: string): string {
  return `<!-- dirt:fingerprint ${id} -->`;
}

export function noteMarker({ about, versions }: Note): string {
  return `<!-- dirt:${about} ${versions.map((version) => encodeURIComponent(visible(version))).join(' ')} -->`;
}

/** The bug that an issue is about, and the versions it named when it was opened. */
export function readIssueBody(body: string): { id: string; note: Note | null } | null {
  const text = body.replaceAll('\r\n', '\n');
  const marker = FINGERPRINT.exec(text);
  if (marker === null) return null;
  const [, next = ''] = text.slice(marker.index).split('\n', 2);
  return { id: marker[1], note: readNote(next) };
}

export function readComment(body: string): Note | null {
  return readNote(body.split(/\r?\n/, 1)[0]);
}

function readNote(line: string): Note | null {
  const match = NOTE.exec(line);
  if (match === null) return null;
  return { about: match[1] as Note['about'], versions: match[2].split(' ').map(decode) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
