// The log: the only file of the database. Every commit appends the statements that changed something as one record, and
// opening the database runs them again.

/** The file that the log lives in: on a disk, or on a simulated one. */
export interface LogFile {
  read(): Uint8Array;
  write(bytes: Uint8Array, offset: number): void;
  /** Returns when all that was written is safe. */
  sync(): void;
}

export class Log {
  readonly #file: LogFile;
  #end = 0;

  constructor(file: LogFile) {
    this.#file = file;
  }

  /** The records that are whole. What comes after the last of them was never acknowledged. */
  *records(): Generator<readonly string[]> {
    const text = new TextDecoder('latin1').decode(this.#file.read());
    for (const line of text.split('\n')) {
      const body = line.slice(CHECKSUM_LENGTH);
      if (line === '' || line.slice(0, CHECKSUM_LENGTH) !== checksum(body)) return;
      this.#end += line.length + 1;
      yield JSON.parse(body);
    }
  }

  append(statements: readonly string[]): void {
    const body = ascii(JSON.stringify(statements));
    const bytes = new TextEncoder().encode(`${checksum(body)}${body}\n`);
    this.#file.write(bytes, this.#end);
    this.#end += bytes.length;
  }
}

/** One byte a character makes offsets in the text and in the file the same. */
function ascii(json: string): string {
  return json.replace(
    /[\x7f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const CHECKSUM_LENGTH = 8;

function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(CHECKSUM_LENGTH, '0');
}
