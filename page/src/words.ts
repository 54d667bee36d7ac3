// Names and numbers as people read them.

/** A name of the code in words: `wronglyAccepted` is "wrongly accepted". */
export function inWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
