// Reading JSON that somebody else wrote: each function gives the value, or throws a `Misfit` that names the field.

/** What is wrong with a message; whoever knows the place makes an error for the user of it. */
export class Misfit extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

/** An object with these keys and no other: a misspelt key must not pass for one that is missing. */
export function fieldsOf(value: unknown, place: string, known: readonly string[]): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Misfit(`${place} is not an object`);
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key))
      throw new Misfit(`${place} has an unknown key "${key}" (known: ${known.join(', ')})`);
  }
  return value as Fields;
}

export function textIn(value: unknown, place: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Misfit(`${place} is not a text`);
}

export function integerIn(value: unknown, place: string, least: number, most: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most)
    return value as number;
  throw new Misfit(`${place} is not an integer from ${least} to ${most}`);
}

export function booleanIn(value: unknown, place: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new Misfit(`${place} is not true or false`);
}

export function listIn<T>(value: unknown, place: string, item: (value: unknown, place: string) => T): T[] {
  if (!Array.isArray(value)) throw new Misfit(`${place} is not a list`);
  return value.map((each, i) => item(each, `${place}[${i}]`));
}

export function oneOf<T extends string | number>(
  choices: readonly T[],
): (value: unknown, place: string) => T {
  return (value, place) => {
    if (choices.includes(value as T)) return value as T;
    throw new Misfit(`${place} is not one of ${choices.join(', ')}`);
  };
}
