// The page as one file that opens from disk: the built page with its data in it, compressed, in a script that no browser runs. The
// data is base64, so nothing in it can be markup.

import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { DirtError } from '../errors.ts';
import type { PageCause, PageData } from './page-data.ts';

/** The built page; `npm run build` puts it there, and the code may run from its source or from .build. */
const TEMPLATE = new URL('../page.html', import.meta.url);
const TEMPLATE_ELSEWHERE = ['../../dist/page.html', '../../../dist/page.html'].map(
  (path) => new URL(path, import.meta.url),
);

/** Where the data goes: see page/index.html. */
const PLACE = '<script id="data" type="text/plain"></script>';

/** A file that is mailed around should not be larger. */
export const MOST_BYTES = 5_000_000;

export function pageTemplate(): string {
  const file = [TEMPLATE, ...TEMPLATE_ELSEWHERE].find((each) => existsSync(each));
  if (file === undefined)
    throw new DirtError('DIRT_PAGE', 'the built page is missing', 'run `npm run build` in the clone of DIRT');
  return readFileSync(file, 'utf8');
}

/** What does not fit is left out: recordings of plans as they were found first, those of the mildest causes first. */
export function pageHtml(data: PageData, mostBytes = MOST_BYTES): string {
  const template = pageTemplate();
  const room = mostBytes - Buffer.byteLength(template);
  const text = firstFitting(data, room);
  return template.replace(PLACE, () => PLACE.replace('><', () => `>${text}<`));
}

/** Compressed, and as complete as it fits; at its smallest if nothing fits. */
function firstFitting(data: PageData, room: number): string {
  let text = '';
  for (const each of smaller(data)) {
    text = packed(each);
    if (text.length <= room) break;
  }
  return text;
}

function packed(data: PageData): string {
  return gzipSync(JSON.stringify(data), { level: 9 }).toString('base64');
}

/** Half of the causes at a time lose the plan as it was found; then the recording of the smallest plan, too. */
function* smaller(data: PageData): Generator<PageData> {
  yield data;
  let { causes } = data;
  for (const lose of [withoutOriginal, withoutRecording]) {
    for (let kept = causes.length >> 1; ; kept >>= 1) {
      const from = kept;
      causes = causes.map((cause, i) => (i < from ? cause : lose(cause)));
      yield { ...data, causes };
      if (kept === 0) break;
    }
  }
}

function withoutOriginal(cause: PageCause): PageCause {
  if (cause.recording?.original === undefined) return cause;
  const { original, ...recording } = cause.recording;
  return { ...cause, recording };
}

function withoutRecording({ recording, ...cause }: PageCause): PageCause {
  return cause;
}
