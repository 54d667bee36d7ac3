// The part of JSON Schema that profiles and the configuration need, and what is wrong with a value that does not fit.

export interface Schema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: 'object' | 'array' | 'string' | 'integer';
  readonly enum?: readonly string[];
  /** What a text must look like; `description` says it in words. */
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** What fields under other names are; false if there must be none. */
  readonly additionalProperties?: Schema | false;
  /** It fits one of these, of different types. */
  readonly anyOf?: readonly Schema[];
}

export interface Mismatch {
  /** The place and what is wrong there. */
  readonly problem: string;
  readonly remedy: string;
}

/** The first thing that does not fit; null if all does. `place` is the path of the value, '' for the whole, which is `called` so. */
export function mismatch(schema: Schema, value: unknown, place: string, called: string): Mismatch | null {
  const here = place === '' ? called : place;
  const wrong = (what: string, remedy: string): Mismatch => ({ problem: `${here} is not ${what}`, remedy });
  if (schema.anyOf !== undefined) {
    const fitting = schema.anyOf.find(({ type }) => type === typeOf(value));
    if (fitting !== undefined) return mismatch(fitting, value, place, called);
    const what = schema.anyOf.map(nounOf).join(' or ');
    return wrong(what, `write ${what}`);
  }
  const what = nounOf(schema);
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return wrong(what, `write ${what}`);
      if (schema.enum?.includes(value) === false) {
        const near = nearest(value, schema.enum);
        return wrong(
          `one of ${schema.enum.join(', ')}`,
          near === undefined ? 'choose one' : `did you mean ${near}?`,
        );
      }
      return schema.pattern === undefined || new RegExp(schema.pattern).test(value)
        ? null
        : { problem: `${here} is "${value}"`, remedy: `write ${schema.description}` };
    case 'integer': {
      const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
      const fits =
        Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
      return fits ? null : wrong(`an integer from ${minimum} to ${maximum}`, 'write one, or leave it out');
    }
    case 'array':
      if (!Array.isArray(value)) return wrong(what, `write ${what}`);
      return firstOf(value.map((item, i) => mismatch(schema.items ?? {}, item, `${here}[${i}]`, called)));
    case 'object':
      if (!isObject(value)) return wrong(what, `write ${what}`);
      return mismatchOfFields(schema, value, place, called);
    case undefined:
      return null;
  }
}

function mismatchOfFields(schema: Schema, value: object, place: string, called: string): Mismatch | null {
  const missing = schema.required?.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return { problem: `${missing} is missing`, remedy: 'add it' };
  const names = Object.keys(schema.properties ?? {});
  return firstOf(
    Object.entries(value).map(([key, child]) => {
      const known = names.includes(key) ? schema.properties?.[key] : schema.additionalProperties;
      const at = place === '' ? key : `${place}.${key}`;
      if (known) return mismatch(known, child, at, called);
      const near = nearest(key, names);
      const remedy =
        near === undefined ? `known here: ${names.join(', ')}` : `did you mean ${near}? Otherwise remove it`;
      return { problem: `${at} is unknown`, remedy };
    }),
  );
}

function firstOf(mismatches: readonly (Mismatch | null)[]): Mismatch | null {
  return mismatches.find((each) => each !== null) ?? null;
}

function nounOf({ type }: Schema): string {
  switch (type) {
    case 'string':
      return 'a text';
    case 'integer':
      return 'an integer';
    case 'array':
      return 'a list';
    default:
      return 'an object';
  }
}

function typeOf(value: unknown): Schema['type'] {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'integer';
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name that was probably meant: at most a third of it is wrong. */
function nearest(written: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of names) {
    const changes = distance(written.toLowerCase(), name.toLowerCase());
    if (changes < least) [best, least] = [name, changes];
  }
  return best;
}

/** How many letters must be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}
