// Numbers with their nouns, as sentences need them.

/** `1 bug`, `2 bugs`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
