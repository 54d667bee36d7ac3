// Reads the files of a tar archive, as npm packs them.

export interface TarEntry {
  readonly path: string;
  readonly content: Uint8Array;
}

const BLOCK = 512;
const Field = { name: [0, 100], size: [124, 136], type: [156, 157], prefix: [345, 500] } as const;
const REGULAR_FILE = ['0', ''];
/** An extended header gives the next entry a long name. */
const EXTENDED = 'x';

export function* readTar(archive: Uint8Array): Generator<TarEntry> {
  let longPath: string | null = null;
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + BLOCK);
    const size = Number.parseInt(text(header, Field.size), 8);
    const start = at + BLOCK;
    if (!(size >= 0) || start + size > archive.length) throw new RangeError('the archive is cut off');
    const content = archive.subarray(start, start + size);
    const type = text(header, Field.type);
    if (type === EXTENDED) {
      longPath = /\d+ path=([^\n]*)\n/.exec(new TextDecoder().decode(content))?.[1] ?? null;
    } else {
      const prefix = text(header, Field.prefix);
      const path = longPath ?? (prefix === '' ? '' : `${prefix}/`) + text(header, Field.name);
      if (REGULAR_FILE.includes(type)) yield { path, content };
      longPath = null;
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** A field ends at its first NUL. */
function text(header: Uint8Array, [start, end]: readonly [number, number]): string {
  const field = header.subarray(start, end);
  const nul = field.indexOf(0);
  return new TextDecoder().decode(nul < 0 ? field : field.subarray(0, nul)).trim();
}
